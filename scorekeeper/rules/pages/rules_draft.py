"""House rules that are being chosen: a rule set and the changes to it, as a form sends them, playable or not."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

from scorekeeper.base.pages.forms import Form, SeveralFields, TextField
from scorekeeper.codec.rules_link import differences, rules_from_link
from scorekeeper.engine.errors import GameError, UnsoundRules
from scorekeeper.engine.ruleset import RuleSet
from scorekeeper.engine.variants import NAMED, named
from scorekeeper.rules.actions.resolutions import resolutions
from scorekeeper.rules.pages import house_rules

if TYPE_CHECKING:
    from scorekeeper.engine.errors import Problem


class RulesForm(Form):
    """House rules that are being chosen: `rules` chosen, `basis` and `changes` as they were shown, a field an option.

    `latest`: the options that were changed last, where the form comes back without one.
    """

    rules = TextField()
    basis = TextField()
    changes = TextField(most=4000)
    latest = TextField()
    options = SeveralFields(name=house_rules.PREFIX, most=40)


@dataclass(frozen=True)
class RulesDraft:
    """`base`: the rule set chosen; `changes`: options that differ from it; `latest`: those that were changed last."""

    base: RuleSet
    changes: Mapping[str, object] = field(default_factory=dict)
    latest: tuple[str, ...] = ()

    @cached_property
    def built(self) -> RuleSet | list[Problem]:
        """The rules in force, or every reason why there are none."""
        try:
            return self.base.but(**self.changes)
        except UnsoundRules as error:
            return error.problems

    @property
    def rules(self) -> RuleSet:
        """The rules in force; where the changes cannot be played, those chosen."""
        return self.built if isinstance(self.built, RuleSet) else self.base

    @property
    def problems(self) -> list[Problem]:
        """Every reason why the changes cannot be played."""
        return [] if isinstance(self.built, RuleSet) else self.built

    @property
    def values(self) -> dict[str, object]:
        """The value of every option as the form shows it."""
        return self.built.values() if isinstance(self.built, RuleSet) else {**self.base.values(), **self.changes}

    @cached_property
    def resolutions(self) -> list[dict[str, object]]:
        """What else to change so that the rules can be played; whatever was changed last stays, if it can."""
        return resolutions(self.base, self.changes, self.latest) or resolutions(self.base, self.changes)

    def with_way(self, number: int) -> Self:
        """The draft with one of `ways` taken."""
        if not 0 <= number < len(self.resolutions):
            return self
        return self.with_changes({**self.changes, **self.resolutions[number]})

    def with_changes(self, changes: Mapping[str, object]) -> Self:
        """The draft with these changes to its base, and no others.

        An option that would follow another (the hole the target) is named where it does not follow, also if it is as in the base.
        """
        usual = self.base.values()
        follow = {n: v for n, v in changes.items() if callable(RuleSet.options[n].default)}
        others = {n: v for n, v in changes.items() if n not in follow and v != usual[n]}
        moved = RulesDraft(self.base, others).values
        return replace(self, changes=others | {n: v for n, v in follow.items() if v != moved[n]})


def of_rules(rules: RuleSet, base: str) -> RulesDraft:
    """The draft that these rules are, seen from a named set."""
    return RulesDraft(named(base), differences(base, rules))


def read_rules(form: RulesForm, fallback: RuleSet) -> RulesDraft:
    """The rules that a form sent. What is no rule set is `fallback`; a value that is wrong stays in the draft, to be told."""
    base = rules_or(form.rules.data, fallback)
    shown = RulesDraft(rules_or(form.basis.data, base), _changes(form.changes.data))
    given = {n: v for n, v in house_rules.read(form.options.data).items() if v != shown.values[n]}
    latest = tuple(given) or tuple(name for name in form.latest.data.split() if name in RuleSet.options)
    return RulesDraft(base, latest=latest).with_changes({**shown.changes, **given})


def rules_or(link: str, fallback: RuleSet) -> RuleSet:
    """The rule set of a link in one word, `fallback` for anything else."""
    if link in NAMED:
        return named(link)
    try:
        return rules_from_link(link)
    except GameError:
        return fallback


def _changes(text: str) -> dict[str, Any]:
    try:
        changes = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return {n: v for n, v in changes.items() if n in RuleSet.options} if isinstance(changes, dict) else {}
