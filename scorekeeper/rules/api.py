"""API endpoints that list, show, compare and check rule sets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from flask import url_for

from scorekeeper.core.api import requests
from scorekeeper.core.api.json_schema import integer, list_bounds, ref, text
from scorekeeper.core.api.operations import OperationGroup
from scorekeeper.core.api.problems import RequestProblem
from scorekeeper.core.i18n.translation import t as request_t
from scorekeeper.engine.replay.compare import compare_options
from scorekeeper.engine.ruleset import VARIANTS_BY_NAME, RuleSet, name_of, named_rules
from scorekeeper.formats.declared import copy_as
from scorekeeper.formats.rules import dump_rules, parse_rules, rules_to_query
from scorekeeper.messages.rules.rules import choice_label, group_of, group_title, option_label, variant_blurb, variant_title
from scorekeeper.rulebook.view import rule_card

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


_OPEN = OperationGroup("rules", "open")


@_OPEN.get("/rules")
def list_rules() -> RuleList:
    """List the named rule sets.

    Each rule set has a title, a short description and the heading it is listed under (`group`).
    """
    return RuleList([_about(name) for name in VARIANTS_BY_NAME])


def _about(name: str) -> AboutRules:
    t, rules = request_t(), named_rules(name)
    return AboutRules(
        name,
        variant_title(t, name),
        variant_blurb(t, name),
        group_title(t, group_of(name)),
        VARIANTS_BY_NAME[name].source.split(),
        rules.table.players,
        rules.format,
    )


@_OPEN.get("/rules/{name}")
def read_rules(name: str) -> NamedRules:
    """Read a named rule set.

    Includes every option’s value, and the rules in words as on the printed rule card.
    """
    rules = _named(name)
    return copy_as(NamedRules, _about(name), rules=dump_rules(rules), card=_card(rules))


def _card(rules: RuleSet) -> list[Paragraph]:
    return [Paragraph(heading, sentences) for heading, sentences in rule_card(request_t(), rules)]


def _named(name: str) -> RuleSet:
    if name not in VARIANTS_BY_NAME:
        raise RequestProblem(404, "rules", "rules.name", read=name[:40])
    return named_rules(name)


@_OPEN.get("/rules/{name}/diff/{other}")
def diff_rules(name: str, other: str) -> RuleDiff:
    """Compare two named rule sets.

    Lists the options that differ, with both values.
    """
    t = request_t()
    differing = compare_options(_named(name), _named(other))
    rows = [
        Difference(option, option_label(t, option), values, [choice_label(t, option, value) for value in values])
        for option, values in differing.items()
    ]
    return RuleDiff(name, other, rows)


@_OPEN.post("/rules/check", body="Rules")
def check_rules() -> CheckedRules:
    """Check a rule set.

    Returns every option, the rules in words and a page to share. If the rules are invalid, lists every reason.
    """
    rules = parse_rules(requests.body())
    base, differs = rules_to_query(rules)
    query: dict[str, Any] = dict(differs)
    page = url_for("shared_rules.shared", base=base, **query)
    return CheckedRules(name_of(rules), dump_rules(rules), _card(rules), page)
