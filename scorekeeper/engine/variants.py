"""The named rule sets as data: how each differs from another, and its source (rulebook section 9)."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.engine.errors import UnsoundRules
from scorekeeper.engine.ruleset import RuleSet


@dataclass(frozen=True)
class Variant:
    """A named rule set. `source`: S1, S2 or S3 of the rulebook. `base`: the name of the rule set it differs from."""

    name: str
    source: str
    base: str
    differs: dict[str, object]


_KITTY: dict[str, object] = {"pack": 40, "kitty": 4}

_VARIANTS = (
    Variant("standard", "S1 S2", "", {}),
    Variant("kitty", "S1 S2", "standard", _KITTY),
    Variant("informal", "S2", "kitty", {"hundred_for_200": True, "keep": "dealer"}),
    Variant("online_kitty", "S3", "kitty", {"discard_limit": "no_points", "opponents_score": "always"}),
    Variant(
        "bloutte",
        "S2",
        "standard",
        {"rounds": "single", "keep": "dealer", "target": 100, "hundred_wins": True},
    ),
    Variant("north_300", "S2", "standard", {"target": 300}),
    Variant("north_500", "S2", "standard", {"target": 500}),
    Variant("north_500_300", "S2", "north_500", {"hole_limit": 300}),
    Variant("south_east", "S2", "standard", {"pack": 40, "hand_cards": 10}),
    Variant("south_east_kitty", "S2", "standard", {"pack": 44, "hand_cards": 10, "kitty": 4}),
    Variant("twelve_card", "S2", "standard", {"pack": 52, "hand_cards": 12, "kitty": 4}),
    Variant("le_ruff", "S2", "standard", {"minimum_bid": 0, "all_pass": "dealer_free"}),
    Variant(
        "le_rough",
        "S2",
        "standard",
        {
            "hand_cards": 8,
            "kitty": 4,
            "minimum_bid": 70,
            "keep": "dealer",
            "discard_to": "contractor",
            "trump_by": "first_lead",
            "no_trump": "plain",
            "target": 350,
            "announced_all": True,
        },
    ),
    Variant("six_two_teams", "S2", "standard", {"format": "two_threes", "hand_cards": 6}),
    Variant("six_three_pairs", "S2", "standard", {"format": "three_pairs", "hand_cards": 6}),
    Variant("six_kitty", "S2", "six_three_pairs", _KITTY),
    Variant("six_full_pack", "S2", "six_three_pairs", {"pack": 52, "hand_cards": 8, "kitty": 4}),
    Variant("pot", "S2", "six_kitty", {"target": 500, "pot": True}),
    Variant("five_called", "S2", "standard", {"format": "called_partner", "pack": 40, "hand_cards": 8}),
    Variant("five_silent", "S2", "standard", {"format": "silent_partner", "pack": 40, "hand_cards": 8}),
    Variant("cutthroat", "S2", "standard", {"format": "cutthroat", "minimum_bid": 30}),
    Variant("two_handed", "S2", "standard", {"format": "two_handed"}),
)

VARIANTS_BY_NAME: dict[str, Variant] = {v.name: v for v in _VARIANTS}
_BUILT: dict[str, RuleSet] = {}


def named_rules(name: str) -> RuleSet:
    """Return the rule set with that name. Raises `KeyError` if there is none."""
    if name not in _BUILT:
        variant = VARIANTS_BY_NAME[name]
        _BUILT[name] = named_rules(variant.base).with_options(**variant.differs) if variant.base else RuleSet(variant.differs)
    return _BUILT[name]


def name_of(rules: RuleSet) -> str | None:
    """Return the name of these rules, or None."""
    return next((name for name in VARIANTS_BY_NAME if named_rules(name) == rules), None)


_COMMON = ("minimum_bid", "bid_step", "rounds", "keep", "all_pass", "hundred_for_200", "opponents_score", "target", "hole_limit")


def for_three_pairs(rules: RuleSet) -> RuleSet:
    """Return the six-player version of these rules, for three pairs at one table."""
    if rules.format == "three_pairs":
        return rules
    six = named_rules("six_kitty" if rules.kitty else "six_three_pairs")
    try:
        return six.with_options(**{name: getattr(rules, name) for name in _COMMON})
    except UnsoundRules:
        return six.with_options(target=rules.target, hole_limit=rules.hole_limit)
