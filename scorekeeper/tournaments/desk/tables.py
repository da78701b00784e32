"""The tables of a round as the desk shows them."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from scorekeeper.core.db.database import now
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.pairing.record.record import Table
from scorekeeper.pairing.standings.results import game_points, winner_of
from scorekeeper.tournaments import words
from scorekeeper.tournaments.commands.live import live_games as tournament_live
from scorekeeper.tournaments.commands.setup.validation import Pace
from scorekeeper.tournaments.desk.common import when
from scorekeeper.tournaments.words import marks_of, pool_title, progress_text, side_name, signed_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.pairing.record.record import Result
    from scorekeeper.tournaments.commands.live.live_games import MatchOnPad
    from scorekeeper.tournaments.commands.snapshot import Board
    from scorekeeper.tournaments.commands.tables_state import RoundView, TableView
    from scorekeeper.tournaments.desk.common import DeskContext

_DASH = "\u00a0–\u2060\u00a0"
"""The separator between two scores. It keeps them on one line, which a plain dash with hard spaces would not."""

GRACE = 5
"""Minutes that a table may take longer than planned before it counts as late."""

_STATES = {
    "idle": lambda: _("not started"),
    "playing": lambda: _("playing"),
    "late": lambda: _("late"),
    "reported": lambda: _("reported"),
    "disputed": lambda: _("in dispute"),
    "done": lambda: _("confirmed"),
}


@dataclass(frozen=True)
class TableRow:
    """A table.

    `group`: the title of its pool or final. `state`: `idle`, `playing`, `late`, `reported`, `disputed` or `done`; `word`: its
    name; `detail`: more about it. `scores`: final ones, or those so far (`running`); None if unknown. `marks`: a word for
    each side (forfeit, won). Its `repr` has only what the page shows, for the stamp (`core/pages/live_parts.py`, `stamp_of`).
    """

    number: int
    group: str
    table: TableView = field(repr=False)
    names: tuple[str, ...]
    state: str
    word: str
    detail: str
    scores: tuple[int, ...] | None
    running: bool
    marks: tuple[str, ...]
    winner: int | None


def desk_rows(desk: DeskContext, round_view: RoundView) -> list[TableRow]:
    """Return the tables of a round, in order of their pools or finals."""
    board = desk.board
    known = tournament_live.of_round(desk.access, board, round_view.number)
    late = are_tables_late(board, round_view)
    return [desk_row(board, table, known.get(table.number), late) for table in round_view.tables_by_pool]


def desk_row(board: Board, table: TableView, live: MatchOnPad | None, late: bool) -> TableRow:
    names = tuple(side_name(board, ids, table.round) for ids in table.sides)
    state = _state(table, live, late)
    scores = game_points(table.result)
    running = False
    if scores is None and table.reports:
        scores, running = game_points(next(iter(table.reports.values())).result), True
    if scores is None and live is not None and not table.result.known:
        scores, running = live.progress.scores, True
    if table.status == "disputed" and not table.result.known:
        scores = None
    won = winner_of(Table(table.number, table.sides, table.result))
    detail = _detail(table, live, state, names)
    marks = marks_of(table.result, len(names))
    one = board.round(table.round)
    group = pool_title(_, board.tournament, one.stage, table.pool) if one else ""
    return TableRow(table.number, group, table, names, state, _STATES[state](), detail, scores, running, marks, won)


def _state(table: TableView, live: MatchOnPad | None, late: bool) -> str:
    if table.status in ("disputed", "reported", "done"):
        return table.status
    if late:
        return "late"
    return "playing" if live is not None and live.begun else "idle"


def _detail(table: TableView, live: MatchOnPad | None, state: str, names: tuple[str, ...]) -> str:
    if state == "done":
        at = when(table.decided_at) if table.decided_at else ""
        return " · ".join(part for part in (at, table.decided_by) if part)
    if state == "reported":
        report = next(iter(table.reports.values()))
        return _("by %(side)s, %(when)s", side=names[report.side], when=when(report.at))
    if state == "disputed":
        return _("two versions") if len(table.reports) > 1 else _("one side disagrees")
    if live is None or not live.begun:
        return ""
    return _("played, not confirmed") if live.progress.complete else progress_text(live.progress)


def are_tables_late(board: Board, round_view: RoundView) -> bool:
    """Return whether tables of this round without a result are late.

    They are once time is up, or the round has taken longer than planned.
    """
    clock = board.clock
    moment = now()
    if clock is not None and clock.round in (None, round_view.number):
        return clock.left(moment) < -GRACE * 60 or _called_long_ago(clock.called_at, moment)
    expected = expected_minutes(board, round_view.number)
    return expected is not None and moment > round_view.published_at + timedelta(minutes=expected + 2 * GRACE)


def _called_long_ago(called: datetime | None, moment: datetime) -> bool:
    return called is not None and moment > called + timedelta(minutes=GRACE)


def expected_minutes(board: Board, number: int | None) -> int | None:
    """Return the expected length of a match in minutes, or None if unknown."""
    match = board.match_in(number)
    if match.kind == "hands" and match.hands:
        return match.hands * match.best_of * Pace().minutes_a_hand
    return match.minutes if match.kind == "clock" else None


def result_line(result: Result, names: tuple[str, ...]) -> str:
    """Return a result on one line: 345–290; 205–140, 190–215; forfeit and winner by name."""
    return words.result_text(result, names, _scores_line)


def _scores_line(scores: Sequence[int]) -> str:
    # A dash is hard to tell from a minus sign next to it.
    if min(scores) < 0:
        return " / ".join(signed_text(n) for n in scores).replace(" ", "\u00a0")
    return _DASH.join(signed_text(n) for n in scores)
