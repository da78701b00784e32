"""Titles of rule sets, and the values that a form offers for a house rule."""

from __future__ import annotations

from functools import lru_cache

from scorekeeper.engine.errors import UnsoundRules
from scorekeeper.engine.options import Number
from scorekeeper.engine.ruleset import VARIANTS_BY_NAME, RuleSet, name_of, named_rules
from scorekeeper.formats.rules import dump_difference, minimal_difference
from scorekeeper.messages.marks import N_
from scorekeeper.messages.rules.changes import change_phrase
from scorekeeper.messages.rules.titles import variant_title

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scorekeeper.engine.options import Option
    from scorekeeper.messages.marks import Gettext


HOUSE_RULES = N_("%(rules)s, house rules")
TO_TARGET = N_("%(rules)s, to %(target)s")
NO_TARGET = N_("%(rules)s, no target")
GAME = 200
"""The target that gave the game its name."""
ENDLESS = 5000
"""The highest target, without a hole: a tournament match by hands or by the clock. Its limits say nothing to anyone."""
MOST_CHANGES = 2
"""How many changed options a title says besides the target. With more, it says “house rules”."""

SEAT_DIRECTIONS: dict[int, tuple[str, ...]] = {
    2: ("n", "s"),
    3: ("n", "se", "sw"),
    4: ("n", "e", "s", "w"),
    5: ("n", "e", "se", "sw", "w"),
    6: ("nw", "ne", "e", "se", "sw", "w"),
}
"""Where each seat is in a drawing of the table, clockwise, by number of players."""

_CUTTHROAT = {3: (36, 12), 4: (36, 9), 5: (40, 8), 6: (36, 6)}


def for_players(rules: RuleSet, players: int) -> RuleSet:
    """Return the rule set for this number of players. Cutthroat deals the pack to three, four, five or six.

    Raises ValueError if the format has a fixed number of players.
    """
    if rules.table.players == players:
        return rules
    if rules.format != "cutthroat" or players not in _CUTTHROAT:
        raise ValueError(f"{rules.format} is not played by {players}")
    pack, hand = _CUTTHROAT[players]
    return rules.with_options(pack=pack, hand_cards=hand, kitty=0)


@lru_cache(maxsize=512)
def nearest(rules: RuleSet) -> str:
    """Return the name of the rule set with the fewest differences, preferring the same format."""
    known = name_of(rules)
    return known or min(
        VARIANTS_BY_NAME,
        key=lambda name: (named_rules(name).format != rules.format, len(dump_difference(named_rules(name), rules))),
    )


@lru_cache(maxsize=512)
def name_for_any_players(rules: RuleSet) -> str | None:
    """Return the name of the rule set that equals this one but for the number of players, or None."""
    for name in VARIANTS_BY_NAME:
        try:
            if for_players(named_rules(name), rules.table.players) == rules:
                return name
        except ValueError:
            continue
    return None


@lru_cache(maxsize=512)
def closest(rules: RuleSet) -> tuple[str, dict[str, object]]:
    """Return the named rule set to call these rules after, and the options that differ from it.

    It has the same players and sides, and a kitty if these rules have one. Rule sets named after their target, such as
    Northern 300, are only played to that. Which seat is silent has no part in a title.
    """
    found: tuple[str, dict[str, object]] | None = None
    fewest = (0, 0)
    for name in VARIANTS_BY_NAME:
        usual = named_rules(name)
        if usual.format != rules.format or bool(usual.kitty) != bool(rules.kitty):
            continue
        try:
            usual = for_players(usual, rules.table.players)
            changes = minimal_difference(usual, rules)
        except (ValueError, UnsoundRules):
            continue
        if "target" in changes and usual.target != GAME and str(usual.target) in variant_title(str, name):
            continue
        changes.pop("silent_seat", None)
        others = len(changes.keys() - {"target"})
        if found is None or (others, len(changes)) < fewest:
            found, fewest = (name, changes), (others, len(changes))
    return found or (nearest(rules), dump_difference(named_rules(nearest(rules)), rules))


def title_of(t: Gettext, rules: RuleSet, *, says_target: bool = False) -> str:
    """Return the title of a game's rules: the named set, and the changes to it if they are few.

    With `says_target`, the title always says the target.
    """
    name, changes = closest(rules)
    title = variant_title(t, name)
    if rules.target == ENDLESS and rules.hole_limit is None:
        title = t(NO_TARGET) % {"rules": title.removesuffix(f" {GAME}")}
        changes = {option: value for option, value in changes.items() if option not in ("target", "margin", "hole_limit")}
    elif "target" in changes or (says_target and str(rules.target) not in title):
        title = t(TO_TARGET) % {"rules": title.removesuffix(f" {GAME}"), "target": rules.target}
    phrases = [change_phrase(t, option, value) for option, value in changes.items() if option != "target"]
    if len(phrases) > MOST_CHANGES:
        return t(HOUSE_RULES) % {"rules": title}
    return ", ".join([title, *phrases])


NONE = "none"
MOST_CHIPS = 21
"""The most values shown as buttons. Above it, a form shows the usual ones and a field for other values."""
USUAL_CENTS = (0, 5, 10, 25, 50, 100)


def values_offered(option: Option) -> list[object]:
    """Return the values that get a button: all of them if few, else the ones that named rule sets use."""
    if option.choices:
        return list(option.choices)
    assert isinstance(option, Number)
    if (option.high - option.low) // option.step < MOST_CHIPS:
        return list(range(option.low, option.high + 1, option.step))
    if option.unit == "cents":
        return list(USUAL_CENTS)
    used = {named_rules(name).values()[option.name] for name in VARIANTS_BY_NAME}
    return [*sorted(v for v in used if isinstance(v, int)), *([None] if option.nullable else [])]


def has_other(option: Option) -> bool:
    """Return whether the form also needs a field for other values."""
    return not option.choices and isinstance(option, Number) and (option.high - option.low) // option.step >= MOST_CHIPS


def to_text(value: object) -> str:
    """Return a value the way a form sends it."""
    if value is None:
        return NONE
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)
