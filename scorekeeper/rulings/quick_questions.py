"""Three quick questions about a recorded game: what if one rule were different?"""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.engine.errors import UnsoundRules
from scorekeeper.formats.rules import rules_from_link, rules_to_link
from scorekeeper.messages.marks import N_

TYPE_CHECKING = False  # phones load this
if TYPE_CHECKING:
    from collections.abc import Callable

    from scorekeeper.engine.ruleset import RuleSet
    from scorekeeper.messages.marks import Gettext

MOST = 3
QUESTIONS: tuple[tuple[str, object, str], ...] = (
    ("target", 300, N_("To 300?")),
    ("target", 200, N_("To 200?")),
    ("opponents_score", "must_bid", N_("Must defenders bid?")),
    ("opponents_score", "always", N_("Defenders always score?")),
    ("discard_to", "contractor", N_("Discard to the contractor?")),
    ("discard_to", "opponents", N_("Discard to the defenders?")),
    ("win_only_by_bid", True, N_("Only a made bid wins?")),
    ("win_only_by_bid", False, N_("Win without a bid?")),
    ("hundred_wins", True, N_("All 100 points win?")),
    ("hundred_wins", False, N_("No win by all 100 points?")),
)
"""Options with the value to try, the most disputed first.

There is none about playing without the kitty: the points of the discard are in the recorded piles, so no score changes.
"""


@dataclass(frozen=True)
class QuickQuestion:
    """A question, the option it changes with its value, and the rules with that change."""

    text: str
    option: str
    value: object
    rules: RuleSet


def quick_questions(
    t: Gettext, rules: RuleSet, has_answer: Callable[[RuleSet], bool] = lambda _rules: True
) -> list[QuickQuestion]:
    """Return up to three questions about games played under these rules, one for each option.

    What follows an option, as the hole limit follows the target, changes with it. Questions that the record can't answer
    come last. `has_answer` says so for changed rules.
    """
    rules = rules_from_link(rules_to_link(rules))  # a record names every option, and then none follows
    found: dict[str, QuickQuestion] = {}
    for option, value, text in QUESTIONS:
        if option in found or rules.values()[option] == value or (option == "discard_to" and not rules.kitty):
            continue
        try:
            found[option] = QuickQuestion(t(text), option, value, rules.with_options(**{option: value}))
        except UnsoundRules:
            continue
    return sorted(found.values(), key=lambda one: not has_answer(one.rules))[:MOST]
