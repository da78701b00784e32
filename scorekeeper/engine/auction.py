"""The auction (rulebook section 4): which bids exist and how they rank."""

from __future__ import annotations

from .errors import Illegal
from .options import Choice, Flag, Number, Phase

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .ruleset import RuleSet

HUNDRED_FOR_200 = "100-for-200"
FREE = "free"
TOP = 100
"""Card points in every pack: no bid is above it."""


class Auction(Phase):
    """Options of the auction."""

    minimum_bid = Number(50, low=0, high=TOP, step=5, rule="auction.minimum")
    bid_step = Number(5, choices=(5, 10, 20, 25, 50), rule="auction.step")
    rounds = Choice("continuous", "single", rule="auction.single_round")
    keep = Choice("none", "dealer", "anyone_once", rule="auction.keep")
    all_pass = Choice("throw_in", "dealer_minimum", "dealer_free", "dealer_passes", rule="auction.all_pass")
    hundred_for_200 = Flag(rule="auction.hundred_for_200")


def lowest_bid(rules: RuleSet) -> int:
    """The least an opening bid may be, in card points; with no minimum, one step (`auction.minimum`)."""
    return rules.minimum_bid or rules.bid_step


def numbers(rules: RuleSet) -> range:
    """Every numeric bid of the rule set, upwards (`auction.step`)."""
    return range(lowest_bid(rules), TOP + 1, rules.bid_step)


def rank(bid: int | str) -> int:
    """Bids in order of height: 100-for-200 is the highest bid, a free contract is none (`auction.hundred_for_200`)."""
    if bid == HUNDRED_FOR_200:
        return TOP + 1
    return bid if isinstance(bid, int) else 0


def check_bid(rules: RuleSet, bid: int | str, seat: int) -> None:
    """Raise `Illegal("bid")` unless `bid` is one that somebody can make under these rules."""
    if type(bid) is int:
        if lowest_bid(rules) <= bid <= TOP and bid % rules.bid_step == 0:
            return
        low, step = lowest_bid(rules), rules.bid_step
        raise Illegal("bid", reason="number", read=bid, seat=seat, low=low, high=TOP, step=step)
    if bid == HUNDRED_FOR_200 and rules.hundred_for_200:
        return
    raise Illegal("bid", reason="hundred_for_200" if bid == HUNDRED_FOR_200 else "free", read=bid, seat=seat)


def check_contract(rules: RuleSet, dealer: int, contractor: int, bid: int | str, bids: dict[int, int | str] | None) -> None:
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
    for seat, other in (bids or {}).items():
        check_bid(rules, other, seat)


def is_real_bid(rules: RuleSet, dealer: int, contractor: int, bid: int | str, bids: dict[int, int | str] | None) -> bool | None:
    """Whether the contract was bid: a forced or free one is not (`auction.all_pass`); None if the record cannot tell.

    Under `dealer_minimum` nobody asks the dealer once the others have passed, so the dealer's contract at the minimum with no
    other bid is the forced one.
    """
    if bid == FREE:
        return False
    if rules.all_pass != "dealer_minimum" or contractor != dealer or bid != rules.minimum_bid:
        return True
    return None if bids is None else bool(bids)
