"""Doubts about what a table recorded, in words."""

from __future__ import annotations

from scorekeeper.messages.game.outcome import bid_text
from scorekeeper.messages.marks import N_
from scorekeeper.messages.numbers import listing

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from scorekeeper.engine.scored_game import Doubt
    from scorekeeper.messages.marks import Gettext

ONE_BID = N_("%(bids)s: that bid could not have lost to the %(bid)s that %(name)s played.")
BIDS = N_("%(bids)s: those bids could not have lost to the %(bid)s that %(name)s played.")
DISCARD = N_("A pile of %(pile)s cannot contain a discard of %(read)s points.")
ONES_BID = N_("%(name)s %(bid)s")


def doubt_text(t: Gettext, doubt: Doubt, players: Sequence[str]) -> str:
    """Return the sentence for a doubt, with the names by seat of its hand."""
    p: dict[str, Any] = doubt.params
    if doubt.rule != "auction.highest":
        return t(DISCARD) % p
    bids = [t(ONES_BID) % {"name": players[seat], "bid": bid_text(t, bid)} for seat, bid in sorted(p["bids"].items())]
    facts = {"bids": listing(t, bids), "bid": bid_text(t, p["bid"]), "name": players[p["contractor"]]}
    return t(ONE_BID if len(bids) == 1 else BIDS) % facts


def doubt_formatter(t: Gettext, players: Sequence[str]) -> Callable[[Doubt, Sequence[str] | None], str]:
    """Return a function from a doubt and the names of its hand (None: `players`) to its sentence."""
    return lambda doubt, names: doubt_text(t, doubt, names or players)
