"""Rulebook entries for the options of the end of the game."""

from __future__ import annotations

from scorekeeper.engine.events import Played
from scorekeeper.messages.marks import N_
from scorekeeper.messages.numbers import number
from scorekeeper.rulebook.examples.cases import OptionEntry
from scorekeeper.rulebook.examples.score_examples import ScoredHands

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scorekeeper.engine.ruleset import RuleSet
    from scorekeeper.messages.marks import Gettext

ENTRIES = {
    "target": OptionEntry(
        (
            N_(
                "Two hundred gave the game its name. In northern New Brunswick they play longer, to 300 or 500. "
                "The line near the target and the depth of the hole follow unless they are set."
            ),
        ),
        ScoredHands((200, 300), before=(150, 90), hands=(Played(0, 60, (70, 30), {1: 55}, "C"),), ends=True),
        question=N_("To how many points do you play?"),
        varies=True,
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
        ScoredHands((200, 300, None), before=(-150, 20), hands=(Played(0, 75, (60, 40), {}, "D"),), ends=True),
        question=N_("How far below zero is the game lost?"),
        states=("end.drop_out",),
    ),
    "both_reach": OptionEntry(
        (
            N_(
                "On one hand the contractor’s side makes its bid and the opponents pick up the little they were missing. "
                "Somebody has to be first."
            ),
        ),
        ScoredHands(
            ("bidding_side", "higher_score"), before=(130, 175), hands=(Played(0, 70, (70, 30), {1: 60}, "S"),), ends=True
        ),
        {
            "bidding_side": N_("The side that played the contract, even with the lower score."),
            "higher_score": N_("The higher total; if they are equal, another hand is played."),
        },
        N_("both teams or both pairs reach 200 on the same hand; a tie, tied, equal scores, a draw"),
        question=N_("Two sides reach the target on the same hand. Who wins?"),
        varies=True,
    ),
    "win_only_by_bid": OptionEntry(
        (
            N_(
                "Points from defending count, but they do not finish a game. A side may stand far above the target and still "
                "have to bid, and make it. A contract that the dealer was forced into is a bid like any other; one that was "
                "had for nothing does not finish it."
            ),
        ),
        ScoredHands((False, True), before=(100, 180), hands=(Played(0, 60, (50, 50), {1: 55}, "H"),), ends=True),
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
        ScoredHands((False, True), before=(-40, 60), hands=(Played(0, 70, (100, 0), {}, "S"),), ends=True),
        question=N_("Does taking all 100 points win the whole game?"),
    ),
    "announced_all": OptionEntry(
        (
            N_(
                "Before touching the kitty, a contractor whose side is not below zero announces all 100 points. From then on "
                "the hand decides the game: "
                "everything taken wins it, a single five lost loses it."
            ),
        ),
        ScoredHands(
            (False, True),
            (("pack", 40), ("kitty", 4)),
            before=(60, 90),
            hands=(Played(0, 80, (95, 5), {}, "H", announced_all=True),),
            ends=True,
        ),
        question=N_("May the contractor announce all 100 points, for the whole game?"),
    ),
    "skunk": OptionEntry(
        (N_("A crushing win counts as two games of the match. Houses mean two different things by it."),),
        ScoredHands(
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

_TARGET = N_("The first side to reach %(target)s wins.")
_TARGET_ALONE = N_("The first player to reach %(target)s wins.")
_ONLY_BY_BID = N_(
    "The game is won only on a hand where the winner bid and made the contract: nobody reaches %(target)s as a defender and wins."
)
_BOTH = {
    "bidding_side": N_("If several sides reach it on the same hand, the bidding side wins; failing that, the highest score."),
    "higher_score": N_("If several sides reach it on the same hand, the highest score wins."),
}
_BOTH_ALONE = {
    "bidding_side": N_("If several players reach it on the same hand, the contractor wins; failing that, the highest score."),
    "higher_score": N_("If several players reach it on the same hand, the highest score wins."),
}
_BOTH_CALLED = N_(
    "If several players reach it on the same hand, the contractor wins; failing that, the called partner; "
    "failing that, the highest score."
)
_EQUAL = N_("If the highest are equal, another hand is played.")
_NO_HOLE = N_("Nobody loses for being in the hole.")
_HOLE = N_("A side at %(limit)s or worse loses, if the other side is not below zero.")
_HOLE_PAIRS = N_(
    "A pair at %(limit)s or worse drops out, if another pair is not below zero; "
    "the two others play on as four, with their scores."
)
_HOLE_ALONE = N_(
    "When a player is at %(limit)s or worse and another is not below zero, the game ends and the highest score wins."
)
_HUNDRED = N_("A contractor’s camp that takes all 100 card points wins the game, whatever the bid and the scores.")
_CHIENNE = N_("Losing one empty trick on the way is a chienne, two a double chienne; the game is won anyway.")
_ANNOUNCED = N_(
    "A contractor whose side is not below zero may announce, before taking the kitty, that it takes all 100 card points. "
    "If it does, it wins the game; if not, the other side wins."
)
_ANNOUNCED_NO_KITTY = N_(
    "A contractor whose side is not below zero may announce, before the first lead, that it takes all 100 card points. "
    "If it does, it wins the game; if not, the other side wins."
)
_SKUNK = {
    "loser_negative": N_("Skunk: if all the losers are below zero, the game counts as two."),
    "loser_scoreless": N_("Skunk: if no loser’s score ever moved, the game counts as two."),
}


def _ending(t: Gettext, rules: RuleSet) -> list[str]:
    """Return sentences about the end of the game (rulebook section 8)."""
    sentences = [*_target(t, rules), hole_sentence(t, rules)]
    if rules.hundred_wins:
        sentences += [t(_HUNDRED), t(_CHIENNE)]
    if rules.announced_all:
        sentences.append(t(_ANNOUNCED if rules.kitty else _ANNOUNCED_NO_KITTY))
    if rules.skunk != "none":
        sentences.append(t(_SKUNK[rules.skunk]))
    return sentences


def _target(t: Gettext, rules: RuleSet) -> list[str]:
    alone = rules.table.individual or rules.format == "two_handed"
    target = {"target": number(rules.target)}
    if rules.win_only_by_bid:
        return [t(_TARGET_ALONE if alone else _TARGET) % target, t(_ONLY_BY_BID) % target]
    if rules.format == "called_partner" and rules.both_reach == "bidding_side":
        both = _BOTH_CALLED
    else:
        both = (_BOTH_ALONE if alone else _BOTH)[rules.both_reach]
    return [t(_TARGET_ALONE if alone else _TARGET) % target, t(both), t(_EQUAL)]


def hole_sentence(t: Gettext, rules: RuleSet) -> str:
    """Return a sentence about the hole (`end.hole`)."""
    if rules.hole_limit is None:
        return t(_NO_HOLE)
    message = _HOLE
    if rules.format == "three_pairs":
        message = _HOLE_PAIRS
    elif rules.table.individual:
        message = _HOLE_ALONE
    return t(message) % {"limit": number(-rules.hole_limit)}


CARD = {"endings": _ending}
"""The sentences of the rule card, by phase."""
