"""Reads and checks a club archive: every value, every log, and their consistency. Nothing is written."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from typing import Any, TypeVar

from scorekeeper.archives.shapes import (
    CLUB,
    GAME,
    TOURNAMENT,
    ArchivedClubChange,
    ArchivedLeague,
    ArchivedLink,
    ArchivedPair,
    ArchivedPlayer,
    ArchivedTableGame,
    ClubFile,
    GameFile,
    LeagueFacts,
    TournamentFile,
)
from scorekeeper.clubs.commands.members.members import check_club_name, check_zone
from scorekeeper.clubs.commands.members.roster import check_name
from scorekeeper.clubs.commands.privacy.privacy import check_months, check_names, check_responsible
from scorekeeper.clubs.commands.privacy.public_names import FULL
from scorekeeper.clubs.store.log import CLUB_ACTIONS
from scorekeeper.core import validation
from scorekeeper.core.limits import check_uuid
from scorekeeper.core.refusals import Refusal
from scorekeeper.core.validation import Json, ObjectReader, check_value, invalid_file_value, read_declared
from scorekeeper.formats.declared import keys_of
from scorekeeper.games.commands.files.log_check import game_events
from scorekeeper.games.store.log import GameEvent
from scorekeeper.leagues.commands import leagues as season_leagues
from scorekeeper.ratings.league import RANKS
from scorekeeper.tournaments.commands.files.archived_log import tournament_events
from scorekeeper.tournaments.commands.snapshot import Board
from scorekeeper.tournaments.store.log import TournamentEvent

FACTS = keys_of(LeagueFacts)
BEFORE_COUNTS: Json = {"counts": RANKS}
"""What a league counted before there was a choice: archives from then don't say it."""
_SUBJECT = re.compile(r"(league|player)/([1-9]\d{0,4})")


def upgrade_club_file(head: Json) -> Json:
    """Convert `club.json` from version 1 to version 2. A league's history begins with its current state."""
    if "changes" in head or any("same_as" in player for player in head["players"]):
        raise ValueError(head["format"])
    changes = []
    for n, one in enumerate(head["leagues"], 1):
        after = {**{name: {**BEFORE_COUNTS, **one}[name] for name in FACTS}, "away": one["deleted_at"] is not None}
        about = {"uuid": one["uuid"], "at": one["changed_at"], "who": "", "action": "create", "subject": f"league/{n}"}
        changes.append({**about, "before": {}, "after": after, "undoes": None})
    players = [{**player, "same_as": None} for player in head["players"]]
    return {**head, "players": players, "changes": changes}


def check_changes(
    head: ClubFile, leagues: list[ArchivedLeague], same_as: list[int | None], tournaments: int
) -> list[ArchivedClubChange]:
    """Return the checked changes. Raises Refusal("archive.value", "archive.many")."""
    states: dict[str, Json] = {f"player/{n}": {"same_as": None} for n in range(1, len(same_as) + 1)}
    keys: set[str] = set()
    rows = []
    for number, change in enumerate(head.changes, 1):
        where = f"change {number} of the club"
        changed = read_declared(ArchivedClubChange, change, where, undoes=number - 1)
        if changed.action == "create":
            changed = replace(changed, after={**BEFORE_COUNTS, **changed.after})
        _check_change(changed, where, states, tournaments, len(leagues), len(same_as))
        if check_uuid(changed.uuid) in keys:
            raise invalid_file_value(f"{where}: uuid")
        keys.add(changed.uuid)
        rows.append(changed)
    for n, one in enumerate(leagues, 1):
        facts = {**{name: getattr(one, name) for name in FACTS}, "away": one.deleted_at is not None}
        if states.pop(f"league/{n}", None) != facts:
            raise invalid_file_value(f"league {n}")
    for n, same in enumerate(same_as, 1):
        if states.pop(f"player/{n}")["same_as"] != same:
            raise invalid_file_value(f"player {n}: same_as")
    _check_no_cycles(same_as)
    return rows


