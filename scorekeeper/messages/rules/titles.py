"""The names of rule sets and rules, the groups they are listed in, and the ranks of a pack."""

from __future__ import annotations

from scorekeeper.messages.marks import N_

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scorekeeper.messages.marks import Gettext

VARIANTS: dict[str, tuple[str, str]] = {
    "standard": (
        N_("200"),
        N_("The standard game, also known as Le Dix: four players in pairs, 36 cards, no kitty, first to 200."),
    ),
    "kitty": (
        N_("200 with a kitty"),
        N_("40 cards and a kitty of four. The points in the discard go to the opponents."),
    ),
    "informal": (
        N_("Kitchen-table 200"),
        N_("What most families play: a kitty, 100 for 200, and the dealer may keep the bid."),
    ),
    "online_kitty": (
        N_("Online 200 with a kitty"),
        N_("No point cards in the discard, and the defenders always score their tricks."),
    ),
    "bloutte": (
        N_("La Bloutte"),
        N_(
            "Eastern Townships, also called La Fouine. One call each, the dealer may keep, first to 100. All "
            "100 points win outright."
        ),
    ),
    "north_300": (N_("Northern 300"), N_("Northern New Brunswick: the standard game to 300.")),
    "north_500": (N_("Northern 500"), N_("Northern New Brunswick: the standard game to 500.")),
    "north_500_300": (N_("Northern 500, hole at 300"), N_("To 500, but 300 below zero loses.")),
    "south_east": (
        N_("South-East, ten cards"),
        N_("South-east New Brunswick: 40 cards, ten each, no kitty."),
    ),
    "south_east_kitty": (
        N_("South-East with a kitty"),
        N_("44 cards: ten each and a kitty of four."),
    ),
    "twelve_card": (
        N_("Twelve cards"),
        N_("The full pack: twelve cards each and a kitty of four. Rarely played."),
    ),
    "le_ruff": (
        N_("Le Ruff"),
        N_("Quebec: no minimum bid. When the others pass, the dealer plays without a bid."),
    ),
    "le_rough": (
        N_("Le Rough"),
        N_(
            "Quebec: 36 cards, eight each, and a kitty of four that counts for the contractor. Bids from 70, "
            "first lead is trump, first to 350."
        ),
    ),
    "six_two_teams": (N_("Six players, two teams"), N_("Two teams of three seated alternately, 36 cards, six each.")),
    "six_three_pairs": (N_("Six players, three pairs"), N_("Partners face each other, 36 cards, six each.")),
    "six_kitty": (
        N_("Six players with a kitty"),
        N_("Three pairs, 40 cards: six each and a kitty of four."),
    ),
    "six_full_pack": (
        N_("Six players, full pack"),
        N_("Three pairs, 52 cards: eight each and a kitty of four."),
    ),
    "pot": (N_("200 with a pot"), N_("Three pairs with a kitty, first to 500. The winners divide the pot.")),
    "five_called": (
        N_("Five players, called partner"),
        N_("The contractor calls a card. The player who holds it is the partner for that hand. Everyone has a separate score."),
    ),
    "five_silent": (
        N_("Five players, silent partner"),
        N_("The player to the dealer’s right plays with the contractor and does not score."),
    ),
    "cutthroat": (
        N_("Cutthroat 200"),
        N_("Four players, everyone for themselves. The contractor plays against all. Bids from 30."),
    ),
    "two_handed": (
        N_("200 for two"),
        N_("Each player has a silent partner: three stacks of three cards on the table."),
    ),
}
"""Title and blurb of every named rule set."""

