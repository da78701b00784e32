"""The rule card: the rules of one rule set in words, everything its options determine, to be read from one page."""

from __future__ import annotations

from scorekeeper.engine.auction import TOP, lowest_bid
from scorekeeper.wording.card_score import ending, pot, scoring
from scorekeeper.wording.labels import phase_title
from scorekeeper.wording.marks import N_

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scorekeeper.engine.ruleset import RuleSet
    from scorekeeper.wording.marks import Gettext

_FORMATS: dict[str, tuple[str, ...]] = {
    "partnership": (N_("Four players in two pairs; partners sit opposite each other."),),
    "two_threes": (N_("Six players in two teams of three, seated alternately."),),
    "three_pairs": (N_("Six players in three pairs; partners face each other."),),
    "called_partner": (
        N_("Five players, each with a score of their own."),
        N_(
            "The contractor calls a card. Whoever holds it is the contractor’s partner for that hand, "
            "and lets it be known only by playing it."
        ),
        N_("A contractor who calls a card of their own plays alone."),
    ),
    "silent_partner": (N_("Five players, each with a score of their own; one of them is silent."),),
    "cutthroat": (N_("%(players)s players, each alone: the contractor plays against all the others."),),
    "two_handed": (
        N_("Two players. Each has a silent partner: three stacks of three cards, only the top one face up."),
        N_(
            "The silent partners do not bid. At a silent partner’s turn its player chooses one of the cards that show, "
            "following suit among them; the next card of that stack is turned when the trick is complete."
        ),
    ),
}
_SILENT_ROTATES = N_(
    "The silent player is the one at dealer’s right, another one each deal, who does not bid, "
    "plays with whoever wins the auction, and does not score that hand."
)
_SILENT_FIXED = N_(
    "The player at seat %(seat)s is silent all evening: no dealing, no bidding, no score. "
    "That player plays with whoever wins the auction."
)
_CLOCKWISE = N_("Dealing, bidding and play go clockwise.")

_RANKS: dict[int, str] = {
    36: N_("A K Q J 10 9 8 7 5"),
    40: N_("A K Q J 10 9 8 7 6 5"),
    44: N_("A K Q J 10 9 8 7 6 5 4"),
    52: N_("A K Q J 10 9 8 7 6 5 4 3 2"),
}
_PACK = N_("%(pack)s cards; in each suit, from high to low: %(ranks)s.")
_POINTS = N_("Card points: an ace or a ten counts 10, a five counts 5, the others nothing. There are 100 in all.")
_HANDS = N_("%(hand_cards)s cards each.")
_HANDS_KITTY = N_("%(hand_cards)s cards each and %(kitty)s in the kitty.")
_BATCHES_THREE = N_("Usually dealt three at a time.")
_BATCHES_FOUR = N_("Usually dealt four at a time.")
_BATCHES_NINE_KITTY = N_("Usually dealt three each, two to the kitty, three each, two to the kitty, three each.")
_BATCHES_ROUGH = N_("Usually dealt four at a time, the kitty at any moment.")
_FIRST_DEALER = N_("For the first deal, cards are dealt face up from the left of whoever shuffles: the first jack deals.")
_ROTATION = N_("Then the deal passes to the left, also after a hand that was passed out.")
_MISDEAL = N_("A player dealt no ace and no face card may call a misdeal: the same dealer deals again.")
_NO_MISDEAL = N_("A poor hand is played: nobody may call a misdeal for it.")

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

_KITTY = N_("The contractor takes the kitty without showing it, discards %(kitty)s cards face down, and then names trump.")
_KITTY_FIRST_LEAD = N_("The contractor takes the kitty without showing it and discards %(kitty)s cards face down.")
_DISCARD_LIMIT = {
    "any": N_("Any cards may be discarded."),
    "no_points": N_("No aces, tens or fives may be discarded; with too few other cards, those go first and any card may follow."),
    "no_points_or_trumps": N_(
        "No aces, tens, fives or trumps may be discarded; with too few other cards, those go first and any card may follow."
    ),
}
_DISCARD_TO = {
    "opponents": N_("Card points in the discard count for the opponents."),
    "last_trick": N_("Card points in the discard count for whoever wins the last trick."),
    "first_trick": N_("Card points in the discard count for whoever wins the first trick; nobody looks at them before the end."),
    "contractor": N_("Card points in the discard count for the contractor."),
}
_SHOW_TRUMPS = N_("Discarded trumps are shown before the first lead.")
_ANNOUNCE_POINTS = N_("The contractor says whether there are point cards in the discard.")