def _check_change(
    change: ArchivedClubChange, where: str, states: dict[str, Json], tournaments: int, leagues: int, players: int
) -> None:
    subject_match = _SUBJECT.fullmatch(change.subject)
    if subject_match is None or int(subject_match[2]) > (leagues if subject_match[1] == "league" else players):
        raise invalid_file_value(f"{where}: subject")
    before, after = change.before, change.after
    state = states.get(change.subject, {})
    known = {*FACTS, "away"} if subject_match[1] == "league" else {"same_as"}
    is_complete = set(before) == set(after) if state else (not before and set(after) == known and change.action == "create")
    if change.action not in CLUB_ACTIONS or not is_complete or not after or not set(after) <= known:
        raise invalid_file_value(f"{where}: action")
    if any(state[name] != was for name, was in before.items()):
        raise invalid_file_value(f"{where}: before")
    now = states[change.subject] = {**state, **after}
    if subject_match[1] == "league":
        check_value(where, lambda: _check_league(now, tournaments))
    elif not (now["same_as"] is None or (type(now["same_as"]) is int and 1 <= now["same_as"] <= players)):
        raise invalid_file_value(f"{where}: after")


def _check_league(facts: Json, tournaments: int) -> None:
    season_leagues.check(0, {name: value for name, value in facts.items() if name != "tournaments"})
    chosen: Any = facts["tournaments"]
    if type(facts["away"]) is not bool or not all(type(n) is int and 1 <= n <= tournaments for n in chosen):
        raise ValueError(facts)


def _check_no_cycles(same_as: list[int | None]) -> None:
    good: set[int] = set()
    for n in range(1, len(same_as) + 1):
        on_the_way: set[int] = set()
        at: int | None = n
        while at is not None and at not in good:
            if at in on_the_way:
                raise invalid_file_value(f"player {n}: same_as")
            on_the_way.add(at)
            at = same_as[at - 1]
        good |= on_the_way


T = TypeVar("T")

FIRST = "scorekeeper-club/1"
"""Format of the first archives, in which leagues had no history and players no `same_as`."""

_NAMES = re.compile(r"club\.json|(?:tournaments|games)/\d{4,6}\.json")


@dataclass(frozen=True)
class ArchivedTournament:
    """A checked tournament of an archive."""

    file: TournamentFile
    rows: list[TournamentEvent]
    board: Board
    links: list[ArchivedLink]
    games: list[ArchivedTableGame]


@dataclass(frozen=True)
class Archive:
    """A fully checked archive. `files` holds its unpacked files."""

    files: Mapping[str, Any]
    head: ClubFile
    players: list[ArchivedPlayer]
    pairs: list[ArchivedPair]
    leagues: list[ArchivedLeague]
    changes: list[ArchivedClubChange]
    tournaments: list[ArchivedTournament]
    games: list[tuple[GameFile, list[GameEvent]]]


def read(files: Mapping[str, Any]) -> Archive:
    """Check unpacked files and return the archive. Raises Refusal("archive…")."""
    for name in files:
        if not _NAMES.fullmatch(name):
            raise Refusal("archive.entry", "file", read=name[:60])
    head = validation.read_declared(ClubFile, _head(files.get("club.json")), "club.json")
    many, games = head.tournaments, head.games
    file_names = [f"tournaments/{n:04}.json" for n in range(1, many + 1)], [f"games/{n:04}.json" for n in range(1, games + 1)]
    for name in {*file_names[0], *file_names[1]} ^ (set(files) - {"club.json"}):
        raise Refusal("archive.entry", "file", read=name)
    check_value("club.json: name", lambda: check_club_name(head.name))
    if head.zone is not None:
        check_value("club.json: zone", lambda: check_zone(head.zone))
    check_value("club.json: public_names", lambda: check_names(head.public_names))
    if head.responsible is not None:
        responsible = (head.responsible, head.responsible_reach, head.responsible_since)
        check_value("club.json: responsible", lambda: check_responsible(*responsible, date.max))
    for field in ("keep_names", "keep_sign_ins"):
        check_value(f"club.json: {field}", partial(check_months, getattr(head, field), field))
    players = [_player(p, n) for n, p in enumerate(head.players, 1)]
    leagues = [_league(one, n, many) for n, one in enumerate(head.leagues, 1)]
    tournaments = [_tournament(files[name], name, games) for name in file_names[0]]
    game_numbers = [g.game for one in tournaments for g in one.games]
    if sorted(game_numbers) != list(range(1, games + 1)):
        raise invalid_file_value("games")
    return Archive(
        files,
        head,
        players,
        [_pair(p, n, len(players)) for n, p in enumerate(head.pairs, 1)],
        leagues,
        check_changes(head, leagues, [p.same_as for p in players], many),
        tournaments,
        [_game(files[name], name) for name in file_names[1]],
    )


