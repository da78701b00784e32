"""Rulebook entries for the options of scoring."""

from __future__ import annotations

from scorekeeper.engine.events import Played
from scorekeeper.messages.marks import N_
from scorekeeper.messages.numbers import number
from scorekeeper.rulebook.examples.cases import OptionEntry
from scorekeeper.rulebook.examples.score_examples import CountedHand, ScoredHands

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scorekeeper.engine.ruleset import RuleSet
    from scorekeeper.messages.marks import Gettext

ENTRIES = {
    "opponents_score": OptionEntry(
        (
            N_(
                "Far from the target, opponents always score the points they take. Near it, houses disagree about how much a "
                "side that "
                "did not play the contract should get. This is the rule most often argued about."
            ),
        ),
        ScoredHands(
            ("must_bid", "must_win_or_set", "always"),
            before=(60, 160),
            hands=(Played(0, 75, (75, 25), {1: 70}, "S"), Played(0, 75, (70, 30), {}, "S")),
        ),
        {
            "must_bid": N_("One of the two must have bid in this auction; a bid that was topped is enough."),
            "must_win_or_set": N_(
                "They must play the contract themselves, or defeat it. Two sides can then never reach the target on the same "
                "hand."
            ),
            "always": N_("What one takes, one scores, as in the online game."),
        },
        question=N_("Near the end of the game, do the defenders still score what they take?"),
        varies=True,
        states=("score.must_win_or_set",),
    ),
    "margin": OptionEntry(
        (
            N_(
                "The line where the limit begins is the target less this many points: 100 in a game to 200, 400 "
                "in a game to 500. Tables that want the contract played or defeated draw it closer, at 50 below "
                "the target."
            ),
        ),
        ScoredHands((100, 50), before=(40, 120), hands=(Played(0, 60, (65, 35), {}, "H"),)),
        reported=(50,),
    ),
    "qualifying_bid": OptionEntry(
        (
            N_(
                "Near the target a bid of 50 is often just a ticket to score. Some tables want it to cost "
                "something: only 60 or more counts as having bid."
            ),
        ),
        ScoredHands((0, 60), before=(40, 120), hands=(Played(0, 65, (65, 35), {1: 50}, "H"),)),
        reported=(60,),
    ),
    "defenders_score": OptionEntry(
        (
            N_(
                "Where everyone keeps a separate score, the defenders are a team for one hand. Either each of them writes "
                "down what they took together, or each "
                "their own tricks, in which case they also play against one another."
            ),
        ),
        CountedHand(
            ("temporary_team", "own_tricks"),
            (("format", "called_partner"), ("pack", 40), ("hand_cards", 8)),
            bid=60,
            taken=((0, 45), (1, 10), (2, 20), (3, 15), (4, 10)),
            partner=2,
        ),
        {
            "temporary_team": N_("Usual where partners are called or silent."),
            "own_tricks": N_("Usual when the contractor plays alone."),
        },
    ),
}

_CONTRACT = N_("A contract that is made scores the card points taken; one that fails costs the bid.")
_HUNDRED_FOR_200 = N_("100 for 200 scores 200 if all 100 card points are taken, and costs 100 if not.")
_FREE = N_("A contract without a bid scores the card points taken and never costs anything.")
_CALLED = N_("The called partner scores what the contractor scores.")
_DEFENDERS = {
    "temporary_team": N_("Each defender scores all the card points that the defenders took together."),
    "own_tricks": N_("Each defender scores the card points of their own tricks."),
}
_SIDES_ALWAYS = N_("The defenders score their card points, whether they bid or not.")
_SIDES_MUST_BID = N_(
    "The defenders score their card points, but a side at %(line)s or more only if one of its players bid in that auction."
)
_SIDES_MUST_BID_QUALIFYING = N_(
    "The defenders score their card points, but a side at %(line)s or more "
    "only if one of its players bid %(bid)s or more in that auction."
)
_SIDES_MUST_SET = N_("The defenders score their card points, but a side at %(line)s or more only if the contract fails.")
_ALONE_ALWAYS = N_("Defenders score whether they bid or not.")
_ALONE_MUST_BID = N_("A defender at %(line)s or more scores only by having bid in that auction.")
_ALONE_MUST_BID_QUALIFYING = N_("A defender at %(line)s or more scores only by having bid %(bid)s or more in that auction.")
_ALONE_MUST_SET = N_("A defender at %(line)s or more scores only if the contract fails.")
_NO_TRUMP = N_("Without trump, every change of score counts double.")
_BOXED = N_("A score below zero is written in a box: it is in the hole.")


def _scoring(t: Gettext, rules: RuleSet) -> list[str]:
    """Return sentences about the score of a hand (rulebook section 7)."""
    sentences = [t(_CONTRACT)]
    if rules.hundred_for_200:
        sentences.append(t(_HUNDRED_FOR_200))
    if rules.all_pass == "dealer_free":
        sentences.append(t(_FREE))
    if rules.format == "called_partner":
        sentences.append(t(_CALLED))
    if rules.table.individual:
        sentences.append(t(_DEFENDERS[rules.defenders_score]))
    sentences.append(limit_sentence(t, rules))
    if rules.no_trump == "double":
        sentences.append(t(_NO_TRUMP))
    return [*sentences, t(_BOXED)]


def limit_sentence(t: Gettext, rules: RuleSet) -> str:
    """Return a sentence about when defenders score (`score.opponents`)."""
    return t(_limit(rules)) % {"line": number(rules.target - rules.margin), "bid": rules.qualifying_bid}


def _limit(rules: RuleSet) -> str:
    alone = rules.table.individual
    if rules.opponents_score == "always":
        return _ALONE_ALWAYS if alone else _SIDES_ALWAYS
    if rules.opponents_score == "must_win_or_set":
        return _ALONE_MUST_SET if alone else _SIDES_MUST_SET
    if rules.qualifying_bid:
        return _ALONE_MUST_BID_QUALIFYING if alone else _SIDES_MUST_BID_QUALIFYING
    return _ALONE_MUST_BID if alone else _SIDES_MUST_BID


CARD = {"scoring": _scoring}
"""The sentences of the rule card, by phase."""
