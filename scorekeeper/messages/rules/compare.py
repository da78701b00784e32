"""The differences between two rule sets, in words."""

from __future__ import annotations

from scorekeeper.engine.ruleset import RuleSet
from scorekeeper.messages.marks import N_
from scorekeeper.messages.rules.labels import choice_label, option_label

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scorekeeper.messages.marks import Gettext

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
