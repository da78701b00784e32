"""Whether the log of a tournament is such as this program writes: every change on top of the one before, every part readable."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import datetime
from typing import Any

from scorekeeper.base.bounded import Json, Reader, damaged, sound
from scorekeeper.base.limits import check_uuid
from scorekeeper.clubs.store.club import LONGEST_PLAYER_NAME
from scorekeeper.codec.fields import Fields
from scorekeeper.codec.names import fits
from scorekeeper.codec.tournament_record import dump_tournament, parse_result, parse_tournament
from scorekeeper.games.store.change import LONGEST_UUID
from scorekeeper.tournaments.actions.board import Board
from scorekeeper.tournaments.actions.clock_state import Clock
from scorekeeper.tournaments.actions.entrants import check_entry
from scorekeeper.tournaments.actions.setup import check_about, check_moment, check_setup, check_text
from scorekeeper.tournaments.store import parts
from scorekeeper.tournaments.store.log import TournamentLog, TournamentRow
from scorekeeper.tournaments.store.tournament import STATUSES

LONGEST_WHO = 60
_PART = re.compile(
    r"about|setup|entry|status|clock|entrant/e[1-9]\d{0,5}|round/[1-9]\d{0,3}"
    r"|(?:result|dispute)/[1-9]\d{0,3}/[1-9]\d{0,3}|report/[1-9]\d{0,3}/[1-9]\d{0,3}/[012]"
)
_ACTION = re.compile(r"[a-z_]{1,24}")
_CHANGE = ("uuid", "at", "who", "link", "action", "subject", "before", "after", "undoes")


def tournament_rows(changes: list[Any], links: int, where: str) -> tuple[list[TournamentRow], Board]:
    """The changes of a tournament, and what they add up to. `link_id` is the number within the archive.

    Raises Refusal("archive.value").
    """
    log, rows = TournamentLog(), []
    for number, change in enumerate(changes, 1):
        row = _tournament_row(Reader(change, f"{where}, change {number}", _CHANGE), number, links, log)
        log.add(row)
        rows.append(row)
    if not rows or not {"about", "setup", "entry", "status"} <= log.parts.keys():
        raise damaged(where)
    board = Board(log)
    sound(where, lambda: _whole(board))
    return rows, board


def _tournament_row(read: Reader, number: int, links: int, log: TournamentLog) -> TournamentRow:
    before, after = read.parts("before"), read.parts("after")
    if set(before) != set(after) or any(before[part] != log.parts.get(part) for part in before):
        raise read.wrong("before")
    for part, value in after.items():
        if not _PART.fullmatch(part):
            raise read.wrong(part[:40])
        if value is not None:
            sound(f"{read.where}: {part}", _checks(part, value, log, after))
    uuid = check_uuid(read.text("uuid", LONGEST_UUID))
    if uuid in log.uuids or not _ACTION.fullmatch(read.text("action", 24)):
        raise read.wrong("uuid")
    return TournamentRow(
        0,
        number,
        uuid,
        read.at("at"),
        None,
        None,
        read.maybe("link", 1, links),
        read.text("who", LONGEST_WHO),
        read.text("action", 24),
        read.text("subject", 60),
        before,
        after,
        read.maybe("undoes", 2, number - 1),
    )


def _checks(part: str, value: Any, log: TournamentLog, after: Json) -> Callable[[], object]:
    """What reads a part as the program will."""
    kind, _, rest = part.partition("/")
    checks: dict[str, Callable[[], object]] = {
        "about": lambda: (check_about(value), check_text(value["prizes"], "prizes"), _only(value, _ABOUT)),
        "setup": lambda: _same(check_setup(value), value),
        "entry": lambda: _entry_form(value),
        "status": lambda: STATUSES.index(value),
        "clock": lambda: _same(Clock.of(value).as_json(), value) and _clock(Clock.of(value)),
        "entrant": lambda: _entrant(rest, value),
        "round": lambda: _round(int(rest), value, {**log.parts, **after}),
        "dispute": lambda: (_only(value, ("side", "note")), (0, 1, 2).index(value["side"]), check_text(value["note"], "note")),
    }
    if kind in ("result", "report"):
        number, table = rest.split("/")[:2]
        return lambda: _result(value, {**log.parts, **after}[f"round/{number}"], int(table))
    return checks[kind]


_ABOUT = ("name", "day", "starts", "minutes", "venue", "note", "prizes", "hours", "pace", "public_names")
_ENTRANT = (*parts.ENTRANT, "players", "player_ids", "via", "waiting", "withdrawn")


def _only(value: Json, keys: tuple[str, ...]) -> bool:
    if not set(value) <= set(keys):
        raise ValueError(sorted(set(value) - set(keys)))
    return True


def _same(found: object, value: object) -> bool:
    if found != value:
        raise ValueError("not as it is written here")
    return True


def _entry_form(value: Json) -> None:
    _only(value, ("open", "limit", "closes", "note"))
    if type(value["open"]) is not bool or not (value["limit"] is None or type(value["limit"]) is int):
        raise ValueError(value)
    check_text(value["note"], "note")
    if value["closes"] is not None:
        check_moment(value["closes"])


def _clock(clock: Clock) -> int:
    if not 0 < clock.minutes < 10_000 or not 0 <= clock.spent < 10_000_000 or not isinstance(clock.round, int | None):
        raise ValueError(clock)
    return clock.left(clock.called_at or clock.started_at or datetime.now().astimezone())


def _entrant(number: str, value: Json) -> None:
    _only(value, _ENTRANT)
    found = parts.entrant_of(value)
    players = value.get("players", [])
    if found.id != number or not all(isinstance(p, str) and fits(p, LONGEST_PLAYER_NAME) for p in players):
        raise ValueError(value)
    if not all(type(n) is int for n in value.get("player_ids", ())) or value.get("via", "desk") not in ("desk", "form"):
        raise ValueError(value)
    if any(type(value.get(name, False)) is not bool for name in ("waiting", "withdrawn")):
        raise ValueError(value)


def _round(number: int, value: Json, known: Json) -> None:
    draft = parts.draft_of(number, value)
    seated = {i for table in draft.tables for side in table.sides for i in side} | set(draft.byes)
    if not all(f"entrant/{i}" in known for i in seated) or any(not 2 <= len(t.sides) <= 3 for t in draft.tables):
        raise ValueError(value)
    flags = {"published": value["published"], "by_hand": value["by_hand"], "ahead": value.get("ahead", False)}
    _same(parts.draft_json(draft, paired=value["paired"], **flags), value)
    if type(value["paired"]) is not int or any(type(flag) is not bool for flag in flags.values()):
        raise ValueError(value)


def _result(value: Json, seated: Json, table: int) -> None:
    sides = next(len(t["sides"]) for t in seated["tables"] if t["table"] == table)
    keys = ("scores", "winner", "forfeit", "boxes", "games")
    parse_result(Fields(value, "round", "result", keys), sides)


def _whole(board: Board) -> None:
    """Everything that pages are made of can be made of it."""
    parse_tournament(dump_tournament(board.tournament))
    names = [board.rules, board.entrants, board.rounds, board.draft, board.standings, board.bracket, board.clock]
    for entry in board.entrants:
        if entry.players:
            check_entry(board, {"name": entry.name, "players": list(entry.players), "seed": entry.seed})
    if len(names) != 7 or not all(board.log.entries()):
        raise ValueError("incomplete")
