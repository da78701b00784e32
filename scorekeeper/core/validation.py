"""Reads our own files by declaration: every value has a type and bounds, and errors name the place."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, TypeVar, get_origin

from scorekeeper.core.refusals import Refusal
from scorekeeper.formats.declared import DeclaredField, fields_of, item_of, keys_of
from scorekeeper.pairing.record.shapes import Many, OneOf, Text, Whole

T = TypeVar("T")
Json = dict[str, Any]


def invalid_file_value(read: object) -> Refusal:
    """Return the refusal for an invalid value at a place in the file."""
    return Refusal("archive.value", "file", read=str(read)[:80])


class ObjectReader:
    """An object in the file, with `where` as its name in messages. Refuses unknown and missing keys."""

    def __init__(self, value: object, where: str, keys: Sequence[str]) -> None:
        if not isinstance(value, dict) or set(value) != set(keys):
            raise invalid_file_value(where)
        self.value: Json = value
        self.where = where

    def wrong(self, key: str) -> Refusal:
        """Return the refusal for the value of a key."""
        return invalid_file_value(f"{self.where}: {key}")

    def text(self, key: str, longest: int, shortest: int = 0) -> str:
        """Return printable text of limited length."""
        value = self.value[key]
        if not isinstance(value, str) or not shortest <= len(value) <= longest or not value.isprintable():
            raise self.wrong(key)
        return value

    def whole(self, key: str, low: int, high: int) -> int:
        """Return an integer within bounds."""
        value = self.value[key]
        if type(value) is not int or not low <= value <= high:
            raise self.wrong(key)
        return value

    def at(self, key: str) -> datetime:
        """Return a timestamp, which must have a UTC offset."""
        try:
            moment = datetime.fromisoformat(self.value[key])
        except (TypeError, ValueError):
            raise self.wrong(key) from None
        if moment.tzinfo is None:
            raise self.wrong(key)
        return moment

    def items(self, key: str, most: int) -> list[Any]:
        """Return a list of limited length."""
        values = self.value[key]
        if not isinstance(values, list):
            raise self.wrong(key)
        if len(values) > most:
            raise Refusal("archive.many", "file", high=most, read=f"{self.where}: {key}")
        return values

    def parts(self, key: str) -> Json:
        """Return an object, whose content the caller must check."""
        value = self.value[key]
        if not isinstance(value, dict):
            raise self.wrong(key)
        return value


def read_declared(kind: type[T], value: object, where: str, **most: int) -> T:
    """Return a declared value (`formats.declared`) of the file.

    `most`: upper bounds by field, for numbers, list items and list lengths that depend on other data. Fields without
    declared bounds must be checked by the caller. Raises Refusal("archive.value", "archive.many").
    """
    reader = ObjectReader(value, where, keys_of(kind))
    make: Callable[..., T] = kind
    return make(**{one.name: _read_field(reader, one, most.get(one.name)) for one in fields_of(kind)})


def _read_field(reader: ObjectReader, one: DeclaredField, most: int | None) -> object:
    value = reader.value[one.key]
    if value is None and one.nullable:
        return None
    if one.kind is datetime:
        return reader.at(one.key)
    if item_of(one.kind) is not None:
        return _items(reader, one, most)
    if get_origin(one.kind) is Mapping:
        return reader.parts(one.key)
    bound = one.told(Whole, Text, OneOf)
    if isinstance(bound, Whole):
        high = bound.high if most is None else most
        return reader.whole(one.key, bound.low, 2**63 if high is None else high)
    if isinstance(bound, Text):
        return reader.text(one.key, bound.longest, bound.shortest)
    if isinstance(bound, OneOf) and value not in bound.choices:
        raise reader.wrong(one.key)
    return value


def _items(reader: ObjectReader, one: DeclaredField, most: int | None) -> list[Any]:
    many = one.told(Many)
    values = reader.items(one.key, many.most if most is None else most)
    if item_of(one.kind) is int and not all(type(n) is int and n >= 1 and (most is None or n <= most) for n in values):
        raise reader.wrong(one.key)
    return values


def check_value(where: str, check: Callable[[], object]) -> None:
    """Run a check, and turn any error that it raises into a refusal for this place."""
    try:
        check()
    except Refusal as refusal:
        raise refusal if refusal.code.startswith("archive.") else invalid_file_value(where) from None
    except Exception:  # noqa: BLE001 (a damaged file may cause any error in code that expects our own data)
        raise invalid_file_value(where) from None
