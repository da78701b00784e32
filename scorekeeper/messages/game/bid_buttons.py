"""The text of a bid on a button of the pad."""

from __future__ import annotations

from scorekeeper.engine.auction import FREE, HUNDRED_FOR_200
from scorekeeper.messages.game.outcome import bid_text
from scorekeeper.messages.marks import N_

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scorekeeper.engine.events import Bid
    from scorekeeper.messages.marks import Gettext

FOR_200 = N_("for 200")
FREE_BID = N_("Free")


def chip_text(t: Gettext, bid: Bid) -> tuple[str, str]:
    """Return a bid's large text on a button, and the small text below it."""
    if bid == HUNDRED_FOR_200:
        return "100", t(FOR_200)
    return t(FREE_BID) if bid == FREE else bid_text(t, bid), ""
