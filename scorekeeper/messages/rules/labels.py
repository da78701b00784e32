"""Options in players' words, and why a rule set can't be played."""

from __future__ import annotations

from scorekeeper.engine.options import Limit
from scorekeeper.engine.ruleset import RuleSet
from scorekeeper.messages.marks import N_
from scorekeeper.messages.numbers import choosing, money, number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from scorekeeper.engine.errors import Problem
    from scorekeeper.messages.marks import Gettext

PHASES: dict[str, str] = {
    "seating": N_("Players"),
    "deal": N_("Cards and deal"),
    "auction": N_("Auction"),
    "kitty": N_("Discard"),
    "play": N_("Trumps and play"),
    "scoring": N_("Scoring"),
    "endings": N_("End of the game"),
    "pot": N_("Pot"),
}

OPTIONS: dict[str, tuple[str, str]] = {
    "format": (N_("Players and partners"), N_("How many play, and who plays with whom.")),
    "silent_seat": (
        N_("Silent player"),
        N_(
            "Five players: one plays without bidding or scoring. It is the player to the dealer’s right, or "
            "one player all evening, who does not deal."
        ),
    ),
    "pack": (
        N_("Pack"),
        N_("36 cards: ace down to 7, and the 5. With the 6s there are 40, with the 4s 44. The full pack has 52."),
    ),
    "hand_cards": (
        N_("Cards in a hand"),
        N_("Hands and kitty together use up the pack. Usually nine cards, or ten in south-east New Brunswick."),
    ),
    "kitty": (
        N_("Cards in the kitty"),
        N_("Dealt to the middle. The contractor takes them and discards the same number. Most casual games have four."),
    ),
    "misdeal": (
        N_("Misdeal"),
        N_("A player dealt no ace and no face card may call a misdeal. Not with six players."),
    ),
    "minimum_bid": (
        N_("Minimum bid"),
        N_("The lowest bid allowed. Usually 50, more with a kitty, 70 in Le Rough. Le Ruff has none."),
    ),
    "bid_step": (N_("Bid step"), N_("Bids are multiples of this. Everywhere we know of, it is 5.")),
    "rounds": (
        N_("Rounds of bidding"),
        N_("Around the table until all but one have passed, or one call each, as in La Bloutte."),
    ),
    "keep": (
        N_("Keeping the bid"),
        N_("To keep is to take the last bid without raising it. Very common for the dealer."),
    ),
    "all_pass": (
        N_("When all the others pass"),
        N_("What the dealer may or must do when no one else has bid. With a kitty, many tables make the dealer bid."),
    ),
    "hundred_for_200": (
        N_("100 for 200"),
        N_("The bid above 100: all 100 points score 200, anything less costs 100. Usual in casual games."),
    ),
    "discard_to": (
        N_("The discard counts for"),
        N_("The side that gets the card points of the contractor’s discard. Usually the opponents."),
    ),
    "discard_limit": (
        N_("What may be discarded"),
        N_("Some tables forbid aces, tens and fives in the discard, or trumps as well."),
    ),
    "discard_show_trumps": (
        N_("Discarded trumps are shown"),
        N_("Trumps in the discard are shown to all before the first lead."),
    ),
    "discard_announce_points": (
        N_("Points in the discard are announced"),
        N_("The contractor says whether there are point cards in the discard."),
    ),
    "trump_by": (
        N_("Trump is set by"),
        N_("The contractor names trump, or the first card led sets it, as in Le Rough."),
    ),
    "no_trump": (
        N_("No trump"),
        N_("Whether a hand may be played without trump, and whether it then counts double."),
    ),
    "opponents_score": (
        N_("Defenders score"),
        N_("Near the target, defenders usually score only if their side bid in that auction."),
    ),
    "margin": (
        N_("Distance from the target"),
        N_(
            "Distance below the target at which defenders’ points are limited. Usually 100, or 50 if they "
            "must defeat the contract."
        ),
    ),
    "qualifying_bid": (
        N_("Bid needed to score"),
        N_("Near the target, some tables count only a bid of at least this much, such as 60."),
    ),
    "defenders_score": (
        N_("Each defender scores"),
        N_("When everyone has a separate score: the points of all defenders together, or only a player’s own tricks."),
    ),
    "target": (
        N_("Target"),
        N_("Points to win: 200, often 300 or 500 in northern New Brunswick. La Bloutte is played to 100, Le Rough to 350."),
    ),
    "hole_limit": (
        N_("Lost in the hole at"),
        N_("A side this far below zero loses if another side is not below zero. Usually the same number as the target."),
    ),
    "both_reach": (
        N_("When several reach the target"),
        N_("Who wins when more than one side reaches the target on the same hand."),
    ),
    "win_only_by_bid": (
        N_("Only a made bid wins"),
        N_("The game is won only on a hand where the winner bid and made the contract."),
    ),
    "hundred_wins": (
        N_("All 100 points win the game"),
        N_("Taking all 100 points wins outright, whatever the bid and the scores, as in La Bloutte."),
    ),
    "announced_all": (
        N_("All 100 points may be announced"),
        N_(
            "Before taking the kitty, a contractor at zero or more may announce all 100 points. That wins or "
            "loses the game, as in Le Rough."
        ),
    ),
    "skunk": (N_("Skunk"), N_("When a game counts as two in a match.")),
    "pot": (N_("Pot"), N_("Players pay into a pot and the winners divide it.")),
    "ante": (N_("Paid at the start"), N_("Every player pays this into the pot at the start of a game.")),
    "boxed": (N_("Paid for a failed contract"), N_("Each player of a side pays this when its contract fails.")),
    "hole": (N_("Paid for falling below zero"), N_("Each player of a side pays this when its score first goes below zero.")),
}
"""Label and help text of every option."""

