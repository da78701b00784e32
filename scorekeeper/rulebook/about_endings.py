"""Options of the end of the game."""

from __future__ import annotations

from scorekeeper.engine.events import Played
from scorekeeper.rulebook.entry import OptionEntry
from scorekeeper.rulebook.examples_score import Scored
from scorekeeper.wording.marks import N_

ENTRIES = {
    "target": OptionEntry(
        (
            N_(
                "Two hundred gave the game its name. In northern New Brunswick they play longer, to 300 or 500. "
                "The line near the target and the depth of the hole follow unless they are set."
            ),
        ),
        Scored((200, 300), before=(150, 90), hands=(Played(0, 60, (70, 30), {1: 55}, "C"),), ends=True),
    ),
    "hole_limit": OptionEntry(
        (
            N_(
                "As deep as the target is high, as a rule; with 500, some say 300 is deep enough. The loser must be alone "
                "down there: "
                "while every other side is below zero too, the game goes on."
            ),
            N_(
                "With three pairs, a pair that loses this way drops out, and the two others play on as a table of four with "
                "the scores they have. "
                "Where everyone plays alone, the game ends there and the highest score wins."
            ),
        ),
        Scored((200, 300, None), before=(-150, 20), hands=(Played(0, 75, (60, 40), {}, "D"),), ends=True),
    ),
    "both_reach": OptionEntry(
        (
            N_(
                "On one hand the contractor’s side makes its bid and the opponents pick up the little they were missing. "
                "Somebody has to be first."
            ),
        ),
        Scored(("bidding_side", "higher_score"), before=(130, 175), hands=(Played(0, 70, (70, 30), {1: 60}, "S"),), ends=True),
        {
            "bidding_side": N_("Whoever played the contract, even with the lower score."),
            "higher_score": N_("The higher total; if they are equal, another hand is played."),
        },
        N_("both teams or both pairs reach 200 on the same hand; a tie, tied, equal scores, a draw"),
    ),
    "win_only_by_bid": OptionEntry(
        (
            N_(
                "Points from defending count, but they do not finish a game. A side may stand far above the target and still "
                "have to bid, and make it. A contract that the dealer was forced into is a bid like any other; one that was "
                "had for nothing does not finish it."
            ),
        ),
        Scored((False, True), before=(100, 180), hands=(Played(0, 60, (50, 50), {1: 55}, "H"),), ends=True),
    ),
    "hundred_wins": OptionEntry(
        (
            N_(
                "Taking all 100 points is itself called a “bloutte” where this is played. Nothing else matters then: not the "
                "bid, not the scores. "
                "Winning them while losing one empty trick is a “chienne”, two a “double chienne”: worth the same, and more "
                "embarrassing for the losers."
            ),
        ),
        Scored((False, True), before=(-40, 60), hands=(Played(0, 70, (100, 0), {}, "S"),), ends=True),
    ),
    "announced_all": OptionEntry(
        (
            N_(
                "Before touching the kitty, a contractor whose side is not below zero announces all 100 points. From then on "
                "the hand decides the game: "
                "everything taken wins it, a single five lost loses it."
            ),
        ),
        Scored(
            (False, True),
            (("pack", 40), ("kitty", 4)),
            before=(60, 90),
            hands=(Played(0, 80, (95, 5), {}, "H", announced_all=True),),
            ends=True,
        ),
    ),
    "skunk": OptionEntry(
        (N_("A crushing win counts as two games of the match. Houses mean two different things by it."),),
        Scored(
            ("none", "loser_negative", "loser_scoreless"),
            before=(150, 0),
            hands=(Played(0, 70, (100, 0), {1: 60}, "S"), Played(1, 60, (50, 50), {0: 55}, "D")),
            ends=True,
        ),
        {
            "none": N_("A game is a game."),
            "loser_negative": N_("The losers finish below zero."),
            "loser_scoreless": N_("The losers never moved from zero: won in two hands, 200 to nothing."),
        },
    ),
}
