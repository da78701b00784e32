"""What is supposed of a table until its own hands tell. Where the figures are from: docs/odds.md."""

from __future__ import annotations

WORTH = 40
"""What is supposed weighs as much as so many hands of the table's own."""

HEIGHTS = (356, 290, 202, 102, 36, 10, 2, 2, 2, 2, 2)
"""Contracts of 50, 55 … 100, in a thousand; of a higher minimum, those at equal steps from it to 100."""
BELOW = 20
"""A contract of each height below 50, beside those of `HEIGHTS`, where so little may be bid."""

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
OTHERS_BID = 569_000
"""That a side which defends has bid too, in a million."""
NO_TRUMP_SHARE = 60_000
"""Hands at sans atout, in a million, where that is played."""


def around(height: int, lowest: int) -> int:
    """Eighths of a card point around which the points of a contractor's side lie, at a bid of this height.

    A higher bid takes little more: a quarter of what it is above 57½ is added to 60. Where the lowest bid is above 50 the hands
    are better: half of what it is above.
    """
    return 365 + 2 * height + 4 * max(0, lowest - 50)


def usual(height: int, lowest: int) -> int:
    """The nearest card points to that, which come in fives: from there it is counted what a side took."""
    return 5 * ((around(height, lowest) + 20) // 40)
