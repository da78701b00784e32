"""The rule card: everything that a rule set's options determine, in words on one page."""

from __future__ import annotations

from scorekeeper.messages.rules.labels import phase_title
from scorekeeper.rulebook.options.endings import hole_sentence
from scorekeeper.rulebook.options.entries import ABOUT
from scorekeeper.rulebook.options.scoring import limit_sentence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scorekeeper.engine.ruleset import RuleSet
    from scorekeeper.messages.marks import Gettext


def rule_card(t: Gettext, rules: RuleSet) -> list[tuple[str, list[str]]]:
    """Return headings and their sentences in the order of play. A phase that isn't played has no heading."""
    parts = [(phase, sentences(t, rules)) for module in ABOUT for phase, sentences in module.CARD.items()]
    return [(phase_title(t, phase), said) for phase, said in parts if said]


def reminders(t: Gettext, rules: RuleSet) -> list[str]:
    """Return what players forget most: when defenders score, and the hole (`score.opponents`, `end.hole`)."""
    return [limit_sentence(t, rules), hole_sentence(t, rules)]