CHOICES: dict[str, dict[object, str]] = {
    "format": {
        "partnership": N_("Four players, two pairs"),
        "two_threes": N_("Six players, two teams of three"),
        "three_pairs": N_("Six players, three pairs"),
        "called_partner": N_("Five players, partner by called card"),
        "silent_partner": N_("Five players, one silent"),
        "cutthroat": N_("Three to six players, everyone for themselves"),
        "two_handed": N_("Two players with silent hands"),
    },
    "silent_seat": {"rotates": N_("the player to the dealer’s right")},
    "rounds": {"continuous": N_("around the table until all but one have passed"), "single": N_("one call each, dealer last")},
    "keep": {
        "none": N_("no one may keep"),
        "dealer": N_("the dealer may keep"),
        "anyone_once": N_("anyone may keep, each amount once"),
    },
    "all_pass": {
        "throw_in": N_("the dealer may bid or pass too"),
        "dealer_minimum": N_("the dealer must take it at the minimum"),
        "dealer_free": N_("the dealer plays without a bid"),
        "dealer_passes": N_("the dealer must pass too"),
    },
    "discard_to": {
        "opponents": N_("the opponents"),
        "last_trick": N_("the winner of the last trick"),
        "first_trick": N_("the winner of the first trick"),
        "contractor": N_("the contractor"),
    },
    "discard_limit": {
        "any": N_("any cards"),
        "no_points": N_("no point cards"),
        "no_points_or_trumps": N_("neither point cards nor trumps"),
    },
    "trump_by": {"announced": N_("the contractor’s announcement"), "first_lead": N_("the first card led")},
    "no_trump": {"forbidden": N_("not played"), "plain": N_("played"), "double": N_("played, counts double")},
    "opponents_score": {
        "must_bid": N_("near the target, only if they bid"),
        "must_win_or_set": N_("near the target, only if the contract fails"),
        "always": N_("always"),
    },
    "defenders_score": {
        "temporary_team": N_("the defenders’ total"),
        "own_tricks": N_("their own tricks"),
    },
    "both_reach": {"bidding_side": N_("the bidding side wins"), "higher_score": N_("the higher score wins")},
    "skunk": {
        "none": N_("never"),
        "loser_negative": N_("when the losers are below zero"),
        "loser_scoreless": N_("when the losers’ score never moved"),
    },
}
"""The label of every named choice. Flags and plain numbers have none."""

ZEROS: dict[str, str] = {
    "kitty": N_("no kitty"),
    "minimum_bid": N_("no minimum"),
    "qualifying_bid": N_("any bid"),
    "ante": N_("nothing"),
    "boxed": N_("nothing"),
    "hole": N_("nothing"),
}
"""The meaning of 0 where it turns something off."""

UNITS: dict[str, tuple[str, str]] = {
    "points": (N_("1 point"), N_("%(count)s points")),
    "cards": (N_("1 card"), N_("%(count)s cards")),
}
"""The singular and plural of each unit."""

NO_LIMIT = N_("no limit")
SEAT = N_("seat %(seat)s")
YES, NO = N_("yes"), N_("no")


def phase_title(t: Gettext, phase: str) -> str:
    """Return the heading over the options of a phase (`Option.phase`)."""
    return t(PHASES[phase])


