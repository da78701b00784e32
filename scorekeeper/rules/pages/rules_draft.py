"""A draft of house rules: a rule set and changes to it, playable or not."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

from scorekeeper.core.forms.forms import Form, SeveralFields, TextField
from scorekeeper.engine.errors import GameError, UnsoundRules
from scorekeeper.engine.ruleset import VARIANTS_BY_NAME, RuleSet, named_rules
from scorekeeper.formats.rules import minimal_changes, rules_from_link
from scorekeeper.rules.commands.resolutions import resolutions
from scorekeeper.rules.pages import rules_form

if TYPE_CHECKING:
    from scorekeeper.engine.errors import Problem


class RulesForm(Form):
    """A form to choose house rules, with a field for each option.

    `rules`: the chosen rule set. `basis`, `changes`: the rules and changes last shown.
    `latest`: the options changed last, for a form sent without a new change.
    """

    rules = TextField()
    basis = TextField()
    changes = TextField(most=4000)
    latest = TextField()
    options = SeveralFields(name=rules_form.PREFIX, most=40)


@dataclass(frozen=True)
class RulesDraft:
    """House rules in progress.

    `base`: the chosen rule set. `changes`: options that differ from it. `latest`: the options changed last.
    """

    base: RuleSet
    changes: Mapping[str, object] = field(default_factory=dict)
    latest: tuple[str, ...] = ()

    @cached_property
    def built(self) -> RuleSet | list[Problem]:
        """The rules with the changes, or every reason why they can't be played."""
        try:
            return self.base.with_options(**self.changes)
        except UnsoundRules as error:
            return error.problems

    @property
    def rules(self) -> RuleSet:
        """The rules with the changes, or the base if they can't be played."""
        return self.built if isinstance(self.built, RuleSet) else self.base

    @property
    def problems(self) -> list[Problem]:
        """Every reason why the changes can't be played."""
        return [] if isinstance(self.built, RuleSet) else self.built

    @property
    def values(self) -> dict[str, object]:
        """The value of every option as shown on the form."""
        return self.built.values() if isinstance(self.built, RuleSet) else {**self.base.values(), **self.changes}

    @cached_property
    def resolutions(self) -> list[dict[str, object]]:
        """Further changes that make the rules playable. The latest change stays if possible."""
        return resolutions(self.base, self.changes, self.latest) or resolutions(self.base, self.changes)

    def with_resolution(self, number: int) -> Self:
        """Return the draft with one of `resolutions` applied."""
        if not 0 <= number < len(self.resolutions):
            return self
        return self.with_changes({**self.changes, **self.resolutions[number]})

    def with_changes(self, changes: Mapping[str, object]) -> Self:
        """Return the draft with exactly these changes to its base.

        An option that follows another (the hole limit follows the target) is kept as a change only if its value doesn't
        follow.
        """
        usual = self.base.values()
        follow = {n: v for n, v in changes.items() if callable(RuleSet.options[n].default)}
        others = {n: v for n, v in changes.items() if n not in follow and v != usual[n]}
        moved = RulesDraft(self.base, others).values
        return replace(self, changes=others | {n: v for n, v in follow.items() if v != moved[n]})


def draft_of(rules: RuleSet, base: str) -> RulesDraft:
    """Return a draft of these rules, as changes to the named set `base`."""
    return RulesDraft(named_rules(base), minimal_changes(base, rules))


def read_rules(form: RulesForm, fallback: RuleSet) -> RulesDraft:
    """Return the rules that a form sent. Invalid values stay in the draft, so that the form can report them.

    `fallback`: used if the form names no rule set.
    """
    base = rules_from_link_or(form.rules.data, fallback)
    shown = RulesDraft(rules_from_link_or(form.basis.data, base), _changes(form.changes.data))
    given = {n: v for n, v in rules_form.read_options(form.options.data).items() if v != shown.values[n]}
    latest = tuple(given) or tuple(name for name in form.latest.data.split() if name in RuleSet.options)
    return RulesDraft(base, latest=latest).with_changes({**shown.changes, **given})


def rules_from_link_or(link: str, fallback: RuleSet) -> RuleSet:
    """Return the rule set that a one-word link names, or `fallback`."""
    if link in VARIANTS_BY_NAME:
        return named_rules(link)
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
