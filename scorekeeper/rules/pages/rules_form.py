"""Form fields for every house rule, made from the option's declaration, and the draft that they change."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

from wtforms import IntegerField, RadioField, SelectChoice

from scorekeeper.core.forms.forms import Form, SeveralFields, TextField
from scorekeeper.core.numbers import parse_integer
from scorekeeper.engine.errors import GameError, Problem, UnsoundRules
from scorekeeper.engine.options import Number, Option
from scorekeeper.engine.ruleset import VARIANTS_BY_NAME, RuleSet, named_rules
from scorekeeper.formats.rules import minimal_changes, rules_from_link
from scorekeeper.messages.errors.error_text import quoted
from scorekeeper.messages.marks import N_
from scorekeeper.messages.rules.labels import CHOICES, ZEROS, problem_text
from scorekeeper.messages.rules.rules import choice_label, option_help, option_label, phase_title
from scorekeeper.rules.commands.resolutions import resolutions
from scorekeeper.rules.titles import has_other, to_text, values_offered

if TYPE_CHECKING:
    from scorekeeper.messages.marks import Gettext


PREFIX = "opt"
OTHER = "other"

_NAMES = re.compile(r"\s\((?:{0})(?:, (?:{0}))*\)".format("|".join(RuleSet.options)))
CARDS = ("pack", "hand_cards", "kitty")
SETTING = N_("%(option)s: %(value)s")
"""An option and its value, for a button."""


def _to_value(option: Option, text: str) -> object:
    known = {to_text(v): v for v in values_offered(option)}
    if text in known:
        return known[text]
    number = parse_integer(text)
    return text if number is None else number


@dataclass
class Section:
    """The fields of one phase. `changed`: the number of its options that were changed."""

    phase: str
    title: str
    fields: list[Field]
    changed: int
    faulty: bool


@dataclass
class Field:
    """One house rule on the form. `chips`: the choices are short enough for a grid, else each has its own line."""

    name: str
    label: str
    help: str
    radio: Any
    other: Any
    chips: bool
    columns: int
    small: dict[str, str]
    changed: bool
    errors: list[str] = field(default_factory=list)


def form_class(t: Gettext, words: Mapping[str, Mapping[object, str]]) -> type[Form]:
    """Return a form class with a field for each option.

    `words`: labels for values that this game names differently, such as a seat by its player.
    """
    fields: dict[str, Any] = {}
    for name, option in RuleSet.options.items():
        choices = [
            SelectChoice(to_text(v), words.get(name, {}).get(v) or _short_label(t, name, v)) for v in values_offered(option)
        ]
        if has_other(option):
            assert isinstance(option, Number)
            choices.append(SelectChoice(OTHER, t("other")))
            bounds = {"min": option.low, "max": option.high, "step": option.step}
            fields[f"{name}_{OTHER}"] = IntegerField(option_label(t, name), render_kw=bounds)
        fields[name] = RadioField(option_label(t, name), choices=choices, description=option_help(t, name), validate_choice=False)
    return type("HouseRules", (Form,), fields)


def _short_label(t: Gettext, name: str, value: object) -> str:
    """Return the bare number if its unit is in the label, else the choice in words."""
    option = RuleSet.options[name]
    if isinstance(value, int) and not isinstance(value, bool) and isinstance(option, Number) and option.unit != "cents":
        return str(value)
    return choice_label(t, name, value)


def sections(
    t: Gettext,
    values: Mapping[str, object],
    changed: Mapping[str, object],
    problems: list[Problem],
    words: Mapping[str, Mapping[object, str]],
    apart: tuple[str, ...] = (),
) -> tuple[list[Section], dict[str, Field]]:
    """Return the form's sections by phase, and separately the fields named in `apart`."""
    form = form_class(t, words)(data=_data(values), prefix=PREFIX)
    fields: dict[str, list[Field]] = {}
    alone: dict[str, Field] = {}
    for name, option in RuleSet.options.items():
        item = _field(t, form, option, name in changed)
        item.errors = [plain_text(t, p) for p in problems if name in options_showing(p)]
        if name in apart:
            alone[name] = item
        else:
            fields.setdefault(option.phase, []).append(item)
    phase_sections = [
        Section(phase, phase_title(t, phase), items, sum(f.changed for f in items), any(f.errors for f in items))
        for phase, items in fields.items()
    ]
    return phase_sections, alone


def plain_text(t: Gettext, problem: Problem) -> str:
    """Return the problem in words, without option names from the file format. Forms use the labels instead."""
    return _NAMES.sub("", problem_text(t, problem, quoted))


def options_showing(problem: Problem) -> list[str]:
    """Return the options that show this problem on the form."""
    if isinstance(name := problem.params.get("option"), str):
        return [name]
    return [name for name in CARDS if name in problem.params]


def resolution_text(t: Gettext, resolution: Mapping[str, object]) -> str:
    """Return the changes as a button label: “Pack: 40 cards”."""
    return " · ".join(t(SETTING) % {"option": option_label(t, n), "value": choice_label(t, n, v)} for n, v in resolution.items())


def _field(t: Gettext, form: Any, option: Option, changed: bool) -> Field:
    name = option.name
    offered = values_offered(option)
    chips = option.kind != "choice"
    count = len(offered) + has_other(option)
    small = {"0": t(ZEROS[name])} if name in ZEROS and getattr(option, "unit", "") != "cents" and 0 in offered else {}
    return Field(
        name=name,
        label=option_label(t, name),
        help=option_help(t, name),
        radio=form[name],
        other=form[f"{name}_{OTHER}"] if has_other(option) else None,
        chips=chips and name not in CHOICES,
        columns=count if count <= 5 else 4 if count in (7, 8) else 3 if count == 6 else 6,
        small=small,
        changed=changed,
    )


def _data(values: Mapping[str, object]) -> dict[str, object]:
    data: dict[str, object] = {}
    for name, option in RuleSet.options.items():
        value = values[name]
        data[name] = to_text(value)
        if has_other(option):
            data[f"{name}_{OTHER}"] = value if value is not None else option.settle(values)
            if value not in values_offered(option):
                data[name] = OTHER
    return data


def read_options(sent: Mapping[str, str]) -> dict[str, object]:
    """Return the options that the form sent, by name. Text that is not a valid number stays text."""
    values: dict[str, object] = {}
    for name, option in RuleSet.options.items():
        text = sent.get(name)
        if text == OTHER and has_other(option):
            text = sent.get(f"{name}_{OTHER}", "")
        if text is not None:
            values[name] = _to_value(option, text)
    return values


class RulesForm(Form):
    """A form to choose house rules, with a field for each option.

    `rules`: the chosen rule set. `basis`, `changes`: the rules and changes last shown.
    `latest`: the options changed last, for a form sent without a new change.
    """

    rules = TextField()
    basis = TextField()
    changes = TextField(most=4000)
    latest = TextField()
    options = SeveralFields(name=PREFIX, most=40)


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
    previous = RulesDraft(rules_from_link_or(form.basis.data, base), _changes(form.changes.data))
    entered = {n: v for n, v in read_options(form.options.data).items() if v != previous.values[n]}
    latest = tuple(entered) or tuple(name for name in form.latest.data.split() if name in RuleSet.options)
    return RulesDraft(base, latest=latest).with_changes({**previous.changes, **entered})


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
