"""The fields of a format, made from what the pairing methods declare: which there are, where they stand, who has which."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from scorekeeper.base.i18n import gettext as _
from scorekeeper.codec.tournament_options import DECLARED
from scorekeeper.engine.options import Flag
from scorekeeper.tournament.method import METHODS, Label


@dataclass(frozen=True)
class Control:
    """One field: a box to tick, a few `choices` (value, text), or else a number to type."""

    name: str
    title: str
    tick: bool
    choices: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Group:
    """Fields that the same methods have; `name`, that of the first, tells the style sheet which."""

    name: str
    controls: tuple[Control, ...]


@dataclass(frozen=True)
class FieldRow:
    """Fields in a row, under a `heading` (empty: only for those who cannot see). A method has none of it, or the first group."""

    heading: str
    groups: tuple[Group, ...]


def rows(*, fixed: bool) -> list[FieldRow]:
    """The rows of the form; once a round was published (`fixed`), with what can still change."""
    labels = {name: label for method in METHODS.values() for name, label in method.labels.items()}
    headings = {name: method.heading for method in reversed(METHODS.values()) for name in method.labels}
    later = {name for method in METHODS.values() for name in method.later}
    shown = [name for name in labels if not fixed or name in later]
    listed = []
    for heading in dict.fromkeys(headings[name] for name in labels):
        groups = _groups([_control(name, labels[name]) for name in shown if headings[name] == heading])
        if groups:
            listed.append(FieldRow(_(heading) if heading else "", groups))
    return listed


def fields_of(*, fixed: bool) -> dict[str, str]:
    """By method, the names of the fields that it has, as an attribute holds them; once a round was published (`fixed`), of those
    that can still change.
    """
    return {name: " ".join(n for n in one.shown if not fixed or n in one.later) for name, one in METHODS.items()}


def _groups(controls: Iterable[Control]) -> tuple[Group, ...]:
    alike = groupby(controls, key=lambda one: [name for name, method in METHODS.items() if one.name in method.shown])
    groups = [tuple(together) for _methods, together in alike]
    return tuple(Group(together[0].name, together) for together in groups)


def _control(name: str, label: Label) -> Control:
    choices = tuple((str(value), _(text)) for value, text in label.choices.items())
    return Control(name, _(label.title), isinstance(DECLARED[name], Flag), choices)
