"""A whole rule set in a link: `informal`, or `informal~target-300~misdeal-yes`. Only signs that no address has to escape."""

from __future__ import annotations

from scorekeeper.codec.rules import dump_difference, parse_rules
from scorekeeper.engine.errors import Malformed
from scorekeeper.engine.options import Limit
from scorekeeper.engine.ruleset import RuleSet
from scorekeeper.engine.variants import NAMED, name_of, named

LONGEST = 1500
"""Characters: more than every option spelled out takes."""
YES, NO, OFF = "yes", "no", "off"


def rules_to_link(rules: RuleSet) -> str:
    """The name of the rule set it differs least from, and the options that differ; `rules_from_link` gives the same rules."""
    base = name_of(rules) or min(NAMED, key=lambda name: len(dump_difference(named(name), rules)))
    differs = dump_difference(named(base), rules)
    built = named(base).but(**differs) if differs else named(base)
    while built != rules:  # an option that would follow another has to be named where it does not
        differs.update(dump_difference(built, rules))
        built = named(base).but(**differs)
    return "~".join([base, *[f"{name}-{_text(differs[name])}" for name in RuleSet.options if name in differs]])


def rules_from_link(text: str) -> RuleSet:
    """The rule set of a link.

    Raises `Malformed("rules")` for what is no link, `UnsoundRules` with every reason for what cannot be played.
    """
    if len(text) > LONGEST or text.count("~") > len(RuleSet.options):
        raise Malformed("rules", reason="type", read=text)
    base, *parts = text.split("~")
    given: dict[str, object] = {"base": base}
    for part in parts:
        name, dash, value = part.partition("-")
        if not dash or name in given:
            raise Malformed("rules", reason="type", read=part)
        given[name] = _value(name, value)
    return parse_rules(given)


def _text(value: object) -> str:
    if value is None:
        return OFF
    if isinstance(value, bool):
        return YES if value else NO
    return str(value)


def _value(name: str, text: str) -> object:
    option = RuleSet.options.get(name)
    if option is None or option.kind == "flag":
        return {YES: True, NO: False}.get(text, text)
    if text == OFF and isinstance(option, Limit):
        return None
    return int(text) if text.isascii() and text.isdigit() and len(text) < 6 else text