def option_label(t: Gettext, name: str) -> str:
    """Return the label of an option, capitalized."""
    label = t(OPTIONS[name][0])
    return label[:1].upper() + label[1:]


def option_help(t: Gettext, name: str) -> str:
    """Return the help text of an option: what it does, and where it is played."""
    return t(OPTIONS[name][1])


def choice_label(t: Gettext, name: str, value: object) -> str:
    """Return a value of an option as a list shows it: a choice, yes or no, or a number with its unit.

    Raises ValueError for a value that the option does not have.
    """
    option = RuleSet.options[name]
    if value is None:
        return t(NO_LIMIT)
    if isinstance(value, bool):
        return t(YES if value else NO)
    if value in CHOICES.get(name, ()):
        return t(CHOICES[name][value])
    if not isinstance(value, int):
        raise ValueError(f"{name} has no choice {value!r}")
    if name == "silent_seat":
        return t(SEAT) % {"seat": value + 1}
    if value == 0 and name in ZEROS:
        return t(ZEROS[name])
    return unit_text(t, getattr(option, "unit", "points"), value)


def unit_text(t: Gettext, unit: str, value: int) -> str:
    """Return a number with its unit: `points`, `cards` or `cents`."""
    if unit == "cents":
        return money(t, value)
    one, several = UNITS[unit]
    return t(one) if value == 1 else t(several) % {"count": number(value)}


PROBLEMS: dict[str, str] = {
    "option.unknown": N_("%(option)s: there is no such option."),
    "option.choice": N_("%(label)s (%(option)s): %(read)s is not valid. Use %(choices)s."),
    "option.number": N_(
        "%(label)s (%(option)s): %(read)s is not valid. Use a whole number from %(low)s to %(high)s in steps of %(step)s."
    ),
    "option.number:any": N_("%(label)s (%(option)s): %(read)s is not valid. Use a whole number from %(low)s to %(high)s."),
    "option.number:null": N_(
        "%(label)s (%(option)s): %(read)s is not valid. Use a whole number from %(low)s to %(high)s in "
        "steps of %(step)s, or null."
    ),
    "variant.unknown": N_("base: there is no rule set called %(read)s. Use %(choices)s."),
    "cards.sum": N_(
        "The cards do not add up. %(hands)s hands of %(hand_cards)s and a kitty of %(kitty)s make "
        "%(dealt)s, but the pack has %(pack)s (pack, hand_cards, kitty)."
    ),
    "cards.cutthroat": N_(
        "The cards do not add up for three to six players: a pack of %(pack)s, "
        "hands of %(hand_cards)s, a kitty of %(kitty)s (pack, hand_cards, kitty)."
    ),
    "cards.two_handed": N_(
        "With two players every hand has nine cards, so that the silent hands make three stacks of "
        "three. %(hand_cards)s is not valid (hand_cards)."
    ),
    "kitty.missing": N_("%(label)s (%(option)s): there is no kitty, so nothing is discarded."),
    "silent_seat.format": N_("%(label)s (%(option)s): only the five-player game with a silent partner has a silent player."),
    "announced_all.sides": N_("%(label)s (%(option)s): only a game between two sides can have this."),
    "misdeal.six": N_("%(label)s (%(option)s): with six hands dealt, there are no misdeals."),
    "dealer_minimum.none": N_(
        "%(label)s (%(option)s): the dealer cannot be made to take the contract at the minimum when there is no minimum bid."
    ),
    "bid_step.multiple": N_("%(label)s (%(option)s): %(read)s is not a multiple of the bid step, %(step)s."),
    "pot.missing": N_("%(label)s (%(option)s): there is no pot to pay into."),
}


def problem_text(t: Gettext, problem: Problem, quoted: Callable[[Gettext, object], str]) -> str:
    """Return the sentence of one problem. `quoted` formats the values read."""
    params = problem.params
    figures = {name: quoted(t, value) for name, value in params.items()}
    name = params.get("option")
    option = RuleSet.options.get(name) if isinstance(name, str) else None
    if name is not None:
        figures["option"] = option.name if option else quoted(t, name)
    if option:
        figures["label"] = option_label(t, option.name)
    choices = params.get("choices")
    if isinstance(choices, (list, tuple)):
        figures["choices"] = choosing(t, [c if isinstance(c, str) else quoted(t, c) for c in choices])
    reason = problem.reason
    if reason == "option.number" and isinstance(option, Limit):
        reason = "option.number:null"
    elif reason == "option.number" and params.get("step") == 1:
        reason = "option.number:any"
    return t(PROBLEMS[reason]) % figures
