"""A changed house rule in a few words, as a part of a title: “to 500”, “no trump”."""

from __future__ import annotations

from scorekeeper.engine.ruleset import RuleSet
from scorekeeper.messages.marks import N_
from scorekeeper.messages.numbers import labelled, number
from scorekeeper.messages.rules.labels import NO, choice_label, option_label

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scorekeeper.messages.marks import Gettext

PHRASES: dict[tuple[str, object], str] = {
    ("kitty", 0): N_("no kitty"),
    ("minimum_bid", 0): N_("no minimum bid"),
    ("rounds", "single"): N_("one call each"),
    ("keep", "anyone_once"): N_("anyone may keep"),
    ("hundred_for_200", True): N_("100 for 200"),
    ("hundred_for_200", False): N_("no 100 for 200"),
    ("trump_by", "first_lead"): N_("the first lead is trump"),
    ("no_trump", "forbidden"): N_("always with trump"),
    ("no_trump", "plain"): N_("no trump"),
    ("no_trump", "double"): N_("no trump double"),
    ("opponents_score", "must_bid"): N_("defenders must bid"),
    ("opponents_score", "must_win_or_set"): N_("defenders must defeat the contract"),
    ("opponents_score", "always"): N_("defenders always score"),
    ("hole_limit", None): N_("no hole"),
}
NUMBERS: dict[str, str] = {
    "hand_cards": N_("%(number)s cards each"),
    "kitty": N_("%(number)s in the kitty"),
    "minimum_bid": N_("bids from %(number)s"),
    "hole_limit": N_("hole at %(number)s"),
}
PLAIN = ("pack", "keep", "all_pass", "both_reach")
"""Options whose values say what they are about."""


def change_phrase(t: Gettext, name: str, value: object) -> str:
    """Return the value of a changed option in a few words."""
    if (name, value) in PHRASES:
        return t(PHRASES[name, value])
    if name in NUMBERS and isinstance(value, int):
        return t(NUMBERS[name]) % {"number": number(value)}
    if name in PLAIN:
        return choice_label(t, name, value)
    label = option_label(t, name)
    label = label[:1].lower() + label[1:]
    if RuleSet.options[name].kind != "flag":
        return labelled(t, label, choice_label(t, name, value))
    return label if value else labelled(t, label, t(NO))
