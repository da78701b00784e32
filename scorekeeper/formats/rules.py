"""Rule sets as JSON (game record, section 1), and a whole rule set in a link.

As a query it is `kitty` and `target=300&misdeal=yes`; as one word, `kitty~target-300~misdeal-yes`.
An option that a link doesn't name has its base's value, so links outlive new options.
"""

from __future__ import annotations

from scorekeeper.engine.errors import Malformed, Problem, UnsoundRules
from scorekeeper.engine.options import Limit
from scorekeeper.engine.ruleset import VARIANTS_BY_NAME, RuleSet, name_of, named_rules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


_MOST_CACHED = 4096
_parsed: dict[str, RuleSet] = {}


def parse_rules(obj: object) -> RuleSet:
    """Return the rule set that `obj` names or describes.

    Raises `Malformed("rules")` if it does neither, and `UnsoundRules` with every reason if it can't be played.
    """
    if isinstance(obj, str):
        return _parse_name(obj)
    if not isinstance(obj, dict):
        raise Malformed("rules", reason="type", read=obj)
    if len(obj) > 2 * len(RuleSet.options):
        raise Malformed("rules", reason="type", read=len(obj))
    key = repr(obj)  # a stream of games repeats the same few rule sets
    if key not in _parsed:
        if len(_parsed) >= _MOST_CACHED:
            _parsed.clear()
        _parsed[key] = _parse_options(obj)
    return _parsed[key]


def _parse_name(name: object) -> RuleSet:
    if not isinstance(name, str) or name not in VARIANTS_BY_NAME:
        raise UnsoundRules([Problem("variant.unknown", {"read": name, "choices": tuple(VARIANTS_BY_NAME)})])
    return named_rules(name)


def _parse_options(obj: dict[str, object]) -> RuleSet:
    differs = dict(obj)
    base = _parse_name(differs.pop("base", "standard"))
    return base.with_options(**differs)


def dump_rules(rules: RuleSet) -> dict[str, object]:
    """Return the JSON object with every option set."""
    return rules.values()


def dump_difference(base: RuleSet, rules: RuleSet) -> dict[str, object]:
    """Return the options of `rules` that differ from `base`, in the order of declaration."""
    before = base.values()
    return {name: value for name, value in rules.values().items() if value != before[name]}


LONGEST_NUMBER = 9
"""Digits, more than any option has."""
LONGEST = 1500
"""Characters, more than all options together take."""
YES, NO, OFF = "yes", "no", "off"
_FLAGS = {YES: True, NO: False, "true": True, "false": False}
_OFF = (OFF, "none", "null")
"""As written in links, sent by pages, and written in JSON. All are read."""


def rules_to_query(rules: RuleSet) -> tuple[str, dict[str, str]]:
    """Return the nearest named rule set and the differing options as text, for `rules_from_query`."""
    base = name_of(rules) or min(VARIANTS_BY_NAME, key=lambda name: len(dump_difference(named_rules(name), rules)))
    return base, {name: text_from_value(value) for name, value in minimal_changes(base, rules).items()}


def rules_from_query(base: str, option_texts: Mapping[str, str]) -> RuleSet:
    """Return the rule set with this base and these options.

    Raises `Malformed("rules")` for an invalid link, and `UnsoundRules` with every reason if it can't be played.
    """
    if sum(len(name) + len(value) for name, value in option_texts.items()) > LONGEST:
        raise Malformed("rules", reason="type", read=len(option_texts))
    return parse_rules({"base": base, **{name: value_from_text(name, text) for name, text in option_texts.items()}})


def rules_to_link(rules: RuleSet) -> str:
    """Return the rules as one word, for `rules_from_link`."""
    base, differs = rules_to_query(rules)
    return "~".join([base, *[f"{name}-{text}" for name, text in differs.items()]])


def rules_from_link(text: str) -> RuleSet:
    """Return the rule set in a one-word link. Raises as `rules_from_query` does."""
    if len(text) > LONGEST or text.count("~") > len(RuleSet.options):
        raise Malformed("rules", reason="type", read=text)
    base, *parts = text.split("~")
    option_texts: dict[str, str] = {}
    for part in parts:
        name, dash, value = part.partition("-")
        if not dash or name in option_texts or name == "base":
            raise Malformed("rules", reason="type", read=part)
        option_texts[name] = value
    return rules_from_query(base, option_texts)


def minimal_changes(base: str, rules: RuleSet) -> dict[str, object]:
    """Return the options that turn the named rule set `base` into `rules`, except any that follow another option."""
    return minimal_difference(named_rules(base), rules)


def minimal_difference(base: RuleSet, rules: RuleSet) -> dict[str, object]:
    """Return the options that turn `base` into `rules`, except any that follow another option.

    The hole limit, for one, follows the target.
    """
    differs = dump_difference(base, rules)
    built = base.with_options(**differs)
    while built != rules:  # an option that would follow another must be named if it doesn't
        differs.update(dump_difference(built, rules))
        built = base.with_options(**differs)
    for name in [name for name in differs if callable(RuleSet.options[name].default)]:
        rest = {other: value for other, value in differs.items() if other != name}
        if base.with_options(**rest) == rules:
            differs = rest
    return {name: differs[name] for name in RuleSet.options if name in differs}


def text_from_value(value: object) -> str:
    """Return an option's value as written in a link."""
    if value is None:
        return OFF
    if isinstance(value, bool):
        return YES if value else NO
    return str(value)


def value_from_text(name: str, text: str) -> object:
    """Return an option's value from a link. An invalid value stays text, and is rejected later."""
    option = RuleSet.options.get(name)
    if option is None or option.kind == "flag":
        return _FLAGS.get(text.lower(), text)
    if text.lower() in _OFF and isinstance(option, Limit):
        return None
    return int(text) if text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER else text
