"""Type for the hall: the largest size in which the names of a page fit on the screen.

Lengths are hundredths of the screen's height (`--u` in the style sheet), on a 16:9 screen.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

T = TypeVar("T")

WIDTH, HEIGHT = 169.0, 76.0
"""The space for a page's content, without margins, header and footer."""
GAP = 5.0
LETTER, BOLD = 0.53, 0.62
"""The average width of a letter, as a fraction of the font size."""
WITH_PARTNER = 0.9
"""The extra height of a name's row that has the partner below, in fractions of the font size."""
TALLEST = 13.0
"""The greatest height of a row, even on an almost empty page."""
LEGIBLE, FEWEST = 34, 8
"""Names go on more pages until their size reaches `LEGIBLE` (in tenths), or a page has only `FEWEST`."""
SMALLEST, LARGEST, STEP = 20, 70, 2
"""Font sizes in tenths. The style sheet has a class for each."""


@dataclass(frozen=True)
class Fit:
    """A page's layout. `columns`: their number; `size`: the font size in tenths; `wraps`: names may take two lines."""

    columns: int
    size: int
    wraps: bool

    def columns_of(self, items: Sequence[T], least: int = 6) -> list[list[T | None]]:
        """Return the items by column, each filled up with None to the same length."""
        rows = max(-(-len(items) // self.columns), least)
        columns: list[list[T | None]] = [[*items[k : k + rows]] for k in range(0, max(len(items), 1), rows)]
        return [[*one, *[None] * (rows - len(one))] for one in columns]


@dataclass(frozen=True)
class HallShape:
    """A kind of page: at most `most` columns, with rows of `lines` names.

    `beside`: the width of the other cells in a row; `head`: the height of a heading; `air`: the extra height of a row;
    `letter`: the width of a letter.
    """

    most: int
    beside: float
    lines: int = 1
    head: float = 0
    air: float = 0.35
    letter: float = LETTER


def items_per_page(names: Sequence[str], items: int, most: int, shape: HallShape) -> int:
    """Return the number of items, up to `most`, that a page can hold in a legible size."""
    size = min(items, most)
    while size > FEWEST and fit(names, size, shape).size < LEGIBLE:
        size -= 1
    return size


def fit(names: Sequence[str], items: int, shape: HallShape) -> Fit:
    """Return the layout with the largest font in which this number of items fits on a page.

    `names`: all names on the page.
    """
    longest = max(map(len, names), default=1) or 1
    half = max(map(_longer_line, names), default=1) or 1
    fitting = []
    for columns in range(1, shape.most + 1):
        row = min((HEIGHT - shape.head) / max(1, -(-items // columns)), TALLEST * shape.lines)
        width = (WIDTH - GAP * (columns - 1)) / columns - shape.beside
        plain = min(width / (shape.letter * longest), row / ((1 + shape.air) * shape.lines))
        wrapped = min(width / (shape.letter * half), row / ((2.05 + shape.air) * shape.lines))
        fitting.append((max(plain, wrapped), -columns, wrapped > plain))
    size, columns, wraps = max(fitting)
    tenths = int(10 * size) // STEP * STEP
    return Fit(-columns, max(SMALLEST, min(LARGEST, tenths)), wraps)


def _longer_line(name: str) -> int:
    """Return the length of the longer line of a name on two lines, broken after a space or hyphen."""
    breaks = [k + 1 for k, letter in enumerate(name) if letter in " -"]
    return min((max(len(name[:k].rstrip()), len(name) - k) for k in breaks), default=len(name))


def pages(items: Sequence[T], most: int) -> list[Sequence[T]]:
    """Return a list split into pages of about the same length."""
    count = -(-len(items) // most) or 1
    size = -(-len(items) // count)
    return [items[k : k + size] for k in range(0, len(items), size)] if items else []
