"""JSON on a phone: the browser's own."""

from __future__ import annotations

from javascript import JSON  # type: ignore[import-not-found]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class JSONDecodeError(ValueError):
    """A text that is no JSON."""


def dumps(value: object, **_how: object) -> str:
    """A value as JSON, without spaces."""
    text: str = JSON.stringify(value)
    return text


def loads(text: str) -> Any:
    """The value of a JSON text. Raises JSONDecodeError."""
    try:
        return JSON.parse(text)
    except Exception as error:
        raise JSONDecodeError(str(error)) from error
