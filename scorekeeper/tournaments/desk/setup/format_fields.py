"""The form fields of a format, derived from the declarations of the pairing methods, and hours as typed."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from scorekeeper.core.forms.forms import FormField, invalid_field_text
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.engine.options import Flag
from scorekeeper.formats.tournament_options import DECLARED
from scorekeeper.messages.marks import N_
from scorekeeper.pairing.method import METHODS, Label
from scorekeeper.pairing.record.attendance import MOST_CENTS

LEAST_MINUTES, MOST_MINUTES = 30, 7 * 24 * 60
BETWEEN = N_("between half an hour and %(high)s hours, such as 3.5 or 3:30")
AMOUNT = N_("an amount such as 10 or 7.50")
_AMOUNT = re.compile(r"(\d{0,5})(?:[.,](\d{1,2}))?")
_CLOCKED = re.compile(r"(\d{1,3})\s*[h:]\s*(\d{1,2})?", re.IGNORECASE)


def minutes_of(hours: str) -> int | None:
    """Return hours (3.5; 3,5; 3h30; 3:30) as minutes, or None."""
    if clocked := _CLOCKED.fullmatch(hours.strip()):
        return int(clocked[1]) * 60 + int(clocked[2] or 0)
    try:
        return round(float(hours.strip().replace(",", ".")) * 60)
    except (ValueError, OverflowError):
        return None


def cents_of(amount: str) -> int | None:
    """Return an amount of money (10; 10.50; 10,50; $10; 10 $) in cents, or None. Nothing is 0."""
    found = _AMOUNT.fullmatch(amount.replace("$", "").strip())
    return None if found is None else 100 * int(found[1] or 0) + int((found[2] or "").ljust(2, "0"))


class Price(FormField):
    """An amount of money. `data`: in cents, None if not readable."""

    data: int | None

    def __init__(self, label: str, **more: Any) -> None:
        super().__init__(label, **more)
        self.text = ""

    def process_formdata(self, valuelist: list[str]) -> None:
        """Read the input. Raises `ValueError` with the problem, which WTForms stores in `errors`."""
        self.text = valuelist[0].strip() if valuelist else ""
        self.data = cents_of(self.text)
        if self.data is None or self.data > MOST_CENTS:
            raise ValueError(invalid_field_text(self, self.text, self.gettext(AMOUNT)))


class Hours(FormField):
    """Hours available.

    `data`: in minutes, None if not readable. Must be between half an hour and a week.
    """

    data: int | None

    def __init__(self, *, needed: bool = False, **more: Any) -> None:
        super().__init__(N_("Hours available"), **more)
        self.needed = needed
        self.text = ""

    def process_formdata(self, valuelist: list[str]) -> None:
        """Read the input. Raises `ValueError` with the problem, which WTForms stores in `errors`."""
        self.text = valuelist[0].strip() if valuelist else ""
        self.data = minutes_of(self.text)
        wrong = self.data is None or not LEAST_MINUTES <= self.data <= MOST_MINUTES
        if wrong and (self.text or self.needed):
            right = self.gettext(BETWEEN) % {"high": MOST_MINUTES // 60}
            raise ValueError(invalid_field_text(self, self.text, right))


@dataclass(frozen=True)
class Control:
    """A field: a checkbox, one of `choices` (value, text), or a number."""

    name: str
    title: str
    tick: bool
    choices: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Group:
    """Fields that belong to the same methods. `name`: the first field's, which the style sheet uses."""

    name: str
    controls: tuple[Control, ...]


@dataclass(frozen=True)
class FieldRow:
    """A row of fields.

    `heading`: if empty, there is one only for screen readers. A method shows no group of the row, or at least the first one.
    """

    heading: str
    groups: tuple[Group, ...]


def rows(*, fixed: bool) -> list[FieldRow]:
    """Return the rows of the form. `fixed`: a round was published, so only fields that can still change."""
    labels = {name: label for method in METHODS.values() for name, label in method.labels.items()}
    headings = {name: method.heading for method in reversed(METHODS.values()) for name in method.labels}
    later = {name for method in METHODS.values() for name in method.later}
    field_names = [name for name in labels if not fixed or name in later]
    listed = []
    for heading in dict.fromkeys(headings[name] for name in labels):
        groups = _groups([_control(name, labels[name]) for name in field_names if headings[name] == heading])
        if groups:
            listed.append(FieldRow(_(heading) if heading else "", groups))
    return listed


def fields_of(*, fixed: bool) -> dict[str, str]:
    """Return the names of each method's fields, by method, separated by spaces.

    `fixed`: only fields that can change after a round is published.
    """
    return {name: " ".join(n for n in one.form_options if not fixed or n in one.later) for name, one in METHODS.items()}


def _groups(controls: Iterable[Control]) -> tuple[Group, ...]:
    grouped = groupby(controls, key=lambda one: [name for name, method in METHODS.items() if one.name in method.form_options])
    groups = [tuple(together) for _methods, together in grouped]
    return tuple(Group(together[0].name, together) for together in groups)


def _control(name: str, label: Label) -> Control:
    choices = tuple((str(value), _(text)) for value, text in label.choices.items())
    return Control(name, _(label.title), isinstance(DECLARED[name], Flag), choices)
