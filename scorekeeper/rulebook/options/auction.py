"""Rulebook entries for the options of the auction."""

from __future__ import annotations

from scorekeeper.engine.auction import TOP, lowest_bid
from scorekeeper.messages.marks import N_
from scorekeeper.rulebook.examples.cases import OptionEntry
from scorekeeper.rulebook.examples.table_examples import AuctionExample

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scorekeeper.engine.ruleset import RuleSet
    from scorekeeper.messages.marks import Gettext

ENTRIES = {
    "minimum_bid": OptionEntry(
        (
            N_(
                "Fifty is half of everything, a natural floor. A kitty makes contracts easier, so some tables start at 65 or "
                "70; "
                "players alone against all need a lower floor. Without a minimum, any multiple of the step will do, though a "
                "bid below 35 is rare."
            ),
        ),
        AuctionExample((0, 50, 70), asks=((0, 45), (0, 60))),
        reported=(65,),
        question=N_("What is the lowest bid?"),
    ),
    "bid_step": OptionEntry(
        (
            N_(
                "Since every card counts 0, 5 or 10, steps of 5 are as fine as the points themselves. Wider steps make "
                "shorter auctions."
            ),
        ),
        AuctionExample((5, 10), calls=(60,), asks=((1, 65),)),
    ),
    "rounds": OptionEntry(
        (
            N_(
                "Going around lets partners tell each other something: a small raise, a jump, a pass. With one "
                "call each there is no second thought, and the dealer, who speaks last, knows exactly what must "
                "be beaten. Tables that play this way usually let the dealer keep."
            ),
        ),
        AuctionExample(("continuous", "single"), calls=(60, 65, "pass", "pass")),
        {
            "continuous": N_("The players who have not passed are asked again, until one is left."),
            "single": N_("Everyone speaks once, the dealer last; the highest bid is then the contract."),
        },
        question=N_("How does the bidding go around?"),
    ),
    "keep": OptionEntry(
        (
            N_(
                "To keep (“garder”) is to say: I play it for the same amount. The contract changes hands without "
                "growing. The player whose bid was kept may still go higher, if they have not passed, and the "
                "new bid may be kept in its turn. Even a bid of 100, or of 100 for 200, can be kept; that is why "
                "the auction then waits for any player who still has that right."
            ),
        ),
        AuctionExample(("none", "dealer", "anyone_once"), dealer=0, calls=(60, "pass", 75), asks=((1, "keep"), (3, "keep"))),
        {
            "none": N_("Every bid must be above the last, for the dealer too."),
            "dealer": N_("A privilege of the dealer, over anybody’s bid, the partner’s included."),
            "anyone_once": N_(
                "A rare variation: everyone has the right, but an amount that was kept once in this auction cannot be kept a "
                "second time."
            ),
        },
        question=N_("May somebody keep the bid instead of raising it?"),
        varies=True,
    ),
    "all_pass": OptionEntry(
        (
            N_(
                "Three passes leave the dealer alone with the hand. With a kitty to help, many find it fair to make the "
                "dealer play. Where the dealer "
                "gets the hand for nothing, the player just before should bid with anything at all; where the dealer must "
                "pass, it is the dealer’s "
                "partner who should."
            ),
        ),
        AuctionExample(("throw_in", "dealer_minimum", "dealer_free", "dealer_passes"), calls=("pass", "pass", "pass")),
        {
            "throw_in": N_("The dealer may bid like anyone else, or pass; then nothing is played."),
            "dealer_minimum": N_(
                "The dealer has the contract at the lowest bid, like it or not: a bid of the minimum, as if it had been made."
            ),
            "dealer_free": N_(
                "The dealer takes the kitty, if there is one, and names trumps without promising anything: no points can be lost."
            ),
            "dealer_passes": N_("The hand is thrown in whatever the dealer holds, as some play Le Rough."),
        },
        question=N_("What if everybody before the dealer passes?"),
        varies=True,
    ),
    "hundred_for_200": OptionEntry(
        (
            N_(
                "“Cent pour deux cents”, also “two for one”: a promise to take every point in the pack, for 200. It tops a "
                "plain 100. From zero or better it wins "
                "the game at once when the target is 200; when it fails it costs only 100. Tables that play for fun nearly "
                "always allow it."
            ),
        ),
        AuctionExample((False, True), calls=(100,), asks=((1, "100-for-200"),)),
        question=N_("Can one bid 100 for 200?"),
        varies=True,
        states=("score.hundred_for_200",),
    ),
}

_SPEAKS = N_("The player at dealer’s left speaks first. A bid is the card points that the bidder’s camp must take.")
_BIDS = N_("Bids go from %(low)s to %(high)s in steps of %(step)s. A pass is final.")
_NO_MINIMUM = N_("There is no minimum: bids go up to %(high)s in steps of %(step)s. A pass is final.")
_HUNDRED_FOR_200 = N_("Above 100 there is one more bid: 100 for 200.")
_ROUNDS = {
    "continuous": N_("The bidding goes around until all but one have passed, or nobody can bid any higher."),
    "single": N_("Each player calls once, the dealer last."),
}
_KEEP = {
    "none": N_("Each bid is higher than the one before: nobody may keep."),
    "dealer": N_("The dealer may keep: equal another player’s standing bid instead of raising it, even the highest."),
    "anyone_once": N_(
        "Anyone may keep: equal another player’s standing bid instead of raising it. "
        "An amount that was kept once cannot be kept again."
    ),
}
_ALL_PASS = {
    "throw_in": N_("If all the others pass, the dealer may bid, or pass the hand out: nobody scores."),
    "dealer_minimum": N_("If all the others pass, the dealer must take the contract at %(low)s."),
    "dealer_free": N_("If all the others pass, the dealer plays without a bid, and cannot lose points."),
    "dealer_passes": N_("If all the others pass, the dealer must pass too: nobody scores."),
}


def _auction(t: Gettext, rules: RuleSet) -> list[str]:
    numbers = {"low": lowest_bid(rules), "high": TOP, "step": rules.bid_step}
    sentences = [t(_SPEAKS), t(_BIDS if rules.minimum_bid else _NO_MINIMUM) % numbers]
    if rules.hundred_for_200:
        sentences.append(t(_HUNDRED_FOR_200))
    sentences += [t(_ROUNDS[rules.rounds]), t(_KEEP[rules.keep]), t(_ALL_PASS[rules.all_pass]) % numbers]
    return sentences


CARD = {"auction": _auction}
"""The sentences of the rule card, by phase."""
