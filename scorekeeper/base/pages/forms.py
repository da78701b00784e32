"""Forms: which fields a page sends, and what is malformed in them. What may be done with it actions decide."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple, Self

import wtforms
from flask import request
from werkzeug.datastructures import MultiDict

from scorekeeper.base import i18n
from scorekeeper.base.numbers import MOST, whole, whole_or_text
from scorekeeper.wording.marks import N_

WRONG = N_("%(label)s: “%(read)s” is not valid. Enter %(right)s.")
BETWEEN = N_("a whole number between %(low)s and %(high)s")


class Misread(NamedTuple):
    """A field that does not hold what it should, and the sentence that says so."""

    field: str
    text: str


class Form(wtforms.Form):
    """A form of a page. Templates write its fields; `typed` is what they show again."""

    class Meta:
        """How WTForms builds it."""

        def get_translations(self, _form: object) -> object:
            """Where fields have their words from: the language of the page."""
            return i18n

    @classmethod
    def sent(cls) -> Self:
        """The form that was posted; empty where none was."""
        return cls(request.form)

    @classmethod
    def asked(cls) -> Self:
        """The form as it was posted or stands in the address."""
        return cls(request.values)

    @classmethod
    def of(cls, values: Mapping[str, str]) -> Self:
        """The form with these values in its fields."""
        return cls(MultiDict(values))

    def typed(self) -> dict[str, str]:
        """What was sent, by field, to be shown again with what is wrong about it."""
        return {name: text for field in self for name, text in field.typed().items()}

    def misread(self, *names: str) -> Misread | None:
        """The first of the fields named (of all, if none is) that cannot be what was meant."""
        self.validate()
        wrong = (field for field in self if field.errors and (not names or field.name in names))
        return next((Misread(field.name, field.errors[0]) for field in wrong), None)


class FormField(wtforms.Field):
    """What fields of ours have in common. `label`: a message id, for the sentences that name the field."""

    def __init__(self, label: str = "", **more: Any) -> None:
        super().__init__(label, **more)

    @property
    def sent(self) -> bool:
        """Whether the page had the field at all."""
        return bool(self.raw_data)

    def typed(self) -> dict[str, str]:
        """What it held, by the name it was sent under."""
        return {self.name: self.raw_data[0]} if self.raw_data else {}


class TextField(FormField):
    """Text just as it was sent. `most`: characters that are read of it."""

    data: str

    def __init__(self, label: str = "", *, most: int | None = None, default: str = "", **more: Any) -> None:
        super().__init__(label, default=default, **more)
        self.most = most

    def process_formdata(self, valuelist: list[str]) -> None:
        """Take the first of what was sent under the name."""
        if valuelist:
            self.data = self.tidied(valuelist[0])

    def tidied(self, text: str) -> str:
        """What is kept of a text."""
        return text[: self.most]


class LineField(TextField):
    """A line of text, without the spaces around it."""

    def tidied(self, text: str) -> str:
        """What is kept of a text."""
        return text.strip()[: self.most]


class ChoiceField(TextField):
    """One of a few words; `default` for any other."""

    def __init__(self, choices: Collection[str], **more: Any) -> None:
        super().__init__(**more)
        self.choices = choices

    def tidied(self, text: str) -> str:
        """What is kept of a text."""
        return text if text in self.choices else str(self.default)


class TickField(FormField):
    """A box, ticked or not, or two buttons that send 1 and 0. `default`: where nothing was sent."""

    data: bool

    def __init__(self, *, default: bool = False, **more: Any) -> None:
        super().__init__(default=default, **more)

    def process_formdata(self, valuelist: list[str]) -> None:
        """Take anything that was sent for a tick, but nothing and 0."""
        if valuelist:
            self.data = valuelist[0] not in ("", "0")


class Ticks(FormField):
    """Boxes of one name: the values of those that were ticked."""

    data: list[str]

    def process_formdata(self, valuelist: list[str]) -> None:
        """Take all that was sent under the name."""
        self.data = list(valuelist)


class SeveralFields(FormField):
    """Fields of one name, each with a number or a word of its own behind it: `player-0`, `seed-e3`. `most`: as of `TextField`."""

    data: dict[str, str]

    def __init__(self, *, most: int | None = None, **more: Any) -> None:
        super().__init__(**more)
        self.most = most

    def process(self, formdata: Any, *_more: object, **_others: object) -> None:
        """Take every field whose name begins with this one's."""
        names: Iterable[str] = formdata if formdata is not None else ()
        sent = {name: formdata.getlist(name)[0] for name in names if name.startswith(f"{self.name}-")}
        self.raw, self.raw_data = sent, [*sent.values()]
        self.data = {name.removeprefix(f"{self.name}-"): text.strip()[: self.most] for name, text in sent.items()}

    def of(self, which: object) -> str:
        """What one of them holds; empty where it was not sent."""
        return self.data.get(str(which), "")

    def first(self, count: int) -> list[str]:
        """What those of the numbers from 0 on hold."""
        return [self.of(n) for n in range(count)]

    def typed(self) -> dict[str, str]:
        """What they held, by the names they were sent under."""
        return self.raw


class WholeNumberField(FormField):
    """A whole number that somebody types, read by `numbers.whole`: None where there is none.

    Wrong is what is no number, or none between `low` and `high`; an empty field only where a number is `needed`.
    """

    data: int | None

    def __init__(self, label: str = "", *, low: int = -MOST, high: int = MOST, needed: bool = False, **more: Any) -> None:
        super().__init__(label, **more)
        self.low, self.high, self.needed = low, high, needed
        self.text = ""

    def process_formdata(self, valuelist: list[str]) -> None:
        """Read what was sent. Raises `ValueError` with what is wrong about it, which WTForms keeps for `errors`."""
        self.text = valuelist[0].strip() if valuelist else ""
        self.data = whole(self.text)
        wrong = self.data is None or not self.low <= self.data <= self.high
        if wrong and (self.text or self.needed):
            right = self.gettext(BETWEEN) % {"low": self.low, "high": self.high}
            raise ValueError(misread_text(self, self.text, right))

    @property
    def or_text(self) -> int | str | None:
        """The number, or what was typed instead of one, for an action to refuse."""
        return whole_or_text(self.text)


def misread_text(field: FormField, read: str, right: str) -> str:
    """What was read in a field, and what would be right."""
    words = {"label": field.gettext(field.label.text), "read": read[:40], "right": right}
    return str(field.gettext(WRONG) % words)
