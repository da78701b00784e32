"""A rule set, immutable and compared by content, and the named ones as data with their sources (rulebook section 9)."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.engine import options
from scorekeeper.engine.auction import Auction
from scorekeeper.engine.deal import Deal, hands_dealt
from scorekeeper.engine.endings import Endings
from scorekeeper.engine.errors import Problem, UnsoundRules
from scorekeeper.engine.kitty import Kitty
from scorekeeper.engine.options import TWO_SIDED_FORMATS, Option, Phase, Seating
from scorekeeper.engine.play import Play
from scorekeeper.engine.pot import Pot
from scorekeeper.engine.scoring import Scoring

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import ClassVar


PHASES: tuple[type[Phase], ...] = (Seating, Deal, Auction, Kitty, Play, Scoring, Endings, Pot)


class RuleSet(Pot):
    """The rules of one game.

    Each option is an attribute. `table` has the seats and sides.
    `given` holds the options that were named, so that in a rule set based on this one the others can follow: the hole limit
    follows the target. It does not count in comparisons.
    Raises `UnsoundRules` with every reason at once.
    """

    options: ClassVar[dict[str, Option]]
    given: dict[str, object]

    def __init__(self, given_values: Mapping[str, object] | None = None) -> None:
        given_values = dict(given_values or {})
        problems = [Problem("option.unknown", {"option": name}) for name in given_values if name not in self.options]
        values: dict[str, object] = {}
        wrong: set[str] = set()
        for name, option in self.options.items():
            values[name] = given_values[name] if name in given_values else option.settle(values)
            # Defaults that follow a wrong value are not reported as well.
            problem = option.problem(values[name]) if name in given_values else None
            if problem is not None:
                problems.append(problem)
                wrong.add(name)
                values[name] = option.settle(values)
        self.__dict__.update(values)
        problems += [problem for problem in conflicts(self) if not wrong.intersection(_involved_options(problem))]
        if problems:
            raise UnsoundRules(problems)
        key = tuple(values.values())
        self.__dict__.update(given=given_values, table=options.Table(self, hands_dealt(self)), _key=key, _hash=hash(key))

    def values(self) -> dict[str, object]:
        """Return every option's value by name, in the order of declaration."""
        return {name: self.__dict__[name] for name in self.options}

    def with_options(self, **differs: object) -> RuleSet:
        """Return this rule set with some options changed. Options that were never named follow the change."""
        return RuleSet({**self.given, **differs})

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RuleSet) and self.__dict__["_key"] == other.__dict__["_key"]

    def __hash__(self) -> int:
        return self.__dict__["_hash"]  # type: ignore[no-any-return]

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a rule set does not change: {name}")

    __delattr__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"RuleSet({self.given!r})"


RuleSet.options = {name: option for phase in PHASES for name, option in vars(phase).items() if isinstance(option, Option)}


def conflicts(rules: RuleSet) -> list[Problem]:
    """Return every reason why these options don't fit together (rulebook section 9).

    Each value must be valid on its own.
    """
    return _card_conflicts(rules) + _kitty_conflicts(rules) + _format_conflicts(rules) + _pot_conflicts(rules)


CARDS = ("format", "silent_seat", "pack", "hand_cards", "kitty")
INVOLVED_OPTIONS: dict[str, tuple[str, ...]] = {
    "cards.cutthroat": CARDS,
    "cards.sum": CARDS,
    "cards.two_handed": CARDS,
    "misdeal.six": CARDS,
    "kitty.missing": ("kitty",),
    "silent_seat.format": ("format",),
    "announced_all.sides": ("format",),
    "dealer_minimum.none": ("minimum_bid",),
    "bid_step.multiple": ("bid_step",),
    "pot.missing": ("pot",),
}
"""The other options involved in each conflict, besides the one it names."""


def _involved_options(problem: Problem) -> tuple[object, ...]:
    return (problem.params.get("option"), *INVOLVED_OPTIONS[problem.reason])


def _card_conflicts(rules: RuleSet) -> list[Problem]:
    hands = hands_dealt(rules)
    facts: dict[str, object] = {
        "pack": rules.pack,
        "hand_cards": rules.hand_cards,
        "kitty": rules.kitty,
        "hands": hands,
    }
    if rules.format == "cutthroat":
        return [] if 3 <= hands <= 6 else [Problem("cards.cutthroat", facts)]
    problems = []
    if hands * rules.hand_cards + rules.kitty != rules.pack:
        problems.append(Problem("cards.sum", {**facts, "dealt": hands * rules.hand_cards + rules.kitty}))
    if rules.format == "two_handed" and rules.hand_cards != 9:
        problems.append(Problem("cards.two_handed", facts))
    return problems


def _kitty_conflicts(rules: RuleSet) -> list[Problem]:
    if rules.kitty:
        return []
    option_names = [name for name in vars(Kitty) if name in RuleSet.options]
    return [
        Problem("kitty.missing", {"option": name, "read": value})
        for name in option_names
        if (value := rules.__dict__[name]) != RuleSet.options[name].default
    ]


def _format_conflicts(rules: RuleSet) -> list[Problem]:
    problems = []
    if rules.silent_seat != "rotates" and rules.format != "silent_partner":
        problems.append(Problem("silent_seat.format", {"option": "silent_seat", "format": rules.format}))
    if rules.announced_all and rules.format not in TWO_SIDED_FORMATS:
        problems.append(Problem("announced_all.sides", {"option": "announced_all", "format": rules.format}))
    if rules.misdeal and rules.format != "two_handed" and hands_dealt(rules) == 6:
        problems.append(Problem("misdeal.six", {"option": "misdeal", "format": rules.format}))
    if rules.all_pass == "dealer_minimum" and rules.minimum_bid == 0:
        problems.append(Problem("dealer_minimum.none", {"option": "all_pass", "minimum_bid": 0}))
    problems += [
        Problem("bid_step.multiple", {"option": name, "read": rules.__dict__[name], "step": rules.bid_step})
        for name in ("minimum_bid", "qualifying_bid")
        if rules.__dict__[name] % rules.bid_step
    ]
    return problems


def _pot_conflicts(rules: RuleSet) -> list[Problem]:
    if rules.pot:
        return []
    return [
        Problem("pot.missing", {"option": name, "read": rules.__dict__[name]})
        for name in ("ante", "boxed", "hole")
        if rules.__dict__[name]
    ]


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
