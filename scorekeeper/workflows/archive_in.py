"""An archive of a club taken in, as a new club with everything in it. All of it, or nothing and why."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from sqlalchemy import insert
from sqlalchemy.orm import Session

from scorekeeper.storage.change import Change
from scorekeeper.storage.club import ClubPair, ClubPlayer
from scorekeeper.storage.db import writing
from scorekeeper.storage.game import Game
from scorekeeper.storage.league import StoredLeague
from scorekeeper.storage.link import Link
from scorekeeper.storage.log import LogRow
from scorekeeper.storage.tournament import LONGEST_ID, StoredTournament, TableGame, TournamentChange, TournamentLink
from scorekeeper.storage.tournament_log import TournamentRow
from scorekeeper.workflows import club_members, season_leagues
from scorekeeper.workflows.accounts import Account
from scorekeeper.workflows.archive_check import game_rows, tournament_rows
from scorekeeper.workflows.archive_fields import Json, Reader, damaged, sound, unpacked
from scorekeeper.workflows.archive_out import CLUB, GAME, TOURNAMENT, Numbers, renumbered
from scorekeeper.workflows.club_board import Board
from scorekeeper.workflows.club_events import MOST_TOURNAMENTS
from scorekeeper.workflows.club_members import ClubWay, check_club_name
from scorekeeper.workflows.club_roster import MOST_PLAYERS, check_name
from scorekeeper.workflows.club_writing import MOST_CHANGES
from scorekeeper.workflows.keys import folded
from scorekeeper.workflows.limits import check_uuid
from scorekeeper.workflows.refusals import NotAllowed, Refusal

MOST_PAIRS = 20_000
MOST_GAMES = 15_000
_LINK = ("kind", "round", "number", "entrant", "created_at", "revoked_at")
_NAMES = re.compile(r"club\.json|(?:tournaments|games)/\d{4,6}\.json")


@dataclass(frozen=True)
class _Tournament:
    """A tournament of the archive, checked."""

    read: Reader
    rows: list[TournamentRow]
    board: Board
    links: list[Reader]
    games: list[Reader]


@dataclass(frozen=True)
class _Archive:
    """An archive, checked whole."""

    head: Reader
    players: list[Reader]
    pairs: list[Reader]
    leagues: list[Json]
    tournaments: list[_Tournament]
    games: list[tuple[Reader, list[LogRow]]]


def bring_in(account: Account, data: bytes) -> ClubWay:
    """Make a club of an archive; the account is its organiser. Links of tables have other addresses than before.

    Raises NotAllowed("role.organise") for those who organise no club, and Refusal("file.large", "archive…").
    """
    mine = club_members.of_account(account)
    if not any(one.role == "organiser" for one in mine):
        raise NotAllowed("role.organise")
    if len(mine) >= club_members.MOST_CLUBS:
        raise Refusal("club.many", high=club_members.MOST_CLUBS)
    read = _archive(unpacked(data))
    with writing() as session:
        club = club_members.add_club(session, check_club_name(read.head.value["name"]), account.id)
        club.created_at = read.head.at("created_at")
        session.flush()
        people = _add_people(session, club.id, read)
        games = {n: _add_game(session, head, rows) for n, (head, rows) in enumerate(read.games, 1)}
        numbers = {n: _add_tournament(session, club.id, one, people, games) for n, one in enumerate(read.tournaments, 1)}
        _add_leagues(session, club.id, read.leagues, numbers)
        return ClubWay(club.id, club.slug, club.name, "organiser", account)


def _archive(files: Mapping[str, Any]) -> _Archive:
    for name in files:
        if not _NAMES.fullmatch(name):
            raise Refusal("archive.entry", "file", read=name[:60])
    if "club.json" not in files or not isinstance(files["club.json"], dict) or files["club.json"].get("format") != CLUB:
        raise Refusal("archive.zip", "file")
    keys = ("format", "name", "created_at", "players", "pairs", "leagues", "tournaments", "games")
    head = Reader(files["club.json"], "club.json", keys)
    many, games = head.whole("tournaments", 0, MOST_TOURNAMENTS), head.whole("games", 0, MOST_GAMES)
    wanted = [f"tournaments/{n:04}.json" for n in range(1, many + 1)], [f"games/{n:04}.json" for n in range(1, games + 1)]
    for name in {*wanted[0], *wanted[1]} ^ (set(files) - {"club.json"}):
        raise Refusal("archive.entry", "file", read=name)
    sound("club.json: name", lambda: check_club_name(head.value["name"]))
    head.at("created_at")
    players = [
        Reader(p, f"player {n}", ("name", "created_at", "hidden_at"))
        for n, p in enumerate(head.items("players", MOST_PLAYERS), 1)
    ]
    found = [_tournament(files[name], name, games) for name in wanted[0]]
    taken = [g.value["game"] for one in found for g in one.games]
    if sorted(taken) != list(range(1, games + 1)):
        raise damaged("games")
    return _Archive(
        head,
        players,
        [_pair(p, n, len(players)) for n, p in enumerate(head.items("pairs", MOST_PAIRS), 1)],
        [_league(one, n, many) for n, one in enumerate(head.items("leagues", season_leagues.MOST_LEAGUES), 1)],
        found,
        [_game(files[name], name) for name in wanted[1]],
    )


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


def _tournament(value: object, where: str, games: int) -> _Tournament:
    read = Reader(value, where, ("format", "created_at", "links", "games", "changes"))
    if read.value["format"] != TOURNAMENT:
        raise read.wrong("format")
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
    rows, board = tournament_rows(read.items("changes", MOST_CHANGES), len(links), where)
    return _Tournament(read, rows, board, links, played)


def _game(value: object, where: str) -> tuple[Reader, list[LogRow]]:
    read = Reader(value, where, ("format", "created_at", "changes"))
    if read.value["format"] != GAME:
        raise read.wrong("format")
    read.at("created_at")
    return read, game_rows(read.items("changes", MOST_CHANGES), where)


def _add_people(session: Session, club_id: int, read: _Archive) -> Numbers:
    people: Numbers = {}
    keys: set[str] = set()
    for n, one in enumerate(read.players, 1):
        sound(one.where, partial(check_name, one.value["name"]))
        name = one.value["name"]
        if folded(name) in keys:
            raise one.wrong("name")
        keys.add(folded(name))
        row = ClubPlayer(
            club_id=club_id, name=name, key=folded(name), created_at=one.at("created_at"), hidden_at=one.maybe_at("hidden_at")
        )
        session.add(row)
        session.flush()
        people[n] = row.id
    seen: set[tuple[int, ...]] = set()
    for one in read.pairs:
        first, second = (people[p] for p in one.value["players"])
        if (first, second) in seen:
            raise one.wrong("players")
        seen.add((first, second))
        times = {"created_at": one.at("created_at"), "used_at": one.at("used_at"), "hidden_at": one.maybe_at("hidden_at")}
        session.add(ClubPair(club_id=club_id, first_id=first, second_id=second, **times))
        session.flush()
    return people


def _add_game(session: Session, head: Reader, rows: list[LogRow]) -> int:
    game = Game(revision=len(rows), created_at=head.at("created_at"), changed_at=rows[-1].at)
    session.add(game)
    session.flush()
    session.execute(insert(Change), [{**row._asdict(), "game_id": game.id} for row in rows])
    session.add_all([Link(game_id=game.id, role=role) for role in ("score", "watch")])
    return game.id


def _add_tournament(session: Session, club_id: int, one: _Tournament, people: Numbers, games: Numbers) -> int:
    row = StoredTournament(
        club_id=club_id,
        revision=len(one.rows),
        name=one.board.name,
        day=one.board.about["day"],
        status=one.board.status,
        created_at=one.read.at("created_at"),
        changed_at=one.rows[-1].at,
    )
    session.add(row)
    session.flush()
    links: Numbers = {}
    for n, link in enumerate(one.links, 1):
        made = TournamentLink(
            tournament_id=row.id,
            **{name: link.value[name] for name in ("kind", "round", "number", "entrant")},
            created_at=link.at("created_at"),
            revoked_at=link.maybe_at("revoked_at"),
        )
        session.add(made)
        session.flush()
        links[n] = made.id
    for played in one.games:
        found = {"game_id": games[played.value["game"]], "link_id": links[played.value["link"]]}
        session.add(TableGame(**found, number=played.value["number"], created_at=played.at("created_at")))
    changes = [
        change._replace(
            tournament_id=row.id,
            link_id=links.get(change.link_id or 0),
            before=renumbered(change.before, people),
            after=renumbered(change.after, people),
        )._asdict()
        for change in one.rows
    ]
    session.execute(insert(TournamentChange), changes)
    return row.id


def _add_leagues(session: Session, club_id: int, leagues: list[Json], numbers: Numbers) -> None:
    for one in leagues:
        facts = {name: one[name] for name in ("note", "who", "points", "others", "best", "share")}
        facts["tournaments"] = [numbers[n] for n in one["tournaments"]]
        known = {name: one[name] for name in ("name", "uuid", "revision", "created_at", "changed_at", "deleted_at")}
        session.add(StoredLeague(club_id=club_id, facts=facts, **known))
        session.flush()
