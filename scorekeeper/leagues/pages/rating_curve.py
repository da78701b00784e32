"""Draw a rating over time: a curve inside its 95 % confidence band."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.messages.numbers import labelled

if TYPE_CHECKING:
    from scorekeeper.messages.marks import Gettext

WIDTH, HEIGHT = 420, 220
LEFT, RIGHT, TOP, BOTTOM = 40, 46, 14, 24
STEPS = (25, 50, 100, 200, 250, 500)
MOST_DAYS = 5


@dataclass(frozen=True)
class Curve:
    """The coordinates of a rating curve.

    `levels`: (rating, y). `days`: (text, x). `line`, `band`: SVG points.
    `dots`: (x, y, label). `last`: (rating, y).
    """

    levels: tuple[tuple[int, float], ...]
    days: tuple[tuple[str, float], ...]
    line: str
    band: str
    dots: tuple[tuple[float, float, str], ...]
    last: tuple[int, float]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT


def curve(t: Gettext, steps: Sequence[tuple[str, float, float]]) -> Curve | None:
    """Return the curve for (day, rating, deviation) rows in order, or None if there are fewer than two."""
    if len(steps) < 2:
        return None
    low = min(rating - 2 * deviation for _, rating, deviation in steps)
    high = max(rating + 2 * deviation for _, rating, deviation in steps)
    step = next((s for s in STEPS if (high - low) / s <= 5), STEPS[-1])
    across, down = WIDTH - LEFT - RIGHT, HEIGHT - TOP - BOTTOM

    def x(n: int) -> float:
        return round(LEFT + across * n / (len(steps) - 1), 1)

    def y(rating: float) -> float:
        return round(TOP + down * (high - rating) / (high - low), 1)

    first = -(-int(low) // step) * step
    levels = tuple((value, y(value)) for value in range(first, int(high) + 1, step))
    every = -(-len(steps) // MOST_DAYS)
    days = tuple((day, x(n)) for n, (day, _, _) in enumerate(steps) if n % every == 0)
    dots = tuple((x(n), y(rating), labelled(t, day, str(round(rating)))) for n, (day, rating, _) in enumerate(steps))
    above = [(x(n), y(rating + 2 * deviation)) for n, (_, rating, deviation) in enumerate(steps)]
    below = [(x(n), y(rating - 2 * deviation)) for n, (_, rating, deviation) in enumerate(steps)]
    line = " ".join(f"{a:g},{b:g}" for a, b, _ in dots)
    band = " ".join(f"{a:g},{b:g}" for a, b in [*above, *below[::-1]])
    return Curve(levels, days, line, band, dots, (round(steps[-1][1]), dots[-1][1]))
