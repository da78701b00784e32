"""The short form of an auction, in which only its result was written down (rulebook section 4): could it have ended so?"""

from __future__ import annotations

from scorekeeper.engine.auction import FREE, HUNDRED_FOR_200, TOP, UNTOLD, lowest_bid, numbers
from scorekeeper.engine.errors import Illegal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scorekeeper.engine.events import Bid
    from scorekeeper.engine.ruleset import RuleSet


def check_bid(rules: RuleSet, bid: Bid, seat: int) -> None:
    """Raise `Illegal("bid")` unless `bid` is one that somebody can make under these rules."""
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

    A free contract is the dealer's, after everyone else has passed (`auction.all_pass`). The order of the bids is not known
    here, so a member of the record's `bids` may stand above the contract: tables write down what was said, slips included.
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
    """Raise `Illegal("bid")` unless each is a bid of these rules, or one of a height that is not known."""
    for seat, other in bids.items():
        if other != UNTOLD:
            check_bid(rules, other, seat)


def usual_bids(rules: RuleSet, contractor: int, silent: int | None) -> frozenset[tuple[int, Bid]]:
    """The bids of the others, each with its seat, of which nothing need be checked while nobody has dropped out: numbers of these
    rules by players who may speak.
    """
    known = rules.table.usual_bids
    if (contractor, silent) not in known:
        seats = [seat for seat in range(rules.table.players) if seat not in (contractor, silent)]
        known[contractor, silent] = frozenset([(seat, bid) for seat in seats for bid in numbers(rules)])
    return known[contractor, silent]
