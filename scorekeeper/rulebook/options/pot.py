"""Rulebook entries for the options of the pot."""

from __future__ import annotations

from scorekeeper.engine.events import Played
from scorekeeper.messages.marks import N_
from scorekeeper.messages.numbers import money
from scorekeeper.rulebook.examples.cases import OptionEntry
from scorekeeper.rulebook.examples.score_examples import PotExample

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scorekeeper.engine.ruleset import RuleSet
    from scorekeeper.messages.marks import Gettext

PAIRS = (("format", "three_pairs"), ("pack", 40), ("hand_cards", 6), ("kitty", 4), ("target", 100))
GAME = (Played(0, 60, (40, 35, 25), {}, "S"), Played(1, 100, (0, 100, 0), {}, "H"))

ENTRIES = {
    "pot": OptionEntry(
        (
            N_(
                "Money, tokens or matches lie in the middle, and the players of the winning side divide them equally; what "
                "does not divide goes to "
                "the earliest seat. What is paid, and for what, is the table’s affair: all three stakes start at nothing."
            ),
        ),
        PotExample((False, True), (*PAIRS, ("ante", 25)), hands=GAME),
        question=N_("Do you play for a pot?"),
    ),
    "ante": OptionEntry(
        (N_("Everyone who plays pays it once, when the game begins."),),
        PotExample((0, 25), (*PAIRS, ("pot", True), ("boxed", 10)), hands=GAME),
    ),
    "boxed": OptionEntry(
        (N_("Each failed contract costs every player of the contractor’s side this much."),),
        PotExample((0, 10), (*PAIRS, ("pot", True), ("ante", 25)), hands=GAME),
    ),
    "hole": OptionEntry(
        (N_("Once in a game for each side: when its score falls below zero for the first time, every one of its players pays."),),
        PotExample((0, 50), (*PAIRS, ("pot", True), ("ante", 25)), hands=GAME),
    ),
}

_POT = N_("The winners divide the pot equally.")
_ANTE = N_("At the start every player pays %(money)s into the pot.")
_PAY_BOXED = N_("When a contract fails, each player of that side pays %(money)s.")
_PAY_HOLE = N_("When a side first falls below zero, each of its players pays %(money)s.")
_STAKES_OPEN = N_("The table sets the stakes.")


def _pot(t: Gettext, rules: RuleSet) -> list[str]:
    """Return sentences about the stakes and who wins the pot, none without one."""
    if not rules.pot:
        return []
    stakes = ((_ANTE, rules.ante), (_PAY_BOXED, rules.boxed), (_PAY_HOLE, rules.hole))
    sentences = [t(message) % {"money": money(t, cents)} for message, cents in stakes if cents]
    return [*(sentences or [t(_STAKES_OPEN)]), t(_POT)]


CARD = {"pot": _pot}
"""The sentences of the rule card, by phase."""
