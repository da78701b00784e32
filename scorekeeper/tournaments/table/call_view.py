"""A table's call to the director, as its phones show it."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.core.db.database import now
from scorekeeper.core.i18n.translation import t
from scorekeeper.tournaments.call_words import call_reason, minutes_ago
from scorekeeper.tournaments.commands.call_state import ANSWERED
from scorekeeper.tournaments.commands.calls.director_calls import call_in_hand, may_call
from scorekeeper.tournaments.commands.snapshot import Board
from scorekeeper.tournaments.commands.tables_state import TableView
from scorekeeper.tournaments.store.call_parts import REASONS


@dataclass(frozen=True)
class TableCall:
    """A call in hand, or the reasons to call.

    `number`: of the call, None if there is none; `reason`: why, in words; `on_the_way`: the director has set out. `ago`:
    seconds since the call, and `since`: that in words. `reasons`: to choose from, as (code, words).
    """

    number: int | None
    reason: str
    on_the_way: bool
    ago: int
    since: str
    reasons: list[tuple[str, str]]


def table_call(board: Board, table: TableView) -> TableCall | None:
    """Return the call of a table, or None if the table cannot call."""
    found = call_in_hand(table)
    if not may_call(board, table):
        return None
    reasons = [(reason, call_reason(t(), reason)) for reason in REASONS]
    if found is None:
        return TableCall(None, "", False, 0, "", reasons)
    ago = max(0, int((now() - found.at).total_seconds()))
    return TableCall(found.number, call_reason(t(), found.reason), found.status == ANSWERED, ago, minutes_ago(ago // 60), reasons)
