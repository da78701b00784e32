"""A change of a club or of a tournament, as its history tells it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True)
class ToldChange:
    """A change in words: what stood before it and what stands since. `number`: its revision, or its place in the club's log.

    `redo`: it took a change back, and taking it back does that again.
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
