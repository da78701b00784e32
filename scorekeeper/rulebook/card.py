"""The rule card: the rules of one rule set in words, everything its options determine, to be read from one page."""

from __future__ import annotations

from scorekeeper.rulebook.about_endings import hole
from scorekeeper.rulebook.about_scoring import limit
from scorekeeper.rulebook.entries import ABOUT
from scorekeeper.wording.labels import phase_title

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scorekeeper.engine.ruleset import RuleSet
    from scorekeeper.wording.marks import Gettext


def rule_card(t: Gettext, rules: RuleSet) -> list[tuple[str, list[str]]]:
    """Headings and their sentences, in the order of play; a phase that is not played has no heading."""
    parts = [(phase, sentences(t, rules)) for module in ABOUT for phase, sentences in module.CARD.items()]
    return [(phase_title(t, phase), said) for phase, said in parts if said]


def reminders(t: Gettext, rules: RuleSet) -> list[str]:
    """What a table forgets most: when defenders score, and what the hole does (`score.opponents`, `end.hole`)."""
    return [limit(t, rules), hole(t, rules)]
