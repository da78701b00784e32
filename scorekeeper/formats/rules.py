"""Rule sets as JSON: a name, or an object with `base` and the options that differ (game record, section 1)."""

from __future__ import annotations

from scorekeeper.engine.errors import Malformed, Problem, UnsoundRules
from scorekeeper.engine.ruleset import RuleSet
from scorekeeper.engine.variants import VARIANTS_BY_NAME, named_rules

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