_ADDED_LATER: Json = {
    "zone": None,
    "public_names": FULL,
    **dict.fromkeys(("responsible", "responsible_reach", "responsible_since", "keep_names", "keep_sign_ins")),
}
"""Defaults for fields that older archives lack: they had no time zones or retention periods, and showed full names."""


def _head(value: Any) -> Any:
    """Return `club.json` in the current version. Raises Refusal("archive.zip", "archive.version", "archive.value")."""
    if not isinstance(value, dict):
        raise Refusal("archive.zip", "file")
    if value.get("format") == FIRST:
        heads: list[Json] = []
        check_value("club.json", lambda: heads.append(upgrade_club_file(value)))
        return {**_ADDED_LATER, **heads[0]}
    _check_format(value.get("format"), CLUB, Refusal("archive.zip", "file"))
    return {**_ADDED_LATER, **value}


def _check_format(read: object, known: str, otherwise: Refusal) -> None:
    """Raise Refusal("archive.version") for a later version's format, and the given refusal for an unknown one."""
    if read != known:
        kind, _, version = str(read).partition("/")
        later = version.isdecimal() and len(version) < 6 and int(version) > int(known.partition("/")[2])
        raise Refusal("archive.version", "file", read=str(read)[:40]) if later and kind == known.partition("/")[0] else otherwise


def _file(kind: type[T], known: str, value: object, where: str, **most: int) -> T:
    """Read a file of the archive after checking its format."""
    reader = ObjectReader(value, where, keys_of(kind))
    _check_format(reader.value["format"], known, reader.wrong("format"))
    return validation.read_declared(kind, value, where, **most)


def _player(value: object, n: int) -> ArchivedPlayer:
    player = validation.read_declared(ArchivedPlayer, value, f"player {n}")
    check_value(f"player {n}", lambda: check_name(player.name))
    return player


def _pair(value: object, n: int, players: int) -> ArchivedPair:
    pair = validation.read_declared(ArchivedPair, value, f"pair {n}")
    both = pair.players
    if len(both) != 2 or both[0] >= both[1] or both[1] > players:
        raise invalid_file_value(f"pair {n}: players")
    return pair


def _league(value: object, n: int, tournaments: int) -> ArchivedLeague:
    if isinstance(value, dict):
        value = {**BEFORE_COUNTS, **value}
    league = validation.read_declared(ArchivedLeague, value, f"league {n}", tournaments=tournaments)
    facts = {name: getattr(league, name) for name in FACTS if name != "tournaments"}
    check_value(f"league {n}", lambda: season_leagues.check(0, facts))
    check_uuid(league.uuid)
    return league


def _tournament(value: object, where: str, games: int) -> ArchivedTournament:
    file = _file(TournamentFile, TOURNAMENT, value, where, games=games)
    links = [validation.read_declared(ArchivedLink, link, f"{where}, link {n}") for n, link in enumerate(file.links, 1)]
    most = {"game": games, "link": len(links)}
    played = [validation.read_declared(ArchivedTableGame, g, f"{where}, game {n}", **most) for n, g in enumerate(file.games, 1)]
    if len({(one.link, one.number) for one in played}) != len(played):
        raise invalid_file_value(f"{where}: games")
    rows, board = tournament_events(file.changes, len(links), where)
    return ArchivedTournament(file, rows, board, links, played)


def _game(value: object, where: str) -> tuple[GameFile, list[GameEvent]]:
    file = _file(GameFile, GAME, value, where)
    return file, game_events(file.changes, where)
