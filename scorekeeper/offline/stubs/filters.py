"""The filters and tests that the templates use, as in Jinja."""

from __future__ import annotations

from markupsafe import Markup, escape

from scorekeeper.offline.stubs.values import U, deep, is_markup

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def _soft(value: Any) -> str:
    return value if isinstance(value, str) else str(value)


def _like(text: Any, changed: str) -> str:
    return Markup(changed) if is_markup(text) else changed


def _join(items: Any, between: str = "", attribute: Any = None) -> str:
    parts = [one if attribute is None else deep(one, attribute) for one in items]
    if is_markup(between) or any(is_markup(part) for part in parts):
        return escape(between).join(parts)
    return str(between).join([str(part) for part in parts])


def _map(items: Any, name: str = "", *given: Any, attribute: Any = None) -> list[Any]:
    if attribute is not None:
        return [deep(one, attribute) for one in items]
    return [FILTERS[name](one, *given) for one in items]


def _passes_test(value: Any, test: str, args: tuple[Any, ...]) -> bool:
    return bool(TESTS[test](value, *args)) if test else bool(value)


def _select(items: Any, test: str = "", *given: Any) -> list[Any]:
    return [one for one in items if _passes_test(one, test, given)]


def _selectattr(items: Any, attribute: str, test: str = "", *given: Any) -> list[Any]:
    return [one for one in items if _passes_test(deep(one, attribute), test, given)]


def _rejectattr(items: Any, attribute: str, test: str = "", *given: Any) -> list[Any]:
    return [one for one in items if not _passes_test(deep(one, attribute), test, given)]


def _default(value: Any, otherwise: Any = "", boolean: bool = False) -> Any:
    return otherwise if value is U or (boolean and not value) else value


def _replace(text: Any, old: str, new: str) -> str:
    return escape(text).replace(old, new) if is_markup(text) or is_markup(new) else _soft(text).replace(old, new)


def _format(text: Any, *values: Any, **named: Any) -> Any:
    return _soft(text) % (named or values)


def _int(value: Any, otherwise: int = 0) -> int:
    try:
        return int(value)
    except (TypeError, ValueError):
        return otherwise


def _round(value: float, digits: int = 0) -> float:
    return round(float(value), digits)


def _sum(items: Any, attribute: Any = None, start: Any = 0) -> Any:
    return sum([one if attribute is None else deep(one, attribute) for one in items], start)


def _reverse(value: Any) -> Any:
    return value[::-1] if isinstance(value, str) else list(value)[::-1]


_json_writer: list[Callable[[Any], str]] = []


def set_json_writer(written: Callable[[Any], str]) -> None:
    """Set the function that writes a value as JSON."""
    _json_writer[:] = [written]


def _json(value: Any) -> Markup:
    """Return a value as JSON that is safe inside a page."""
    text = _json_writer[0](value)
    for sign, escape_code in (("<", "\\u003c"), (">", "\\u003e"), ("&", "\\u0026"), ("'", "\\u0027")):
        text = text.replace(sign, escape_code)
    return Markup(text)


TESTS: dict[str, Any] = {
    "defined": lambda value: value is not U,
    "undefined": lambda value: value is U,
    "none": lambda value: value is None,
    "number": lambda value: isinstance(value, (int, float)),
    "string": lambda value: isinstance(value, str),
    "mapping": lambda value: isinstance(value, dict),
    "equalto": lambda value, other: value == other,
    "eq": lambda value, other: value == other,
    "==": lambda value, other: value == other,
    "ne": lambda value, other: value != other,
    "gt": lambda value, other: value > other,
    "lt": lambda value, other: value < other,
    "in": lambda value, others: value in others,
    "even": lambda value: value % 2 == 0,
    "odd": lambda value: value % 2 == 1,
}


def _not_set_yet(*_given: Any) -> str:
    raise LookupError("a filter that needs the phone's start address was asked for before it was set")


FILTERS: dict[str, Any] = {
    **dict.fromkeys(("clauses", "timed", "dateformat", "datetimeformat", "evening"), _not_set_yet),
    "abs": abs,
    "capitalize": lambda text: _like(text, _soft(text).capitalize()),
    "default": _default,
    "first": lambda items: next(iter(items), U),
    "forceescape": lambda value: escape(str(value)),
    "format": _format,
    "int": _int,
    "join": _join,
    "last": lambda items: list(items)[-1] if items else U,
    "length": len,
    "list": list,
    "lower": lambda text: _like(text, _soft(text).lower()),
    "map": _map,
    "max": lambda items: max(items, default=U),
    "min": lambda items: min(items, default=U),
    "rejectattr": _rejectattr,
    "replace": _replace,
    "reverse": _reverse,
    "round": _round,
    "safe": Markup,
    "select": _select,
    "selectattr": _selectattr,
    "string": _soft,
    "sum": _sum,
    "tojson": _json,
    "trim": lambda text: _like(text, _soft(text).strip()),
    "upper": lambda text: _like(text, _soft(text).upper()),
}
