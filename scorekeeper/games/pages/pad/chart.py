"""The chart of the scores: coordinates only, styled by CSS."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scorekeeper.games.commands.game_state import GameState

WIDTH, HEIGHT = 358, 200
LEFT, RIGHT, TOP, BOTTOM = 36, 44, 14, 22
STEPS = (25, 50, 100, 250, 500, 1000, 2500, 5000)
MOST_LABELS = 12
SHOWN = ("played", "passed_out", "adjustment")
"""The kinds of entries on the chart: they score, or count as a hand."""
FAR = 1000
"""A target above this is drawn only when a side is a tenth of the way there. Before that, the lines would be flat."""
LABEL_GAP = 14
"""Least distance between the scores at the ends of the lines, in drawing units."""


@dataclass(frozen=True)
class Line:
    """A side's line in drawing units.

    `points` are for a polyline. `label_y` is the height of the last score's label.
    """

    side: int
    points: str
    dots: list[tuple[float, float]]
    score: int
    label_y: float


@dataclass(frozen=True)
class Chart:
    """A chart. `levels` are (score, y, `zero`, `goal` or `grid`), and `hands` are (number, x)."""

    levels: list[tuple[int, float, str]]
    hands: list[tuple[int, float]]
    lines: list[Line]
    names: list[str]
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT


def chart(game: GameState, names: list[str], target: int | None) -> Chart | None:
    """Return the chart of a game to `target`, if a score wins it. None before there are two points to connect."""
    shown = [e for e in game.entries if e.hand is not None and e.hand.kind in SHOWN]
    began = game.state.start.scores if game.state.start else tuple([0] * len(names))
    series = [began, *(e.hand.scores for e in shown if e.hand is not None)]
    if len(series) < 3:
        return None
    flat = [score for scores in series for score in scores]
    if target is not None and target > max(FAR, 10 * max(flat)):
        target = None
    highest = max(target or STEPS[0], *flat)
    step = next((s for s in STEPS if (highest - min(0, *flat)) / s <= 5), STEPS[-1])
    low = min(0, min(flat) // step * step)
    high = highest if target else -(-highest // step) * step
    across = WIDTH - LEFT - RIGHT
    down = HEIGHT - TOP - BOTTOM

    def x(i: int) -> float:
        return round(LEFT + across * i / (len(series) - 1))

    def y(score: int) -> float:
        return round(TOP + down * (high - score) / (high - low))

    goals = set() if target is None else {target}
    values = sorted({v for v in range(low, high + 1, step) if all(abs(v - t) >= step / 2 for t in goals)} | {0} | goals)
    levels = [(v, y(v), "zero" if v == 0 else "goal" if v == target else "grid") for v in values]
    every = -(-(len(series) - 1) // MOST_LABELS)
    hands = [(e.number, x(i)) for i, e in enumerate(shown, 1) if e.number and (e.number % every == 0 or every == 1)]
    ends = _spread_labels([y(score) for score in series[-1]])
    lines = []
    for side in range(len(names)):
        places = [(x(i), y(scores[side])) for i, scores in enumerate(series)]
        dots = places[1:] if len(series) <= 25 else places[-1:]
        lines.append(Line(side, " ".join(f"{a:g},{b:g}" for a, b in places), dots, series[-1][side], ends[side]))
    return Chart(levels, hands, lines, names)


def _spread_labels(heights: list[float]) -> list[float]:
    """Return the heights, moved so that labels do not overlap."""
    order = sorted(range(len(heights)), key=lambda i: heights[i])
    placed = list(heights)
    for above, below in pairwise(order):
        placed[below] = max(placed[below], placed[above] + LABEL_GAP)
    over = max(placed, default=0) - (HEIGHT - 4)
    return [round(h - max(over, 0), 1) for h in placed]
