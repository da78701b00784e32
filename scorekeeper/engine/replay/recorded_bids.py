"""Checks for an auction of which only the result was recorded (rulebook section 4)."""

from __future__ import annotations

from scorekeeper.engine.auction import FREE, HUNDRED_FOR_200, TOP, UNKNOWN_BID, lowest_bid, numeric_bids
from scorekeeper.engine.errors import Illegal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scorekeeper.engine.events import Bid
    from scorekeeper.engine.ruleset import RuleSet


def check_bid(rules: RuleSet, bid: Bid, seat: int) -> None:
    """Raise `Illegal("bid")` unless a player can make this bid under the rules."""
    if type(bid) is int:
        if lowest_bid(rules) <= bid <= TOP and bid % rules.bid_step == 0:
            return
        low, step = lowest_bid(rules), rules.bid_step
        raise Illegal("bid", reason="number", read=bid, seat=seat, low=low, high=TOP, step=step)
    if bid == HUNDRED_FOR_200 and rules.hundred_for_200:
        return
    raise Illegal("bid", reason="hundred_for_200" if bid == HUNDRED_FOR_200 else "free", read=bid, seat=seat)


def check_contract(rules: RuleSet, dealer: int, contractor: int, bid: Bid, bids: dict[int, Bid] | None) -> None:
    """Raise `Illegal("bid")` unless an auction under these rules can end in this contract.

    A free contract belongs to the dealer, after everyone else has passed (`auction.all_pass`).
    One of `bids` may be higher than the contract: their order is not known, and tables record mistakes too.
    """
    if bid != FREE:
        check_bid(rules, bid, contractor)
    elif rules.all_pass != "dealer_free":
        raise Illegal("bid", reason="free", read=bid, seat=contractor)
    elif contractor != dealer or bids:
        raise Illegal("bid", reason="free_dealer", read=bid, seat=contractor, dealer=dealer)
    if bids:
        check_bids(rules, bids)


def check_bids(rules: RuleSet, bids: dict[int, Bid]) -> None:
    """Raise `Illegal("bid")` unless the rules allow every bid. Bids of unknown amount pass."""
    for seat, other in bids.items():
        if other != UNKNOWN_BID:
            check_bid(rules, other, seat)


def usual_bids(rules: RuleSet, contractor: int, silent: int | None) -> frozenset[tuple[int, Bid]]:
    """Return the (seat, bid) pairs that need no further check while no side has dropped out.

    These are the numeric bids of every other seat that may call.
    """
    known = rules.table.usual_bids
    if (contractor, silent) not in known:
        seats = [seat for seat in range(rules.table.players) if seat not in (contractor, silent)]
        known[contractor, silent] = frozenset([(seat, bid) for seat in seats for bid in numeric_bids(rules)])
    return known[contractor, silent]