_TRUMP_BY = {
    "announced": N_("The contractor names trump and leads. If none was named before, the first card led sets it."),
    "first_lead": N_("The contractor leads, and the first card led sets trump."),
}
_NO_TRUMP = {
    "forbidden": N_("There is always a trump suit."),
    "plain": N_("The contractor may announce no trump."),
    "double": N_("The contractor may announce no trump; everything the hand scores then counts double."),
}
_FOLLOW = N_("Follow suit if you can; if not, play any card. Nobody has to trump or to win the trick.")
_TRICK = N_(
    "The highest trump wins the trick, else the highest card of the suit led; the winner leads next. "
    "Tricks are not looked at before the end."
)


def rule_card(t: Gettext, rules: RuleSet) -> list[tuple[str, list[str]]]:
    """Headings and their sentences, in the order of play; a phase that is not played has no heading."""
    parts = (
        ("seating", _players(t, rules)),
        ("deal", _deal(t, rules)),
        ("auction", _auction(t, rules)),
        ("kitty", _kitty(t, rules)),
        ("play", _play(t, rules)),
        ("scoring", scoring(t, rules)),
        ("endings", ending(t, rules)),
        ("pot", pot(t, rules)),
    )
    return [(phase_title(t, phase), sentences) for phase, sentences in parts if sentences]


def _players(t: Gettext, rules: RuleSet) -> list[str]:
    said = [t(message) % {"players": rules.table.players} for message in _FORMATS[rules.format]]
    if rules.format == "silent_partner":
        fixed = rules.table.fixed_silent
        said.append(t(_SILENT_ROTATES) if fixed is None else t(_SILENT_FIXED) % {"seat": fixed + 1})
    return [*said, t(_CLOCKWISE)]


def _deal(t: Gettext, rules: RuleSet) -> list[str]:
    counts = {"hand_cards": rules.hand_cards, "kitty": rules.kitty}
    said = [
        t(_PACK) % {"pack": rules.pack, "ranks": t(_RANKS[rules.pack])},
        t(_POINTS),
        t(_HANDS_KITTY if rules.kitty else _HANDS) % counts,
    ]
    batches = _batches(rules)
    if batches:
        said.append(t(batches))
    said += [t(_FIRST_DEALER), t(_ROTATION)]
    if rules.table.hands != 6:
        said.append(t(_MISDEAL if rules.misdeal else _NO_MISDEAL))
    return said


def _batches(rules: RuleSet) -> str | None:
    """How these cards are usually dealt; None where we know of no custom. Advice, never enforced (`deal.pack`)."""
    if (rules.hand_cards, rules.kitty) == (9, 4):
        return _BATCHES_NINE_KITTY
    if rules.hand_cards % 4 == 0:
        return _BATCHES_ROUGH if rules.kitty else _BATCHES_FOUR
    return _BATCHES_THREE if rules.hand_cards % 3 == 0 and not rules.kitty else None


def _auction(t: Gettext, rules: RuleSet) -> list[str]:
    numbers = {"low": lowest_bid(rules), "high": TOP, "step": rules.bid_step}
    said = [t(_SPEAKS), t(_BIDS if rules.minimum_bid else _NO_MINIMUM) % numbers]
    if rules.hundred_for_200:
        said.append(t(_HUNDRED_FOR_200))
    said += [t(_ROUNDS[rules.rounds]), t(_KEEP[rules.keep]), t(_ALL_PASS[rules.all_pass]) % numbers]
    return said


def _kitty(t: Gettext, rules: RuleSet) -> list[str]:
    if not rules.kitty:
        return []
    takes = _KITTY if rules.trump_by == "announced" else _KITTY_FIRST_LEAD
    said = [t(takes) % {"kitty": rules.kitty}, t(_DISCARD_LIMIT[rules.discard_limit]), t(_DISCARD_TO[rules.discard_to])]
    if rules.discard_show_trumps:
        said.append(t(_SHOW_TRUMPS))
    if rules.discard_announce_points:
        said.append(t(_ANNOUNCE_POINTS))
    return said


def _play(t: Gettext, rules: RuleSet) -> list[str]:
    return [t(_TRUMP_BY[rules.trump_by]), t(_NO_TRUMP[rules.no_trump]), t(_FOLLOW), t(_TRICK)]
