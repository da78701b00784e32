"""What is assumed of a table until its own hands say more. docs/reference/odds.md names the sources."""

from __future__ import annotations

from dataclasses import dataclass

WORTH = 40
"""The assumptions weigh as much as this many of the table's own hands."""


@dataclass(frozen=True, slots=True)
class Assumptions:
    """How a table is assumed to bid.

    `begins` is the lowest bid. `heights` are the contracts per thousand at that bid and at every 5 more up to 100, or at
    equal steps up to 100 if the minimum is higher. The contractor's side takes around `least` plus `slope` for each point of
    the bid, in eighths of a card point. `spoke` is the chance that a defending side has bid too, in a million.
    """

    begins: int
    heights: tuple[int, ...]
    least: int
    slope: int
    spoke: int


TWO_SIDES = Assumptions(50, (356, 290, 202, 102, 36, 10, 2, 2, 2, 2, 2), 365, 2, 569_000)
ASSUMPTIONS = {
    "three_pairs": Assumptions(50, (684, 190, 77, 33, 11, 4, 2, 2, 1, 1, 1), 337, 2, 151_000),
    "cutthroat": Assumptions(30, (510, 212, 139, 81, 36, 14, 5, 2, 1, 1, 1, 1, 1, 1, 1), 220, 3, 188_000),
}
"""Assumptions for the formats that differ from two sides: here four of six hands defend, or three of four."""
BELOW = 20
"""Contracts per thousand at each bid below the lowest assumed one, where the rules allow such low bids."""

_SHARES = (1, 1, 1, 2, 6, 11, 15, 27, 38, 52, 67, 84, 94, 104, 103, 102, 95, 66, 69, 24, 38)
AROUND = {5 * i - 60: share for i, share in enumerate(_SHARES)}
"""How far the contractor's side is from the usual card points for its bid, per thousand hands."""

HUNDRED_SHARE = 5_000
"""Contracts of 100 for 200, in a million."""
HUNDRED_MADE = 500_000
"""The chance that 100 for 200 is made, in a million."""
HUNDRED_WORTH = 4
"""`HUNDRED_MADE` weighs as much as this many of the table's own."""
FREE_SHARE = 30_000
"""Hands that no one bids for and the dealer plays, where that is the rule, in a million."""
NO_TRUMP_SHARE = 60_000
"""Hands at no trump, where it is played, in a million."""


def assumptions_for(form: str) -> Assumptions:
    """Return the assumptions for a format."""
    return ASSUMPTIONS.get(form, TWO_SIDES)


def usual_eighths(supposed: Assumptions, height: int, lowest: int) -> int:
    """Return the card points that the contractor's side usually takes with this bid, in eighths of a point.

    A higher bid takes only a little more: with two sides, 60 plus a quarter of the points above 57½. If the lowest bid is
    higher than the assumed one, hands are better, by half of the difference.
    """
    return supposed.least + supposed.slope * height + 4 * max(0, lowest - supposed.begins)


def usual_points(supposed: Assumptions, height: int, lowest: int) -> int:
    """Return the usual card points for this bid, rounded to a multiple of five."""
    return 5 * ((usual_eighths(supposed, height, lowest) + 20) // 40)
