"""What counts, in the words of the hall: three usual orders of tie-breaks (tournament record, section 3)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from scorekeeper.messages.marks import N_
from scorekeeper.pairing.record.record import Options

WINS, POINTS, TIEBREAKS_TOO = "wins", "points", "tie_breaks"

WHAT_COUNTS: Mapping[str, tuple[str, ...]] = {
    WINS: ("match_points", "points_for", "margin", "boxes"),
    POINTS: ("points_for", "match_points", "margin", "boxes"),
    TIEBREAKS_TOO: Options().tiebreaks,
}
"""The tie-breaks in order. The first is for single players, the last is the record's default for pairs."""

TITLES: Mapping[str, str] = {
    WINS: N_("Wins, then points"),
    POINTS: N_("All points"),
    TIEBREAKS_TOO: N_("Match points with tie-breaks"),
}
SENTENCES: Mapping[str, str] = {
    WINS: N_("More matches won ranks first. After that, more points."),
    POINTS: N_("Every point counts, in won and lost matches. Wins break ties."),
    TIEBREAKS_TOO: N_("Matches won, then matches between the tied, then how strong the opponents were."),
}


def what_counts(tiebreaks: Iterable[str]) -> str:
    """Return which of `WHAT_COUNTS` an order is; empty for another one."""
    order = tuple(tiebreaks)
    return next((name for name, usual in WHAT_COUNTS.items() if usual == order), "")


def usual_answer(individuals: bool) -> str:
    """Return the proposed answer for single players or for pairs."""
    return WINS if individuals else TIEBREAKS_TOO
