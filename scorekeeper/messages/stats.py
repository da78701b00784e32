"""Statistics in words: the names of the kinds of facts, and the format of their values."""

from __future__ import annotations

from scorekeeper.statistics import deeds
from scorekeeper.wording.figures import change, number
from scorekeeper.wording.marks import N_
from scorekeeper.wording.outcome import bid_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scorekeeper.engine.events import Bid
    from scorekeeper.wording.marks import Gettext

TITLES = {
    deeds.BID: N_("Bids"),
    deeds.MADE: N_("Bids made"),
    deeds.FAILED: N_("Bids that failed"),
    deeds.MARGIN: N_("Points above or below the bid"),
    deeds.FREE_HAND: N_("Contracts without a bid"),
    deeds.SEATED: N_("Hands by turn to bid"),
    deeds.TAKEN: N_("Contracts by turn to bid"),
    deeds.HAND: N_("Hands played"),
    deeds.BOXED: N_("Went in the box"),
    deeds.UNBID: N_("Points not counted near the end"),
    deeds.GAME: N_("Games played to the end"),
    deeds.WON: N_("Games won"),
    deeds.LOST: N_("Games lost"),
    deeds.SKUNK: N_("Skunks won"),
    deeds.SKUNKED: N_("Skunks lost"),
    deeds.COMEBACK: N_("Comebacks"),
}
"""The heading of the list of hands behind a number."""

TURNS = (N_("dealer"), N_("first"), N_("second"), N_("third"), N_("fourth"), N_("fifth"))
"""When a seat bids, by its places left of the dealer."""

_SIGNED = (deeds.MARGIN, deeds.SEATED, deeds.HAND)
_PLAIN = (deeds.UNBID, deeds.BOXED, deeds.GAME, deeds.FREE_HAND)


def kind_title(t: Gettext, kind: str, at: Bid | None = None) -> str:
    """Return the name of a kind of facts, with the bid or the turn if `at` is given."""
    title = t(TITLES[kind])
    if at is None:
        return title
    return f"{title} · {turn_text(t, int(at)) if kind in (deeds.SEATED, deeds.TAKEN) else bid_text(t, at)}"


def turn_text(t: Gettext, left: int) -> str:
    """Return when a seat bids, from its places left of the dealer."""
    return t(TURNS[left])


def value_text(kind: str, value: int) -> str:
    """Return the value of a fact, or an empty text if its kind says everything."""
    if kind in _SIGNED:
        return change(value)
    if kind in (deeds.FAILED, deeds.COMEBACK):
        return number(-value)
    return number(value) if kind in _PLAIN else ""


def share_text(t: Gettext, part: int, whole: int) -> str:
    """Return a part of a whole in percent, or a dash if the whole is 0."""
    return t(N_("%(share)s %%")) % {"share": (200 * part + whole) // (2 * whole)} if whole else "–"


def mean_text(t: Gettext, mean: float | None, *, signed: bool = False) -> str:
    """Return an average with one decimal, or a dash for None."""
    if mean is None:
        return "–"
    tenths = int(abs(mean) * 10 + 0.5)
    text = t(N_("%(whole)s.%(tenths)s")) % {"whole": tenths // 10, "tenths": tenths % 10}
    sign = "" if not tenths else "−" if mean < 0 else "+" if signed else ""
    return sign + text
