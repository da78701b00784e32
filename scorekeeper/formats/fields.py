"""Reads JSON objects key by key. Errors name the key and the expected value."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import MISSING
from datetime import datetime
from fractions import Fraction
from typing import Any, TypeVar, get_args, get_origin

from scorekeeper.formats import declared
from scorekeeper.formats.names import is_valid_name
from scorekeeper.pairing.record import errors
from scorekeeper.pairing.record.record import LONGEST_ID
from scorekeeper.pairing.record.shapes import ALONE, FLAT, Many, Name, OneOf, Text, Whole

T = TypeVar("T")
_MISSING = object()


class Fields:
    """A JSON object of a tournament record, to be read key by key.

    `code`: the error code of this part (`format`, `options`, `entrants`, `round`). `path`: its name for people
    (`entrants[2]`).
    `event`: its round; 0 is the header. Every error is a `Malformed` with `reason`, `field`, `read` and the expected value.
    """

    def __init__(self, obj: object, code: str, path: str, keys: Sequence[str], event: int = 0) -> None:
        """Raises `Malformed` if `obj` is not an object or has an unknown key."""
        self.code, self.path, self.event = code, path, event
        if not isinstance(obj, dict):
            raise errors.Malformed(code, event, reason="object", field=path, read=obj)
        self.obj: dict[str, object] = obj
        for name in obj:
            if name not in keys:
                raise self.wrong(name, "key", choices=tuple(keys))

    def where(self, name: str) -> str:
        """Return the full name of a key."""
        return f"{self.path}.{name}" if self.path else name

    def wrong(self, name: str, reason: str, **params: object) -> errors.Malformed:
        """Return the error for the value at this key."""
        read = name if reason == "key" else self.obj.get(name)
        return errors.Malformed(self.code, self.event, **{"reason": reason, "field": self.where(name), "read": read, **params})

    def has(self, name: str) -> bool:
        """Return whether the key is present and not null."""
        return self.obj.get(name) is not None

    def _get(self, name: str, default: object) -> object:
        if name in self.obj and (self.obj[name] is not None or default is _MISSING):
            return self.obj[name]
        if default is _MISSING:
            raise self.wrong(name, "missing")
        return default

    def whole(self, name: str, low: int, high: int, default: object = _MISSING) -> int:
        """Return a whole number from `low` to `high`."""
        value = self._get(name, default)
        if type(value) is not int or not low <= value <= high:
            raise self.wrong(name, "whole", low=low, high=high)
        return value

    def optional_whole(self, name: str, low: int, high: int) -> int | None:
        """Return a whole number from `low` to `high`, or None."""
        return self.whole(name, low, high) if self.has(name) else None

    def flag(self, name: str, default: bool) -> bool:
        value = self._get(name, default)
        if type(value) is not bool:
            raise self.wrong(name, "flag")
        return value

    def text(self, name: str, longest: int, default: object = _MISSING, shortest: int = 1) -> str:
        """Return printable text of `shortest` to `longest` characters."""
        value = self._get(name, default)
        if not isinstance(value, str) or not shortest <= len(value.strip()) <= len(value) <= longest or not value.isprintable():
            raise self.wrong(name, "text", high=longest)
        return value

    def name(self, name: str, longest: int, default: object = _MISSING, shortest: int = 1) -> str:
        """Return a name of at most `longest` characters as people count them."""
        value = self._get(name, default)
        if not isinstance(value, str) or not (is_valid_name(value, longest) or (value == "" and not shortest)):
            raise self.wrong(name, "text", high=longest)
        return value

    def choice(self, name: str, choices: Sequence[str], default: object = _MISSING) -> str:
        value = self._get(name, default)
        if not isinstance(value, str) or value not in choices:
            raise self.wrong(name, "choice", choices=tuple(choices))
        return value

    def entrant(self, name: str, known: Collection[str]) -> str:
        """Return the id of an entrant."""
        who = self.text(name, LONGEST_ID)
        if who not in known:
            raise self.wrong(name, "unknown")
        return who

    def number(self, name: str, high: int, default: object = _MISSING, low: int = 0) -> Fraction:
        """Return an exact number from `low` to `high` with at most three decimals."""
        value = self._get(name, default)
        if isinstance(value, Fraction):
            return value
        if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
            raise self.wrong(name, "range", low=low, high=high)
        exact = Fraction(str(value))
        if 1000 % exact.denominator:
            raise self.wrong(name, "range", low=low, high=high)
        return exact

    def items(self, name: str, most: int, read_item: Callable[[object, int], T], default: object = _MISSING) -> tuple[T, ...]:
        """Return a list with each item converted by `read_item(item, index)`."""
        value = self._get(name, default)
        if not isinstance(value, list | tuple) or len(value) > most:
            raise self.wrong(name, "list", high=most)
        return tuple(read_item(item, place) for place, item in enumerate(value))

    def wholes(self, name: str, low: int, high: int, most: int, default: object = ()) -> tuple[int, ...]:
        """Return a list of whole numbers from `low` to `high`."""

        def read_item(item: object, place: int) -> int:
            if type(item) is not int or not low <= item <= high:
                raise self.wrong(f"{name}[{place}]", "whole", low=low, high=high, read=item)
            return item

        return self.items(name, most, read_item, default)


def parse_checked(kind: type[T], obj: object, code: str, path: str, event: int = 0) -> T:
    """Return a declared value (`formats.declared`) from outside, with every field checked. Raises `Malformed`."""
    read = Fields(obj, code, path, declared.keys_of(kind), event)
    make: Callable[..., T] = kind
    return make(*(_read_field(read, one) for one in declared.fields_of(kind)))


def _read_field(read: Fields, one: declared.DeclaredField) -> object:
    if FLAT in one.said:
        own = {key: read.obj[key] for key in declared.keys_of(one.kind) if key in read.obj}
        return parse_checked(one.kind, own, read.code, read.path, read.event)
    if not read.has(one.key):
        if one.default is not MISSING:
            return one.default
        if one.nullable:
            return None
        if one.key not in read.obj:
            raise read.wrong(one.key, "missing")
    return _read_value(read, one.key, read.obj[one.key], one.kind, one.said)


def _read_value(read: Fields, name: str, value: object, kind: Any, markers: tuple[object, ...]) -> object:
    """Return the value at `name`, a key or an item of a list."""
    if declared.is_declared(kind):
        return parse_checked(kind, value, read.code, read.where(name), read.event)
    if (item := declared.item_of(kind)) is not None:
        most = next((one.most for one in markers if isinstance(one, Many)), None)
        if ALONE in markers and not isinstance(value, list | tuple):
            value = [value]
        if not isinstance(value, list | tuple) or (most is not None and len(value) > most):
            raise read.wrong(name, "list", high=most)
        inner, more, _ = declared.unwrap_annotation(item)
        return tuple(_read_value(read, f"{name}[{place}]", one, inner, more) for place, one in enumerate(value))
    if get_origin(kind) is Mapping:
        inner, more, _ = declared.unwrap_annotation(get_args(kind)[1])
        if not isinstance(value, dict):
            raise read.wrong(name, "object", read=value)
        return {key: _read_value(read, f"{name}.{key}", one, inner, more) for key, one in value.items()}
    if kind is object:
        return declared.read_plain(value)
    if kind is Fraction:
        return Fields({name: value}, read.code, read.path, (name,), read.event).number(name, LARGEST, low=-LARGEST)
    bound = next((one for one in markers if isinstance(one, _BOUNDS)), _DEFAULT_BOUNDS.get(kind))
    return value if bound is None else _check_bound(read, name, value, bound)


LARGEST = 100_000
"""The largest number that need not be whole, and its opposite the smallest."""
_BOUNDS = (Whole, Text, Name, OneOf)
_DEFAULT_BOUNDS: dict[object, object] = {int: Whole(-(2**63), 2**63), bool: bool, str: str, datetime: datetime}
"""The check for a field without a marker, by type."""


def _check_bound(read: Fields, name: str, value: Any, bound: Any) -> object:
    """Return the value if it satisfies the bound."""
    inner = Fields({name: value}, read.code, read.path, (name,), read.event)
    if isinstance(bound, Whole):
        return inner.whole(name, bound.low, 2**63 if bound.high is None else bound.high)
    if isinstance(bound, Text):
        return inner.text(name, bound.longest, shortest=bound.shortest)
    if isinstance(bound, Name):
        return inner.name(name, bound.longest)
    if isinstance(bound, OneOf):
        return inner.choice(name, bound.choices)
    if bound is bool:
        return inner.flag(name, False)
    if bound is datetime:
        try:
            return datetime.fromisoformat(value)
        except (TypeError, ValueError):
            raise inner.wrong(name, "text") from None
    if not isinstance(value, bound):
        raise inner.wrong(name, "text")
    return value
