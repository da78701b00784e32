"""Changes of a tournament as the desk lists them: who did what, and what stood before."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scorekeeper.base.db import now
from scorekeeper.base.pages.told import Told
from scorekeeper.tournaments.actions import history
from scorekeeper.tournaments.desk.steps import step_text, versions
from scorekeeper.tournaments.store import parts
from scorekeeper.tournaments.store.log import TournamentRow

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.tournaments.actions.history import Step
    from scorekeeper.tournaments.desk.common import Desk


def told(desk: Desk, step: Step) -> Told:
    """A change in words."""
    was, now = versions(desk.board, step)
    may = step.revision > 1 and not step.undone and (desk.way.may("direct") or step.mine)
    return Told(step.revision, step.at, step.who, step_text(desk.board, step), was, now, step.redo, step.undone, may)


def told_rows(desk: Desk, rows: Sequence[TournamentRow]) -> list[Told]:
    """Changes made meanwhile, the newest first."""
    return [told(desk, history.step_of(desk.way, desk.board, row)) for row in reversed(rows)]


def told_wanted(desk: Desk, wanted: dict[str, Any]) -> list[str]:
    """What somebody wanted to become of these parts, in words."""
    row = TournamentRow(
        desk.id, desk.board.revision, "", now(), None, None, None, "", "edit", "", dict.fromkeys(wanted), wanted, None
    )
    return versions(desk.board, history.step_of(desk.way, desk.board, row))[1]


def told_about(desk: Desk, number: int, table: int) -> list[Told]:
    """What happened to one table."""
    steps = history.history(desk.way, limit=desk.board.revision)
    return [told(desk, s) for s in steps if any(parts.place_of(part) == (number, table) for part in s.after)]
