"""What is supposed of a table until its own hands tell. Where the figures are from: docs/odds.md."""

from __future__ import annotations

WORTH = 40
"""What is supposed weighs as much as so many hands of the table's own."""

HEIGHTS = (356, 290, 202, 102, 36, 10, 2, 2, 2, 2, 2)
"""Contracts of 50, 55 … 100, in a thousand; of a higher minimum, those at equal steps from it to 100."""
BELOW = 20
"""A contract of each height below 50, beside those of `HEIGHTS`, where so little may be bid."""

AROUND = {
    **{-60: 1, -55: 1, -50: 1, -45: 2, -40: 6, -35: 11, -30: 15, -25: 27, -20: 38, -15: 52, -10: 67, -5: 84, 0: 94, 5: 104},
    **{10: 103, 15: 102, 20: 95, 25: 66, 30: 69, 35: 24, 40: 38},
}
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


def usual(height: int, lowest: int) -> int:
    """Card points that a contractor's side takes most often, at a bid of this height: a higher bid takes little more.

    Where the lowest bid is above 50 the hands are better: half of what it is above.
    """
    return 5 * ((190 + height + 2 * max(0, lowest - 50)) // 20)
