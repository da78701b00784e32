"""Declares and parses forms. What their values may be is decided by actions."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple, Self

import wtforms
from flask import request
from werkzeug.datastructures import MultiDict

from scorekeeper.core.i18n import translation
from scorekeeper.core.numbers import MOST, parse_integer, parse_integer_or_text
from scorekeeper.messages.marks import N_

WRONG = N_("%(label)s: “%(read)s” is not valid. Enter %(right)s.")
BETWEEN = N_("a whole number between %(low)s and %(high)s")


class InvalidField(NamedTuple):
    """An invalid field, and the message about it."""

    field: str
    text: str


class Form(wtforms.Form):
    """Base class of forms. Templates render its fields; `typed` has the values to show again."""

    class Meta:
        def get_translations(self, _form: object) -> object:
            """Return the source of field messages: this page's language."""
            return translation

    @classmethod
    def from_post(cls) -> Self:
        """Return the posted form, or an empty one."""
        return cls(request.form)

    @classmethod
    def from_request(cls) -> Self:
        """Return the form from the body or the query."""
        return cls(request.values)

    @classmethod
    def of(cls, values: Mapping[str, str]) -> Self:
        return cls(MultiDict(values))

    def typed(self) -> dict[str, str]:
        """Return the values as sent, by field, to show them again with the errors."""
        return {name: text for field in self for name, text in field.typed().items()}

    def first_invalid_field(self, *names: str) -> InvalidField | None:
        """Return the first invalid field, of those named or of all."""
        self.validate()
        wrong = (field for field in self if field.errors and (not names or field.name in names))
        return next((InvalidField(field.name, field.errors[0]) for field in wrong), None)


class FormField(wtforms.Field):
    """Base class of our fields. `label`: a message id, for messages that name the field."""

    def __init__(self, label: str = "", **more: Any) -> None:
        super().__init__(label, **more)

    @property
    def sent(self) -> bool:
        """Whether the page had the field at all."""
        return bool(self.raw_data)

    def typed(self) -> dict[str, str]:
        """Return the value by the name under which it was sent."""
        return {self.name: self.raw_data[0]} if self.raw_data else {}


class TextField(FormField):
    """Text exactly as sent. `most`: maximum number of characters."""

    data: str

    def __init__(self, label: str = "", *, most: int | None = None, default: str = "", **more: Any) -> None:
        super().__init__(label, default=default, **more)
        self.most = most

    def process_formdata(self, valuelist: list[str]) -> None:
        if valuelist:
            self.data = self.tidied(valuelist[0])

    def tidied(self, text: str) -> str:
        """Return the text to store."""
        return text[: self.most]


class LineField(TextField):
    """A line of text, trimmed."""

    def tidied(self, text: str) -> str:
        return text.strip()[: self.most]


class ChoiceField(TextField):
    """One of a few values. Any other becomes `default`."""

    def __init__(self, choices: Collection[str], **more: Any) -> None:
        super().__init__(**more)
        self.choices = choices

    def tidied(self, text: str) -> str:
        return text if text in self.choices else str(self.default)


class TickField(FormField):
    """A check box, or two buttons that send 1 and 0. `default`: the value if nothing was sent."""

    data: bool

    def __init__(self, *, default: bool = False, **more: Any) -> None:
        super().__init__(default=default, **more)

    def process_formdata(self, valuelist: list[str]) -> None:
        """Treat any value except "" and 0 as checked."""
        if valuelist:
            self.data = valuelist[0] not in ("", "0")


class Ticks(FormField):
    """Check boxes with the same name: the values of the checked ones."""

    data: list[str]

    def process_formdata(self, valuelist: list[str]) -> None:
        self.data = list(valuelist)


class SeveralFields(FormField):
    """Fields with a common prefix and their own suffix: `player-0`, `seed-e3`. `most`: as in `TextField`."""

    data: dict[str, str]

    def __init__(self, *, most: int | None = None, **more: Any) -> None:
        super().__init__(**more)
        self.most = most

    def process(self, formdata: Any, *_more: object, **_others: object) -> None:
        """Read every field with this prefix."""
        names: Iterable[str] = formdata if formdata is not None else ()
        sent = {name: formdata.getlist(name)[0] for name in names if name.startswith(f"{self.name}-")}
        self.raw, self.raw_data = sent, [*sent.values()]
        self.data = {name.removeprefix(f"{self.name}-"): text.strip()[: self.most] for name, text in sent.items()}

    def of(self, which: object) -> str:
        """Return the value of one field, or "" if it was not sent."""
        return self.data.get(str(which), "")

    def first(self, count: int) -> list[str]:
        """Return the values of the fields numbered from 0."""
        return [self.of(n) for n in range(count)]

    def typed(self) -> dict[str, str]:
        """Return the values by the names under which they were sent."""
        return self.raw


class WholeNumberField(FormField):
    """An integer parsed by `numbers.parse_integer`, or None.

    Text and numbers outside `low` and `high` are invalid, and so is an empty field if `needed`.
    """

    data: int | None

    def __init__(self, label: str = "", *, low: int = -MOST, high: int = MOST, needed: bool = False, **more: Any) -> None:
        super().__init__(label, **more)
        self.low, self.high, self.needed = low, high, needed
        self.text = ""

    def process_formdata(self, valuelist: list[str]) -> None:
        """Parse the value. Raises `ValueError` with a message, which WTForms adds to `errors`."""
        self.text = valuelist[0].strip() if valuelist else ""
        self.data = parse_integer(self.text)
        wrong = self.data is None or not self.low <= self.data <= self.high
        if wrong and (self.text or self.needed):
            right = self.gettext(BETWEEN) % {"low": self.low, "high": self.high}
            raise ValueError(invalid_field_text(self, self.text, right))

    @property
    def or_text(self) -> int | str | None:
        """The number, or the invalid text for an action to refuse."""
        return parse_integer_or_text(self.text)


def invalid_field_text(field: FormField, read: str, right: str) -> str:
    """Return the message for an invalid value, with what would be valid."""
    words = {"label": field.gettext(field.label.text), "read": read[:40], "right": right}
    return str(field.gettext(WRONG) % words)