RULES: dict[str, str] = {
    "format": N_("Players, seats and sides"),
    "format.partnership": N_("Four players in two pairs"),
    "format.two_threes": N_("Six players in two teams"),
    "format.three_pairs": N_("Six players in three pairs"),
    "format.called_partner": N_("Five players: the called partner"),
    "format.silent_partner": N_("Five players: the silent partner"),
    "format.cutthroat": N_("Cutthroat: everyone for themselves"),
    "format.two_handed": N_("Two players with silent partners"),
    "deal.first_dealer": N_("The first dealer"),
    "deal.rotation": N_("The deal passes left"),
    "deal.pack": N_("The pack and the deal"),
    "deal.misdeal": N_("Misdeal"),
    "auction.turn": N_("Whose turn to call"),
    "auction.pass": N_("A pass is final"),
    "auction.end": N_("The end of the auction"),
    "auction.highest": N_("The highest bid plays"),
    "auction.minimum": N_("The minimum bid"),
    "auction.step": N_("Bids go up in steps"),
    "auction.single_round": N_("One call each"),
    "auction.keep": N_("Keeping the bid"),
    "auction.all_pass": N_("When everyone passes"),
    "auction.hundred_for_200": N_("100 for 200"),
    "kitty.discard_to": N_("The points of the discard"),
    "kitty.discard_limit": N_("What may be discarded"),
    "kitty.discard_show_trumps": N_("Discarded trumps are shown"),
    "kitty.discard_announce_points": N_("Points in the discard are announced"),
    "play.lead": N_("The lead"),
    "play.follow": N_("Following suit"),
    "play.trick": N_("Who wins a trick"),
    "play.trump_by": N_("How trump is set"),
    "play.no_trump": N_("No trump"),
    "play.revoke": N_("A revoke (renege)"),
    "score.made": N_("A made contract"),
    "score.failed": N_("A failed contract costs the bid"),
    "score.hundred_for_200": N_("100 for 200"),
    "score.opponents": N_("The defenders score their tricks"),
    "score.must_bid": N_("Near the target, defenders must have bid"),
    "score.must_win_or_set": N_("Near the target, the contract must fail"),
    "score.defenders": N_("What each defender scores"),
    "score.no_trump": N_("No trump counts double"),
    "end.announced_all": N_("All 100 points, announced"),
    "end.hundred": N_("All 100 points win the game"),
    "end.target": N_("Reaching the target"),
    "end.both_reach": N_("When several reach the target"),
    "end.win_only_by_bid": N_("Only a made bid wins"),
    "end.hole": N_("Lost in the hole"),
    "end.drop_out": N_("Dropping out"),
    "skunk": N_("Skunk"),
    "match": N_("A match of several games"),
    "pot": N_("The pot"),
    "adjustment": N_("An adjustment"),
    "start.scores": N_("A game continued from a paper sheet"),
}
"""The title of every rule id."""


def variant_title(t: Gettext, name: str) -> str:
    """Return the players' name for the rule set."""
    return t(VARIANTS[name][0])


def variant_blurb(t: Gettext, name: str) -> str:
    """Return one sentence: where the rule set is played, or how it differs."""
    return t(VARIANTS[name][1])


def rule_title(t: Gettext, rule_id: str) -> str:
    """Return the rule's name, a few words with a capital."""
    title = t(RULES[rule_id])
    return title[:1].upper() + title[1:]


TITLES = {
    "usual": N_("The usual games"),
    "new_brunswick": N_("New Brunswick"),
    "quebec": N_("Quebec"),
    "full_pack": N_("With the whole pack"),
    "six": N_("Six players"),
    "five": N_("Five players"),
    "alone": N_("Everyone for themselves"),
    "two": N_("Two players"),
}

GROUPS: dict[str, tuple[str, ...]] = {
    "usual": ("informal", "kitty", "standard", "online_kitty"),
    "new_brunswick": ("north_300", "north_500", "north_500_300", "south_east", "south_east_kitty"),
    "quebec": ("bloutte", "le_ruff", "le_rough"),
    "full_pack": ("twelve_card",),
    "six": ("six_three_pairs", "six_kitty", "six_full_pack", "pot", "six_two_teams"),
    "five": ("five_called", "five_silent"),
    "alone": ("cutthroat",),
    "two": ("two_handed",),
}
"""Every named rule set by group, the most played first."""


def group_title(t: Gettext, group: str) -> str:
    """Return the heading of a group of named rule sets."""
    return t(TITLES[group])


def group_of(name: str) -> str:
    return next(group for group, names in GROUPS.items() if name in names)


_RANKS: dict[int, str] = {
    36: N_("A K Q J 10 9 8 7 5"),
    40: N_("A K Q J 10 9 8 7 6 5"),
    44: N_("A K Q J 10 9 8 7 6 5 4"),
    52: N_("A K Q J 10 9 8 7 6 5 4 3 2"),
}


def ranks_text(t: Gettext, pack: int) -> str:
    """Return the cards of each suit in a pack of this size, from high to low."""
    return t(_RANKS[pack])
