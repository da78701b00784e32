"""What is supposed of a table until its own hands tell. Where the figures are from: docs/odds.md."""

from __future__ import annotations

from dataclasses import dataclass

WORTH = 40
"""What is supposed weighs as much as so many hands of the table's own."""


@dataclass(frozen=True, slots=True)
class Supposed:
    """How a table is supposed to bid.

    `begins`: the lowest bid; `heights`: contracts of that and of each 5 more up to 100, in a thousand; of a higher minimum, those
    at equal steps from it to 100. `least`, `slope`: eighths of a card point around which the points of a contractor's side lie,
    at a bid of 0 and for each point of the bid. `spoke`: that a side which defends has bid too, in a million.
    """

    begins: int
    heights: tuple[int, ...]
    least: int
    slope: int
    spoke: int


TWO_SIDES = Supposed(50, (356, 290, 202, 102, 36, 10, 2, 2, 2, 2, 2), 365, 2, 569_000)
SUPPOSED = {
    "three_pairs": Supposed(50, (684, 190, 77, 33, 11, 4, 2, 2, 1, 1, 1), 337, 2, 151_000),
    "cutthroat": Supposed(30, (510, 212, 139, 81, 36, 14, 5, 2, 1, 1, 1, 1, 1, 1, 1), 220, 3, 188_000),
}
"""By format, where it is another than with two sides: four hands of six defend, or three of four."""
BELOW = 20
"""A contract of each height below the lowest supposed one, beside those of `heights`, where so little may be bid."""

_SHARES = (1, 1, 1, 2, 6, 11, 15, 27, 38, 52, 67, 84, 94, 104, 103, 102, 95, 66, 69, 24, 38)
AROUND = {5 * i - 60: share for i, share in enumerate(_SHARES)}
"""Card points that the contractor's side takes beside what is usual for such a bid, in a thousand hands."""

HUNDRED_SHARE = 5_000
"""Hundred for two hundred, in a million contracts."""
HUNDRED_MADE = 500_000
"""That it is made, in a million."""
HUNDRED_WORTH = 4
"""That weighs as much as so many of the table's own."""
FREE_SHARE = 30_000
"""Hands that nobody bids for and the dealer plays, where that is the rule, in a million."""
NO_TRUMP_SHARE = 60_000
"""Hands at sans atout, in a million, where that is played."""


def supposed_of(form: str) -> Supposed:
    """What is supposed of a table that plays this format."""
    return SUPPOSED.get(form, TWO_SIDES)


def around(supposed: Supposed, height: int, lowest: int) -> int:
    """Eighths of a card point around which the points of a contractor's side lie, at a bid of this height.

    A higher bid takes little more: with two sides a quarter of what it is above 57½ is added to 60. Where the lowest bid is above
    the supposed one the hands are better: half of what it is above.
    """
    return supposed.least + supposed.slope * height + 4 * max(0, lowest - supposed.begins)


def usual(supposed: Supposed, height: int, lowest: int) -> int:
    """The nearest card points to that, which come in fives: from there it is counted what a side took."""
    return 5 * ((around(supposed, height, lowest) + 20) // 40)
