"""Response models for rule sets. The rule set itself is in `games.api.record_schemas`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from scorekeeper.core.api.json_schema import integer, list_bounds, ref, text

Name = Annotated[str, ref("RulesName")]
Full = Annotated[dict[str, Any], ref("RulesInFull")]


@dataclass(frozen=True, slots=True)
class AboutRules:
    """A named rule set. `group`: the heading that lists it."""

    name: Name
    title: str
    about: str
    group: str
    source: list[str]
    players: Annotated[int, integer(2, 6)]
    format: str


@dataclass(frozen=True, slots=True)
class RuleList:
    rules: list[AboutRules]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A section of the rule card."""

    heading: str
    sentences: list[str]


@dataclass(frozen=True, slots=True)
class NamedRules(AboutRules):
    """A named rule set with every option and its rule card."""

    rules: Full
    card: list[Paragraph]


@dataclass(frozen=True, slots=True)
class CheckedRules:
    """A playable rule set. `page`: the link to its public page."""

    name: Name | None
    rules: Full
    card: list[Paragraph]
    page: Annotated[str, text(format="uri-reference")]


@dataclass(frozen=True, slots=True)
class Difference:
    """An option in which two rule sets differ."""

    option: str
    label: str
    values: Annotated[tuple[Any, Any], list_bounds(2, 2)]
    labels: Annotated[list[str], list_bounds(2, 2)]


@dataclass(frozen=True, slots=True)
class RuleDiff:
    """A comparison of two named rule sets."""

    a: Name
    b: Name
    differences: list[Difference]
