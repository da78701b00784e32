"""A stand-in for WTForms, with the parts that `core.forms.forms` and the house rules use."""

from __future__ import annotations

from markupsafe import Markup, escape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any


class Declared:
    """A field as a form class declares it. Each form makes its own field from it."""

    count = 0

    def __init__(self, kind: Any, given: tuple[Any, ...], named: dict[str, Any]) -> None:
        Declared.count += 1
        self.order = Declared.count
        self.kind, self.given, self.named = kind, given, named

    def bound(self, name: str, prefix: str, form: Form) -> Field:
        """Return the field for a form."""
        field: Field = object.__new__(self.kind)
        field.short_name = name
        field.name = prefix + str(self.named.get("name", name))
        field.id = field.name
        field.form = form
        kwargs = {key: value for key, value in self.named.items() if key != "name"}
        field.__init__(*self.given, **kwargs)  # type: ignore[misc]
        return field


class Label:
    """The label of a field."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __str__(self) -> str:
        return self.text


class Field:
    """A form field."""

    short_name = name = id = ""
    form: Any = None

    def __new__(cls, *given: Any, **named: Any) -> Any:
        """Return a declaration of the field."""
        return Declared(cls, given, named)

    def __init__(
        self, label: str = "", *, default: Any = None, render_kw: Any = None, description: str = "", **_more: Any
    ) -> None:
        self.label = Label(label)
        self.default = default
        self.render_kw = render_kw or {}
        self.description = description
        self.raw_data: list[str] = []
        self.errors: list[str] = []
        self.data = default

    def process(self, formdata: Any, data: Any = None) -> None:
        """Set the value from the form data, or from `data` or the default."""
        self.data = self.default if data is None else data
        if formdata is not None:
            self.raw_data = formdata.getlist(self.name) if self.name in formdata else []
            try:
                self.process_formdata(self.raw_data)
            except ValueError as error:
                self.errors = [str(error)]

    def process_formdata(self, valuelist: list[str]) -> None:
        """Set the value from what was sent."""
        if valuelist:
            self.data = valuelist[0]

    def gettext(self, message: str) -> str:
        """Translate a message into the page's language."""
        words: str = self.form.Meta().get_translations(self.form).gettext(message)
        return words


class Form:
    """A form."""

    def __init__(self, formdata: Any = None, data: Any = None, prefix: str = "") -> None:
        prefix = f"{prefix}-" if prefix else ""
        declared: list[tuple[str, Declared]] = []
        for name in dir(self.__class__):
            one = getattr(self.__class__, name)
            if isinstance(one, Declared):
                declared.append((name, one))
        self._fields: dict[str, Field] = {}
        for name, one in sorted(declared, key=lambda pair: pair[1].order):
            field = one.bound(name, prefix, self)
            field.process(formdata, (data or {}).get(name))
            self._fields[name] = field
            setattr(self, name, field)

    def __iter__(self) -> Iterator[Field]:
        return iter(list(self._fields.values()))

    def __getitem__(self, name: str) -> Field:
        return self._fields[name]

    def validate(self) -> bool:
        """Return whether every field is valid."""
        return not any(field.errors for field in self)


def _attributes(attributes: dict[str, Any]) -> str:
    pieces = []
    for name in sorted(attributes):
        value = attributes[name]
        if value is True:
            pieces.append(str(escape(name)))
        elif value is not False and value is not None:
            pieces.append(f'{escape(name)}="{escape(value)}"')
    return " ".join(pieces)


class SelectChoice:
    """One choice of a field."""

    def __init__(self, value: str, label: str = "", **_more: Any) -> None:
        self.value, self.label = value, label or value


class _Radio:
    """One radio button."""

    def __init__(self, name: str, place: int, choice: SelectChoice, checked: bool) -> None:
        self.name, self.id, self.data, self.checked = name, f"{name}-{place}", choice.value, checked
        self.label = Label(choice.label)

    def __call__(self, **named: Any) -> Markup:
        checked = {"checked": True} if named.pop("checked", self.checked) else {}
        attributes = {"id": self.id, "name": self.name, "type": "radio", "value": self.data, **named, **checked}
        return Markup(f"<input {_attributes(attributes)}>")


class RadioField(Field):
    """A group of radio buttons."""

    def __init__(self, label: str = "", *, choices: Any = (), **more: Any) -> None:
        super().__init__(label, **more)
        self.choices = list(choices)

    def __iter__(self) -> Iterator[_Radio]:
        return iter([_Radio(self.name, i, one, one.value == str(self.data)) for i, one in enumerate(self.choices)])


class IntegerField(Field):
    """An integer field."""

    def __call__(self, **named: Any) -> Markup:
        """Return the field as HTML."""
        value = "" if self.data is None else str(self.data)
        attributes = {"id": self.id, "name": self.name, "type": "number", "value": value, **self.render_kw, **named}
        return Markup(f"<input {_attributes(attributes)}>")
