"""A stand-in for `json` that uses the browser's."""

from __future__ import annotations

from javascript import JSON  # type: ignore[import-not-found]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class JSONDecodeError(ValueError):
    """Invalid JSON."""


def dumps(value: object, sort_keys: bool = False, **_how: object) -> str:
    """Return a value as compact JSON."""
    text: str = JSON.stringify(plain(value) if sort_keys else value)
    return text


def plain(value: Any) -> Any:
    """Return the value with sorted keys, and with lists for tuples."""
    if isinstance(value, dict):
        return {str(key): plain(value[key]) for key in sorted(value, key=str)}
    if isinstance(value, (list, tuple)):
        return [plain(one) for one in value]
    return value


def loads(text: str) -> Any:
    """Return the value of a JSON text. Raises JSONDecodeError."""
    try:
        return JSON.parse(text)
    except Exception as error:
        raise JSONDecodeError(str(error)) from error
