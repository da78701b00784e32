"""The reasons behind a score, line by line."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class Line:
    """One reason for a score: the rule id, the side, the score points and the details.

    Treat it as a value. It is not frozen, because a replay makes millions and freezing doubles their cost.
    """

    rule: str
    side: int
    points: int
    params: dict[str, object]
