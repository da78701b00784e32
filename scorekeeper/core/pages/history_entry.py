"""An entry in the history of a club or a tournament."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True)
class HistoryEntry:
    """A change in words, with the old and new values. `number`: its revision, or its number in the club's log.

    `redo`: the change was an undo, so undoing it redoes the original.
    """

    number: int
    at: datetime
    who: str
    text: str
    was: list[str]
    now: list[str]
    redo: bool
    undone: bool
    may_undo: bool
