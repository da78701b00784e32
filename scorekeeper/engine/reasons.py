"""Why a score is what it is, line by line."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class Line:
    """One reason: the rule's id, the side it speaks of, the score points it adds or takes, and the figures behind it.

    A value; not frozen because the replay makes millions and freezing doubles their cost.
    """

    rule: str
    side: int
    points: int
    params: dict[str, object]
