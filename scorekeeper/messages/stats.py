"""Statistics in words: the names of the kinds of facts, and the format of their values."""

from __future__ import annotations

from scorekeeper.messages.game.outcome import bid_text
from scorekeeper.messages.marks import N_
from scorekeeper.messages.numbers import change, number
from scorekeeper.stats import hand_facts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scorekeeper.engine.events import Bid
    from scorekeeper.messages.marks import Gettext

TITLES = {
    hand_facts.BID: N_("Bids"),
    hand_facts.MADE: N_("Bids made"),
    hand_facts.FAILED: N_("Bids that failed"),
    hand_facts.MARGIN: N_("Points above or below the bid"),
    hand_facts.FREE_HAND: N_("Contracts without a bid"),
    hand_facts.SEATED: N_("Hands by turn to bid"),
    hand_facts.TAKEN: N_("Contracts by turn to bid"),
    hand_facts.HAND: N_("Hands played"),
    hand_facts.BOXED: N_("Went in the box"),
    hand_facts.UNBID: N_("Points not counted near the end"),
    hand_facts.GAME: N_("Games played to the end"),
    hand_facts.WON: N_("Games won"),
    hand_facts.LOST: N_("Games lost"),
    hand_facts.SKUNK: N_("Skunks won"),
    hand_facts.SKUNKED: N_("Skunks lost"),
    hand_facts.COMEBACK: N_("Comebacks"),
}
"""The heading of the list of hands behind a number."""

TURNS = (N_("dealer"), N_("first"), N_("second"), N_("third"), N_("fourth"), N_("fifth"))
"""When a seat bids, by its places left of the dealer."""

_SIGNED = (hand_facts.MARGIN, hand_facts.SEATED, hand_facts.HAND)
_PLAIN = (hand_facts.UNBID, hand_facts.BOXED, hand_facts.GAME, hand_facts.FREE_HAND)


def kind_title(t: Gettext, kind: str, at: Bid | None = None) -> str:
    """Return the name of a kind of facts, with the bid or the turn if `at` is given."""
    title = t(TITLES[kind])
    if at is None:
        return title
    return f"{title} · {turn_text(t, int(at)) if kind in (hand_facts.SEATED, hand_facts.TAKEN) else bid_text(t, at)}"


def turn_text(t: Gettext, left: int) -> str:
    """Return when a seat bids, from its places left of the dealer."""
    return t(TURNS[left])


def value_text(kind: str, value: int) -> str:
    """Return the value of a fact, or an empty text if its kind says everything."""
    if kind in _SIGNED:
        return change(value)
    if kind in (hand_facts.FAILED, hand_facts.COMEBACK):
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
