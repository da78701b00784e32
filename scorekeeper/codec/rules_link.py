"""A whole rule set in a link, of signs that no address has to escape.

As a query of its own, `kitty` and `target=300&misdeal=yes`; beside others, in one word, `kitty~target-300~misdeal-yes`.
What a link does not name is as in its base: links outlive options that are added later.
"""

from __future__ import annotations

from scorekeeper.codec.rules import dump_difference, parse_rules
from scorekeeper.engine.errors import Malformed
from scorekeeper.engine.options import Limit
from scorekeeper.engine.ruleset import RuleSet
from scorekeeper.engine.variants import NAMED, name_of, named

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

LONGEST_NUMBER = 9
"""Digits: more than any option takes, and few enough to be read at once."""
LONGEST = 1500
"""Characters: more than every option spelled out takes."""
YES, NO, OFF = "yes", "no", "off"
_FLAGS = {YES: True, NO: False, "true": True, "false": False}
_OFF = (OFF, "none", "null")
"""As links are written, as pages send the same, and as JSON has it: all are read."""


def rules_to_query(rules: RuleSet) -> tuple[str, dict[str, str]]:
    """The name of the rule set it differs least from, and as text the options that differ; `rules_from_query` takes it back."""
    base = name_of(rules) or min(NAMED, key=lambda name: len(dump_difference(named(name), rules)))
    return base, {name: value_text(value) for name, value in differences(base, rules).items()}


def rules_from_query(base: str, given: Mapping[str, str]) -> RuleSet:
    """The rule set of a base and the options that differ from it.

    Raises `Malformed("rules")` for what is no link, `UnsoundRules` with every reason for what cannot be played.
    """
    if sum(len(name) + len(value) for name, value in given.items()) > LONGEST:
        raise Malformed("rules", reason="type", read=len(given))
    return parse_rules({"base": base, **{name: value_of(name, text) for name, text in given.items()}})


def rules_to_link(rules: RuleSet) -> str:
    """The same in one word; `rules_from_link` gives the same rules."""
    base, differs = rules_to_query(rules)
    return "~".join([base, *[f"{name}-{text}" for name, text in differs.items()]])


def rules_from_link(text: str) -> RuleSet:
    """The rule set of a link in one word. Raises as `rules_from_query` does."""
    if len(text) > LONGEST or text.count("~") > len(RuleSet.options):
        raise Malformed("rules", reason="type", read=text)
    base, *parts = text.split("~")
    given: dict[str, str] = {}
    for part in parts:
        name, dash, value = part.partition("-")
        if not dash or name in given or name == "base":
            raise Malformed("rules", reason="type", read=part)
        given[name] = value
    return rules_from_query(base, given)


def differences(base: str, rules: RuleSet) -> dict[str, object]:
    """The options that make `rules` of `base`, without those that follow another by themselves (the hole limit the target)."""
    differs = dump_difference(named(base), rules)
    built = named(base).but(**differs)
    while built != rules:  # an option that would follow another has to be named where it does not
        differs.update(dump_difference(built, rules))
        built = named(base).but(**differs)
    for name in [name for name in differs if callable(RuleSet.options[name].default)]:
        rest = {other: value for other, value in differs.items() if other != name}
        if named(base).but(**rest) == rules:
            differs = rest
    return {name: differs[name] for name in RuleSet.options if name in differs}


def value_text(value: object) -> str:
    """The value of an option as it stands in a link."""
    if value is None:
        return OFF
    if isinstance(value, bool):
        return YES if value else NO
    return str(value)


def value_of(name: str, text: str) -> object:
    """The value that a link gives an option; what is none stays the text it is, and is refused as such."""
    option = RuleSet.options.get(name)
    if option is None or option.kind == "flag":
        return _FLAGS.get(text.lower(), text)
    if text.lower() in _OFF and isinstance(option, Limit):
        return None
    return int(text) if text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER else text
