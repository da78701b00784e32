"""Options of the discard and of trumps."""

from __future__ import annotations

from scorekeeper.engine.events import Played
from scorekeeper.rulebook.entry import OptionEntry
from scorekeeper.rulebook.examples_score import Counted, Scored
from scorekeeper.rulebook.examples_table import Discarded, FirstTrick
from scorekeeper.wording.marks import N_

KITTY = (("pack", 40), ("kitty", 4))
HELD = ("AS", "KS", "QS", "9S", "7S", "AH", "QH", "10D", "8D", "6D", "5D", "9C", "7C")

ENTRIES = {
    "discard_to": OptionEntry(
        (
            N_(
                "Nobody looks at the discard before the end of the hand, not even the contractor once the first card is led. "
                "What is in it has to go to "
                "somebody’s pile, and this decides how daring a discard can be: a ten put away is a ten given away, gambled, "
                "or saved."
            ),
        ),
        Counted(
            ("opponents", "last_trick", "first_trick", "contractor"),
            KITTY,
            bid=70,
            taken=((0, 25), (2, 40), (3, 15), (1, 5)),
            discard=("10D", "5C", "8C", "6H"),
        ),
        {
            "opponents": N_("The usual rule: points in it are a present to the other side."),
            "last_trick": N_("A prize for the last trick, which the contractor often wins."),
            "first_trick": N_("A prize for the first trick; it still stays face down until the end."),
            "contractor": N_(
                "The contractor saves tens and fives by putting them away. Bids rise accordingly; Le Rough is played so."
            ),
        },
        N_("to bury points, burying cards, who gets the kitty"),
    ),
    "discard_limit": OptionEntry(
        (
            N_(
                "A limit keeps points and trumps in play. It can ask the impossible of a hand that is full of them; then the "
                "cards that may go must all go first, "
                "and the rest may be any."
            ),
        ),
        Discarded(
            ("any", "no_points", "no_points_or_trumps"),
            KITTY,
            held=HELD,
            discards=(("7S", "8D", "6D", "7C"), ("10D", "8D", "6D", "7C")),
        ),
        {
            "any": N_("Any cards, those from the kitty included."),
            "no_points": N_("No ace, ten or five."),
            "no_points_or_trumps": N_("No ace, ten or five, and no trump either. Nineteen cards of forty must stay."),
        },
    ),
    "discard_show_trumps": OptionEntry(
        (
            N_(
                "Trumps that were put away are shown to all after trumps are named and before the first lead, so that "
                "everyone can count to the same number."
            ),
        ),
        Discarded((False, True), KITTY, held=HELD, discards=(("7S", "8D", "6D", "7C"),), about="show"),
    ),
    "discard_announce_points": OptionEntry(
        (N_("The contractor says aloud whether an ace, a ten or a five lies in the discard, not how many."),),
        Discarded((False, True), KITTY, held=HELD, discards=(("5D", "8D", "6D", "7C"),), about="announce"),
    ),
    "trump_by": OptionEntry(
        (
            N_(
                "Where trumps are announced, the contractor may lead something else first. Where the first lead decides, the "
                "first trick is always a trump trick, and "
                "the contractor gives something away by that first card."
            ),
        ),
        FirstTrick(("announced", "first_lead"), announced="S", cards=("9H", "AH", "7H", "7S")),
        {
            "announced": N_("Named aloud before the lead. Forgotten? Then the first card led sets it."),
            "first_lead": N_("Whatever is led first is trump; only an announced no trump stands against it."),
        },
        N_("compulsory trump lead; the contractor must lead trump"),
    ),
    "no_trump": OptionEntry(
        (
            N_(
                "“Sans atout”: no suit beats another, and only following suit counts. It takes top cards in every suit and "
                "somebody able to stop "
                "the long ones."
            ),
        ),
        Scored(
            ("forbidden", "plain", "double"),
            hands=(Played(0, 60, (70, 30), {1: 55}, "NT"),),
        ),
        {
            "forbidden": N_("A suit must be named, or led."),
            "plain": N_("Allowed, and scored like any other hand: so in Le Rough."),
            "double": N_("Allowed, and everything the hand scores counts twice, for both sides, gains and losses alike."),
        },
    ),
}
