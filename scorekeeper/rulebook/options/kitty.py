"""Rulebook entries for the options of the discard and of trumps."""

from __future__ import annotations

from scorekeeper.engine.events import Played
from scorekeeper.messages.marks import N_
from scorekeeper.rulebook.examples.cases import OptionEntry
from scorekeeper.rulebook.examples.score_examples import CountedHand, ScoredHands
from scorekeeper.rulebook.examples.table_examples import DiscardExample, FirstTrick

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scorekeeper.engine.ruleset import RuleSet
    from scorekeeper.messages.marks import Gettext

KITTY = (("pack", 40), ("kitty", 4))
HELD = ("AS", "KS", "QS", "9S", "7S", "AH", "QH", "10D", "8D", "6D", "5D", "9C", "7C")

ENTRIES = {
    "discard_to": OptionEntry(
        (
            N_(
                "Once the first card is led, nobody looks at the discard before the end of the hand, and that "
                "includes the contractor. What is in it has to go to somebody’s pile, and this decides how "
                "daring a discard can be: a discarded ten is given away, gambled, or saved."
            ),
        ),
        CountedHand(
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
        question=N_("Who gets the points that the contractor discards?"),
        varies=True,
    ),
    "discard_limit": OptionEntry(
        (
            N_(
                "A limit keeps points and trumps in play. It can ask the impossible of a hand that is full of them; then the "
                "cards that may go must all go first, "
                "and the rest may be any."
            ),
        ),
        DiscardExample(
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
        question=N_("What may the contractor discard?"),
    ),
    "discard_show_trumps": OptionEntry(
        (
            N_(
                "Discarded trumps are shown to everyone after trumps are named and before the first lead, so "
                "that everyone can count to the same number."
            ),
        ),
        DiscardExample((False, True), KITTY, held=HELD, discards=(("7S", "8D", "6D", "7C"),), about="show"),
    ),
    "discard_announce_points": OptionEntry(
        (N_("The contractor says aloud whether an ace, a ten or a five lies in the discard, not how many."),),
        DiscardExample((False, True), KITTY, held=HELD, discards=(("5D", "8D", "6D", "7C"),), about="announce"),
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
        question=N_("How does everyone learn what is trump?"),
    ),
    "no_trump": OptionEntry(
        (
            N_(
                "“Sans atout”: no suit beats another, and only following suit counts. It takes top cards in every suit and "
                "somebody able to stop "
                "the long ones."
            ),
        ),
        ScoredHands(
            ("forbidden", "plain", "double"),
            hands=(Played(0, 60, (70, 30), {1: 55}, "NT"),),
        ),
        {
            "forbidden": N_("A suit must be named, or led."),
            "plain": N_("Allowed, and scored like any other hand: so in Le Rough."),
            "double": N_("Allowed, and everything the hand scores counts twice, for both sides, gains and losses alike."),
        },
        question=N_("Can one play without trump?"),
        states=("score.no_trump",),
    ),
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
    "last_trick": N_("The winners of the last trick get the card points in the discard."),
    "first_trick": N_("The winners of the first trick get the card points in the discard. Nobody looks at them before the end."),
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


def _kitty(t: Gettext, rules: RuleSet) -> list[str]:
    if not rules.kitty:
        return []
    kitty_text = _KITTY if rules.trump_by == "announced" else _KITTY_FIRST_LEAD
    sentences = [t(kitty_text) % {"kitty": rules.kitty}, t(_DISCARD_LIMIT[rules.discard_limit]), t(_DISCARD_TO[rules.discard_to])]
    if rules.discard_show_trumps:
        sentences.append(t(_SHOW_TRUMPS))
    if rules.discard_announce_points:
        sentences.append(t(_ANNOUNCE_POINTS))
    return sentences


def _play(t: Gettext, rules: RuleSet) -> list[str]:
    return [t(_TRUMP_BY[rules.trump_by]), t(_NO_TRUMP[rules.no_trump]), t(_FOLLOW), t(_TRICK)]


CARD = {"kitty": _kitty, "play": _play}
"""The sentences of the rule card, by phase."""
