"""A stand-in for `markupsafe`: text that is already HTML, and escaping."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


class Markup(str):
    """Text that is already HTML. Values put into it are escaped.

    Brython needs a subclass of str as plain text before it goes into plain text.
    """

    __slots__ = ()

    def __html__(self) -> Markup:
        return self

    def __add__(self, other: object) -> Markup:
        return Markup(str(self) + escaped(other))

    def __radd__(self, other: object) -> Markup:
        return Markup(escaped(other) + str(self))

    def __mod__(self, values: object) -> Markup:
        if isinstance(values, dict):
            return Markup(str(self) % {name: _escape_unless_number(value) for name, value in values.items()})
        if isinstance(values, tuple):
            return Markup(str(self) % tuple([_escape_unless_number(value) for value in values]))
        return Markup(str(self) % _escape_unless_number(values))

    def format(self, *values: object, **named: object) -> Markup:
        """Format as str does, with the values escaped."""
        safe_values = {name: _escape_unless_number(value) for name, value in named.items()}
        return Markup(str(self).format(*[_escape_unless_number(value) for value in values], **safe_values))

    def join(self, parts: Iterable[object]) -> Markup:
        """Join as str does, with the parts escaped."""
        return Markup(str(self).join([escaped(part) for part in parts]))

    def strip(self, chars: str | None = None) -> Markup:
        """Strip as str does."""
        return Markup(str(self).strip() if chars is None else str(self).strip(chars))

    def replace(self, old: str, new: str, count: int = -1) -> Markup:  # type: ignore[override]
        """Replace as str does, with the new text escaped."""
        return Markup(str(self).replace(old, escaped(new), count))


def _escape_unless_number(value: object) -> object:
    """Return a number unchanged, for `%d` and the like, and anything else escaped."""
    return value if isinstance(value, (int, float)) else escaped(value)


SIGNS = (("&", "&amp;"), (">", "&gt;"), ("<", "&lt;"), ("'", "&#39;"), ('"', "&#34;"))


def escaped(value: object) -> str:
    """Return a value escaped for HTML, as plain str."""
    if isinstance(value, Markup):
        return str(value)
    if hasattr(value, "__html__"):
        return str(value.__html__())
    text = value if value.__class__ is str else str(value)
    for sign, escape_code in SIGNS:
        if sign in text:
            text = text.replace(sign, escape_code)
    return text


def escape(value: object) -> Markup:
    """Return a value escaped for HTML."""
    return Markup(escaped(value))
