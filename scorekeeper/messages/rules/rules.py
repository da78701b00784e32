"""Rules in words, for forms, rule pages and comparisons: one import for the modules behind it."""

from __future__ import annotations

from scorekeeper.engine.ruleset import RuleSet
from scorekeeper.messages.marks import N_
from scorekeeper.messages.rules.labels import choice_label, option_help, option_label, phase_title, unit_text
from scorekeeper.messages.rules.titles import GROUPS, group_of, group_title, rule_title, variant_blurb, variant_title

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scorekeeper.messages.marks import Gettext

__all__ = [
    "GROUPS",
    "choice_label",
    "diff_text",
    "group_of",
    "group_title",
    "option_help",
    "option_label",
    "phase_title",
    "rule_title",
    "unit_text",
    "variant_blurb",
    "variant_title",
]


CHANGED = N_("%(option)s: %(before)s → %(after)s.")
FLAG = N_("%(option)s: %(after)s.")


def diff_text(t: Gettext, a: RuleSet, b: RuleSet) -> list[str]:
    """Return a sentence for each option in which `b` differs from `a`, in the order of the options."""
    before, after = a.values(), b.values()
    return [_changed(t, name, before[name], after[name]) for name in RuleSet.options if before[name] != after[name]]


def _changed(t: Gettext, name: str, before: object, after: object) -> str:
    message = FLAG if RuleSet.options[name].kind == "flag" else CHANGED
    return t(message) % {
        "option": option_label(t, name),
        "before": choice_label(t, name, before),
        "after": choice_label(t, name, after),
    }
