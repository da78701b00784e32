"""Events of a tournament as the desk lists them: who did what, and the state before."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scorekeeper.core.db.database import now
from scorekeeper.core.pages.history_entry import HistoryEntry
from scorekeeper.tournaments.commands import history
from scorekeeper.tournaments.desk.steps import step_text, versions
from scorekeeper.tournaments.store import parts
from scorekeeper.tournaments.store.log import TournamentRow
from scorekeeper.tournaments.words import ended_account

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.tournaments.commands.history import TournamentStep
    from scorekeeper.tournaments.desk.common import DeskContext


def describe_step(desk: DeskContext, step: TournamentStep) -> HistoryEntry:
    """Return an event in words."""
    was, now = versions(desk.board, step)
    may = step.revision > 1 and bool(step.after) and not step.undone and (desk.access.may("direct") or step.mine)
    who = ended_account() if step.ended else step.who
    return HistoryEntry(step.revision, step.at, who, step_text(desk.board, step), was, now, step.redo, step.undone, may)


def describe_rows(desk: DeskContext, rows: Sequence[TournamentRow]) -> list[HistoryEntry]:
    """Return conflicting events in words, newest first."""
    return [describe_step(desk, history.step_of(desk.access, desk.board, row)) for row in reversed(rows)]


def describe_wanted(desk: DeskContext, wanted: dict[str, Any]) -> list[str]:
    """Return in words what a command would have written."""
    row = TournamentRow(
        desk.id, desk.board.revision, "", now(), None, None, None, "", "edit", "", dict.fromkeys(wanted), wanted, None
    )
    return versions(desk.board, history.step_of(desk.access, desk.board, row))[1]


def describe_table_events(desk: DeskContext, number: int, table: int) -> list[HistoryEntry]:
    """Return the events about one table."""
    steps = history.history(desk.access, limit=desk.board.revision)
    return [describe_step(desk, s) for s in steps if any(parts.place_of(part) == (number, table) for part in s.after)]
