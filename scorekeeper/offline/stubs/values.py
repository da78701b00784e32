"""Attributes, items and undefined values in templates, as in Jinja."""

from __future__ import annotations

from markupsafe import Markup

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any


class Undefined:
    """A value that a template was not given."""

    def __bool__(self) -> bool:
        return False

    def __str__(self) -> str:
        return ""

    def __iter__(self) -> Iterator[Any]:
        return iter(())

    def __len__(self) -> int:
        return 0

    def __html__(self) -> str:
        return ""


U: Any = Undefined()
METHODS = ("items", "values", "keys", "get")


def attribute(value: Any, name: str) -> Any:
    """Return `value.name` of a template."""
    if value.__class__ is dict:
        return getattr(value, name) if name in METHODS else value.get(name, U)
    found = getattr(value, name, U)
    if found is not U:
        return found
    if value is U:
        raise TypeError(f"a template asks for {name} of nothing")
    try:
        return value[name]
    except (TypeError, LookupError, AttributeError):
        return U


def item(value: Any, key: Any) -> Any:
    """Return `value[key]` of a template."""
    try:
        return value[key]
    except (TypeError, LookupError, AttributeError):
        return getattr(value, key, U) if isinstance(key, str) else U


def deep(value: Any, names: Any) -> Any:
    """Return an attribute for a filter. Dots lead to attributes of attributes: `bid.seat`."""
    for name in names.split(".") if isinstance(names, str) else [names]:
        value = item(value, int(name) if isinstance(name, str) and name.isdigit() else name)
    return value


def is_markup(value: object) -> bool:
    """Return whether a value is already HTML."""
    return hasattr(value, "__html__")


def text_of(parts: list[Any]) -> str:
    """Return `a ~ b` of a template."""
    if any(is_markup(part) for part in parts):
        return Markup("").join(parts)
    return "".join([str(part) for part in parts])
