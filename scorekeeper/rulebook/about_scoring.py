"""Options of the score of a hand."""

from __future__ import annotations

from scorekeeper.engine.events import Played
from scorekeeper.rulebook.entry import OptionEntry
from scorekeeper.rulebook.examples_score import Counted, Scored
from scorekeeper.wording.marks import N_

ENTRIES = {
    "opponents_score": OptionEntry(
        (
            N_(
                "Far from the target, opponents always score the points they take. Near it, houses disagree about how much a "
                "side that "
                "did not play the contract should get. This is the rule most often argued about."
            ),
        ),
        Scored(
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
    ),
    "margin": OptionEntry(
        (
            N_(
                "The line where the limit begins is the target less this many points: 100 in a game to 200, 400 in a game to "
                "500. Those who ask "
                "that the contract be played or defeated draw it closer, at 50 below the target."
            ),
        ),
        Scored((100, 50), before=(40, 120), hands=(Played(0, 60, (65, 35), {}, "H"),)),
    ),
    "qualifying_bid": OptionEntry(
        (
            N_(
                "Near the target a bid of 50 is often no more than a ticket to score. Some tables want it to cost something: "
                "only 60 or more counts as having bid."
            ),
        ),
        Scored((0, 60), before=(40, 120), hands=(Played(0, 65, (65, 35), {1: 50}, "H"),)),
    ),
    "defenders_score": OptionEntry(
        (
            N_(
                "Where everyone keeps a separate score, the defenders are a team for one hand. Either each of them writes "
                "down what they took together, or each "
                "their own tricks, in which case they also play against one another."
            ),
        ),
        Counted(
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
