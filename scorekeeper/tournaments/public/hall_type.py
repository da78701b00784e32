"""How large the letters on a page of the hall's screen can be: one size for the whole page, as large as its longest name allows.

Lengths are hundredths of the screen's height (`--u` of the style sheet), on a screen of 16:9.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")

WIDTH, HEIGHT = 169.0, 76.0
"""Of what a page shows, without its edges, head and foot."""
GAP = 5.0
LETTER, BOLD = 0.53, 0.62
"""Width of a letter of a name, in sizes of type."""
WRAPPED = 1.7
"""How much longer a name can be over two lines: they are seldom of one length."""
TALLEST = 13.0
"""No row is taller, however few there are."""
LEGIBLE, FEWEST = 34, 8
"""Names are put on more pages until they are as large as that, in tenths, or a page holds no more than so many."""
SMALLEST, LARGEST, STEP = 20, 70, 2
"""Sizes of type, in tenths: the style sheet has a class for each."""


@dataclass(frozen=True)
class Fit:
    """`columns`: how many stand beside each other; `size`: of the type, in tenths; `wraps`: whether a name may take two lines."""

    columns: int
    size: int
    wraps: bool

    def columns_of(self, items: Sequence[T], least: int = 6) -> list[list[T | None]]:
        """The items column by column, all of one length: what is missing below is None."""
        rows = max(-(-len(items) // self.columns), least)
        columns: list[list[T | None]] = [[*items[k : k + rows]] for k in range(0, max(len(items), 1), rows)]
        return [[*one, *[None] * (rows - len(one))] for one in columns]


@dataclass(frozen=True)
class HallShape:
    """A kind of page: at most `most` columns of rows of `lines` names.

    `beside`: the width of what else stands in a row; `head`: the height of a heading; `air`: what a row is higher than its lines;
    `letter`: the width of a letter.
    """

    most: int
    beside: float
    lines: int = 1
    head: float = 0
    air: float = 0.35
    letter: float = LETTER


def paged(names: Sequence[str], items: int, most: int, shape: HallShape) -> int:
    """How many items a page holds so that their names can be read from the back: as many as that, at most `most`."""
    size = min(items, most)
    while size > FEWEST and fit(names, size, shape).size < LEGIBLE:
        size -= 1
    return size


def fit(names: Sequence[str], items: int, shape: HallShape) -> Fit:
    """The largest type in which so many items fit on a page of that shape; `names`: all that stand there."""
    longest = max(map(len, names), default=1) or 1
    fitting = []
    for columns in range(1, shape.most + 1):
        row = min((HEIGHT - shape.head) / max(1, -(-items // columns)), TALLEST * shape.lines)
        width = (WIDTH - GAP * (columns - 1)) / columns - shape.beside
        plain = min(width / (shape.letter * longest), row / ((1 + shape.air) * shape.lines))
        wrapped = min(WRAPPED * width / (shape.letter * longest), row / ((2.05 + shape.air) * shape.lines))
        fitting.append((max(plain, wrapped), -columns, wrapped > plain))
    size, columns, wraps = max(fitting)
    tenths = int(10 * size) // STEP * STEP
    return Fit(-columns, max(SMALLEST, min(LARGEST, tenths)), wraps)
