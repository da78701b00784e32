"""An archive of a club read and checked: every value, every log, and that they fit together. Nothing is written."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scorekeeper.archives.club import check_changes, updated
from scorekeeper.archives.out import CLUB, GAME, TOURNAMENT
from scorekeeper.base.bounded import Json, Reader, damaged, sound
from scorekeeper.base.limits import MOST_TOURNAMENT_CHANGES, check_uuid
from scorekeeper.base.refusals import Refusal
from scorekeeper.clubs.actions.members import check_club_name, check_zone
from scorekeeper.clubs.actions.privacy import check_names
from scorekeeper.clubs.actions.public_names import FULL
from scorekeeper.clubs.actions.roster import MOST_PLAYERS, check_name
from scorekeeper.games.actions.log_check import game_rows
from scorekeeper.games.store.log import LogRow
from scorekeeper.seasons.actions import leagues as season_leagues
from scorekeeper.tournaments.actions.board import Board
from scorekeeper.tournaments.actions.events import MOST_TOURNAMENTS
from scorekeeper.tournaments.actions.log_check import tournament_rows
from scorekeeper.tournaments.store.log import TournamentRow
from scorekeeper.tournaments.store.tournament import LONGEST_ID

FIRST = "scorekeeper-club/1"
"""What archives said before leagues had a history and players a second name."""

MOST_PAIRS = 20_000
MOST_GAMES = 15_000
_LINK = ("kind", "round", "number", "entrant", "created_at", "revoked_at")
_NAMES = re.compile(r"club\.json|(?:tournaments|games)/\d{4,6}\.json")


@dataclass(frozen=True)
class ArchivedTournament:
    """A tournament of the archive, checked."""

    read: Reader
    rows: list[TournamentRow]
    board: Board
    links: list[Reader]
    games: list[Reader]


@dataclass(frozen=True)
class Archive:
    """An archive, checked whole. `files`: as it was unpacked."""

    files: Mapping[str, Any]
    head: Reader
    players: list[Reader]
    pairs: list[Reader]
    leagues: list[Json]
    changes: list[Json]
    tournaments: list[ArchivedTournament]
    games: list[tuple[Reader, list[LogRow]]]


def read(files: Mapping[str, Any]) -> Archive:
    """An archive as `archive_fields.Unpacked` gives it, checked whole. Raises Refusal("archive…")."""
    for name in files:
        if not _NAMES.fullmatch(name):
            raise Refusal("archive.entry", "file", read=name[:60])
    keys = (
        "format",
        "name",
        "created_at",
        "zone",
        "public_names",
        "players",
        "pairs",
        "leagues",
        "changes",
        "tournaments",
        "games",
    )
    head = Reader(_head(files.get("club.json")), "club.json", keys)
    many, games = head.whole("tournaments", 0, MOST_TOURNAMENTS), head.whole("games", 0, MOST_GAMES)
    wanted = [f"tournaments/{n:04}.json" for n in range(1, many + 1)], [f"games/{n:04}.json" for n in range(1, games + 1)]
    for name in {*wanted[0], *wanted[1]} ^ (set(files) - {"club.json"}):
        raise Refusal("archive.entry", "file", read=name)
    sound("club.json: name", lambda: check_club_name(head.value["name"]))
    head.at("created_at")
    if head.value["zone"] is not None:
        sound("club.json: zone", lambda: check_zone(head.value["zone"]))
    sound("club.json: public_names", lambda: check_names(head.value["public_names"]))
    players = [_player(p, n) for n, p in enumerate(head.items("players", MOST_PLAYERS), 1)]
    leagues = [_league(one, n, many) for n, one in enumerate(head.items("leagues", season_leagues.MOST_LEAGUES), 1)]
    found = [_tournament(files[name], name, games) for name in wanted[0]]
    taken = [g.value["game"] for one in found for g in one.games]
    if sorted(taken) != list(range(1, games + 1)):
        raise damaged("games")
    return Archive(
        files,
        head,
        players,
        [_pair(p, n, len(players)) for n, p in enumerate(head.items("pairs", MOST_PAIRS), 1)],
        leagues,
        check_changes(head, leagues, [p.value["same_as"] for p in players], many),
        found,
        [_game(files[name], name) for name in wanted[1]],
    )


def _head(value: Any) -> Any:
    """`club.json`, brought up to date. Raises Refusal("archive.zip", "archive.version", "archive.value")."""
    if not isinstance(value, dict):
        raise Refusal("archive.zip", "file")
    if value.get("format") == FIRST:
        found: list[Json] = []
        sound("club.json", lambda: found.append(updated(value)))
        return {"zone": None, "public_names": FULL, **found[0]}
    _check_format(value.get("format"), CLUB, Refusal("archive.zip", "file"))
    # The first archives of this kind knew no zones, and only whole names.
    return {"zone": None, "public_names": FULL, **value}


def _check_format(read: object, known: str, otherwise: Refusal) -> None:
    """Raise Refusal("archive.version") for what a later version of this program wrote."""
    if read != known:
        kind, _, version = str(read).partition("/")
        later = version.isdecimal() and len(version) < 6 and int(version) > int(known.partition("/")[2])
        raise Refusal("archive.version", "file", read=str(read)[:40]) if later and kind == known.partition("/")[0] else otherwise


def _player(value: object, n: int) -> Reader:
    read = Reader(value, f"player {n}", ("name", "same_as", "created_at", "hidden_at"))
    sound(read.where, lambda: check_name(read.value["name"]))
    return read


def _pair(value: object, n: int, players: int) -> Reader:
    read = Reader(value, f"pair {n}", ("players", "created_at", "used_at", "hidden_at"))
    both = read.items("players", 2)
    if len(both) != 2 or not all(type(p) is int and 1 <= p <= players for p in both) or both[0] >= both[1]:
        raise read.wrong("players")
    return read


_LEAGUE = ("name", "uuid", "revision", "note", "who", "points", "others", "best", "share", "tournaments")


def _league(value: object, n: int, tournaments: int) -> Json:
    read = Reader(value, f"league {n}", (*_LEAGUE, "created_at", "changed_at", "deleted_at"))
    chosen = read.items("tournaments", tournaments)
    if not all(type(t) is int and 1 <= t <= tournaments for t in chosen):
        raise read.wrong("tournaments")
    facts = {name: one for name, one in read.value.items() if name != "tournaments"}
    sound(read.where, lambda: season_leagues.check(0, facts))
    return {
        **read.value,
        "uuid": check_uuid(read.value["uuid"]),
        "revision": read.whole("revision", 1, 10**6),
        "created_at": read.at("created_at"),
        "changed_at": read.at("changed_at"),
        "deleted_at": read.maybe_at("deleted_at"),
    }


def _tournament(value: object, where: str, games: int) -> ArchivedTournament:
    read = Reader(value, where, ("format", "created_at", "links", "games", "changes"))
    _check_format(read.value["format"], TOURNAMENT, read.wrong("format"))
    read.at("created_at")
    links = [Reader(link, f"{where}, link {n}", _LINK) for n, link in enumerate(read.items("links", 100_000), 1)]
    for link in links:
        if link.value["kind"] not in ("table", "entrant"):
            raise link.wrong("kind")
        link.maybe("round", 1, 9999), link.maybe("number", 1, 9999), link.at("created_at"), link.maybe_at("revoked_at")
        if link.value["entrant"] is not None:
            link.text("entrant", LONGEST_ID)
    played = [
        Reader(g, f"{where}, game {n}", ("game", "link", "number", "created_at"))
        for n, g in enumerate(read.items("games", games), 1)
    ]
    for one in played:
        one.whole("game", 1, games), one.whole("link", 1, len(links)), one.whole("number", 1, 100), one.at("created_at")
    if len({(one.value["link"], one.value["number"]) for one in played}) != len(played):
        raise read.wrong("games")
    rows, board = tournament_rows(read.items("changes", MOST_TOURNAMENT_CHANGES), len(links), where)
    return ArchivedTournament(read, rows, board, links, played)


def _game(value: object, where: str) -> tuple[Reader, list[LogRow]]:
    read = Reader(value, where, ("format", "created_at", "changes"))
    _check_format(read.value["format"], GAME, read.wrong("format"))
    read.at("created_at")
    return read, game_rows(read.items("changes", MOST_TOURNAMENT_CHANGES), where)
