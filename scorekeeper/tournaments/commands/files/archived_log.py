"""Validation of an archived log, event by event."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any

from scorekeeper.core.limits import check_uuid
from scorekeeper.core.validation import Json as AnyJson
from scorekeeper.core.validation import check_value, invalid_file_value, read_declared
from scorekeeper.formats.declared import copy_as, dump, dump_fields, fields_of, keys_of
from scorekeeper.formats.fields import Fields, parse_checked
from scorekeeper.formats.tournament_money import parse_pot, parse_purse
from scorekeeper.formats.tournament_record import parse_result
from scorekeeper.formats.tournament_v2 import parse_penalty, parse_v2
from scorekeeper.games.store.parts import LONGEST_UUID
from scorekeeper.pairing.record.record import Result
from scorekeeper.pairing.record.shapes import Text, Whole
from scorekeeper.tournaments.commands.calls.announcements import check_announcement
from scorekeeper.tournaments.commands.setup.entry_validation import check_entry
from scorekeeper.tournaments.commands.setup.validation import check_about, check_moment, check_setup, check_text
from scorekeeper.tournaments.commands.snapshot import Board
from scorekeeper.tournaments.store import parts
from scorekeeper.tournaments.store.clock_part import Clock
from scorekeeper.tournaments.store.log import TournamentEvent, TournamentLog
from scorekeeper.tournaments.store.parts import EntrantPart, RoundPart
from scorekeeper.tournaments.store.tournament import STATUSES

LONGEST_WHO = 60
_PART = re.compile(
    r"about|setup|entry|status|clock|entrant/e[1-9]\d{0,5}|round/[1-9]\d{0,3}"
    r"|(?:result|dispute)/[1-9]\d{0,3}/[1-9]\d{0,3}|report/[1-9]\d{0,3}/[1-9]\d{0,3}/[012]"
    r"|door|check_in/e[1-9]\d{0,5}|(?:payment|charge)/e[1-9]\d{0,5}/[1-9]\d{0,2}|price/e[1-9]\d{0,5}"
    r"|purse|pot/[1-9]\d{0,2}|tie/e[1-9]\d{0,5}(?:/[1-9]\d?)?|door_prize/e[1-9]\d{0,5}/[1-9]\d{0,2}"
    r"|ranked_tags|(?:place|profile)/e[1-9]\d{0,5}|(?:meeting|penalty)/[1-9]\d{0,4}"
    r"|announcement|hall|calls|call/[1-9]\d{0,3}/[1-9]\d{0,3}/[1-9]\d?"
)
_ACTION = re.compile(r"[a-z_]{1,24}")


@dataclass(frozen=True, slots=True)
class ArchivedChange:
    """An event of a tournament in an archive: its row of the log without local ids.

    `link`: the number of the link it came by, from 1 in the archive's list.
    """

    uuid: Annotated[str, Text(LONGEST_UUID, 0)]
    at: datetime
    who: Annotated[str, Text(LONGEST_WHO, 0)]
    link: Annotated[int, Whole(1)] | None
    action: Annotated[str, Text(24, 0)]
    subject: Annotated[str, Text(60, 0)]
    before: Mapping[str, Any]
    after: Mapping[str, Any]
    undoes: Annotated[int, Whole(2)] | None


def tournament_events(changes: list[Any], links: int, where: str) -> tuple[list[TournamentEvent], Board]:
    """Return the rows of an archived log and the tournament they build.

    `link_id` is the number within the archive. Raises Refusal("archive.value").
    """
    log, rows = TournamentLog(), []
    for number, change in enumerate(changes, 1):
        location = f"{where}, change {number}"
        row = _tournament_event(
            read_declared(ArchivedChange, change, location, link=links, undoes=number - 1), location, number, log
        )
        log.add(row)
        rows.append(row)
    if not rows or not {"about", "setup", "entry", "status"} <= log.parts.keys():
        raise invalid_file_value(where)
    board = Board(log)
    check_value(where, lambda: _check_derived_values(board))
    return rows, board


def _tournament_event(change: ArchivedChange, where: str, number: int, log: TournamentLog) -> TournamentEvent:
    before, after = change.before, change.after
    if set(before) != set(after) or any(before[part] != log.parts.get(part) for part in before):
        raise invalid_file_value(f"{where}: before")
    for part, value in after.items():
        if not _PART.fullmatch(part):
            raise invalid_file_value(f"{where}: {part[:40]}")
        if value is not None:
            check_value(f"{where}: {part}", _checks(part, value, log, after))
    if check_uuid(change.uuid) in log.uuids or not _ACTION.fullmatch(change.action):
        raise invalid_file_value(f"{where}: uuid")
    own = {"account_id": None, "device_id": None, "asked": None}
    return copy_as(TournamentEvent, change, tournament_id=0, revision=number, link_id=change.link, **own)


def _checks(part: str, value: Any, log: TournamentLog, after: Mapping[str, Any]) -> Callable[[], object]:
    """Return a function that reads a part by its declared type and checks its content."""
    kind, _, rest = part.partition("/")
    if kind in ("result", "report"):
        number, table = (int(one) for one in rest.split("/")[:2])
        return lambda: _result(value, _round_of_result(number, log, after), table)
    if kind == "status":
        return lambda: STATUSES.index(value)
    declared = parts.PART_TYPES[kind]
    checks: dict[str, Callable[[Any], object]] = {
        "about": lambda found: (check_about(value), check_text(found.prizes, "prizes")),
        "setup": lambda _: _check_same(check_setup(value), value),
        "entry": lambda found: (check_text(found.note, "note"), found.closes is None or check_moment(found.closes)),
        "clock": lambda found: (_check_same(dump(found), value), _seconds_left(found)),
        "entrant": lambda found: (_is_as_written(found, value), _check_same(found.id, rest)),
        "round": lambda found: (_check_same(dump(found), value), _round(found, {**log.parts, **after})),
        "dispute": lambda found: ((0, 1, 2).index(found.side), check_text(found.note, "note")),
        "door": lambda found: _check_same(dump(found), value),
        "check_in": lambda found: (_check_same(dump(found), value), _check_entered(rest, log, after)),
        "purse": lambda found: (_check_same(dump(found), value), parse_purse(value)),
        "pot": lambda found: (_check_same(dump(found), value), parse_pot(value, "pot", _entered(log, after))),
        "price": lambda found: (_check_same(dump(found), value), _check_entered(rest, log, after)),
        "charge": lambda found: (_check_same(dump(found), value), _check_entered(rest.partition("/")[0], log, after)),
        "meeting": lambda found: (_check_same(dump(found), value), [_check_entered(i, log, after) for i in found.between]),
        "place": lambda found: (_check_same(dump(found), value), _check_entered(rest, log, after)),
        "profile": lambda found: (_check_same(dump(found), value), _check_entered(rest, log, after)),
        "ranked_tags": lambda found: _check_same(dump(found), value),
        "penalty": lambda found: (
            _check_same(dump(parse_penalty(value, "", (found.entrant,))), value),
            _check_entered(found.entrant, log, after),
        ),
        "payment": lambda found: (_check_same(dump(found), value), _check_entered(rest.partition("/")[0], log, after)),
        "tie": lambda found: (_check_same(dump(found), value), [_check_entered(who, log, after) for who in found.order]),
        "announcement": lambda found: (
            _check_same(dump(found), value),
            found.text == "" or _check_same(check_announcement(found.text), found.text),
        ),
        "calls": lambda found: _check_same(dump(found), value),
        "hall": lambda found: _check_same(dump(found), value),
        "call": lambda found: (_check_same(dump(found), value), check_text(found.note, "note"), _check_table(rest, log, after)),
        "door_prize": lambda found: (_check_same(dump(found), value), _check_entered(found.entrant, log, after)),
    }
    return lambda: checks[kind](parse_checked(declared, value, "round", ""))


def _is_as_written(part: object, value: AnyJson) -> bool:
    """Return whether every key that is present has the value this program would write."""
    names = [one.name for one in fields_of(type(part)) if one.key in value]
    return _check_same(dump_fields(type(part), {name: getattr(part, name) for name in names}), value)


def _check_same(parsed: object, value: object) -> bool:
    if parsed != value:
        raise ValueError("not as it is written here")
    return True


def _entered(log: TournamentLog, after: Mapping[str, Any]) -> set[str]:
    """Return the ids of all entrants after a change."""
    return {part.partition("/")[2] for part, value in {**log.parts, **after}.items() if part.startswith("entrant/") and value}


def _check_entered(entrant: str, log: TournamentLog, after: Mapping[str, Any]) -> bool:
    return _check_same(parts.entrant_part(entrant) in {**log.parts, **after}, True)


def _check_table(place: str, log: TournamentLog, after: Mapping[str, Any]) -> bool:
    number, table = (int(one) for one in place.split("/")[:2])
    return _check_same(any(t.number == table for t in _round_of_result(number, log, after).tables), True)


def _seconds_left(clock: Clock) -> int:
    return clock.left(clock.called_at or clock.started_at or datetime.now().astimezone())


def _round(part: RoundPart, known: Mapping[str, Any]) -> int:
    seated = {i for table in part.tables for side in table.sides for i in side} | set(part.byes)
    if not all(f"entrant/{i}" in known for i in seated) or any(not 2 <= len(t.sides) <= 3 for t in part.tables):
        raise ValueError(part)
    return len(seated)


def _round_of_result(number: int, log: TournamentLog, after: Mapping[str, Any]) -> RoundPart:
    """Return the round that a result belongs to."""
    part = parts.round_part(number)
    return parts.round_of(after[part]) if part in after else log.paired(number)


def _result(value: AnyJson, seated: RoundPart, table: int) -> None:
    sides = next(len(t.sides) for t in seated.tables if t.number == table)
    parse_result(Fields(value, "round", "result", keys_of(Result)), sides)


def _check_derived_values(board: Board) -> None:
    """Check that everything the pages show can be computed from the tournament."""
    parse_v2(board.record_json(desk=True))
    names = [board.rules, board.entrants, board.rounds, board.draft, board.standings, board.bracket, board.clock]
    for entry in board.entrants:
        if entry.players:
            check_entry(board, {**_single(entry), "name": entry.name, "players": list(entry.players), "seed": entry.seed})
    if len(names) != 7 or not all(board.log.entries()):
        raise ValueError("incomplete")


def _single(entry: EntrantPart) -> AnyJson:
    return {"seeks_partner": True} if entry.seeks_partner else {}
