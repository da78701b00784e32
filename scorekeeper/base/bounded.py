"""Reading a file of ours by what was declared of it: every value has its kind and its bounds, and what does not fit is named."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, TypeVar, get_origin

from scorekeeper.base.refusals import Refusal
from scorekeeper.codec.declared import DeclaredField, fields_of, item_of, keys_of
from scorekeeper.tournament.shapes import Many, OneOf, Text, Whole

T = TypeVar("T")
Json = dict[str, Any]


def damaged(read: object) -> Refusal:
    """The refusal of a value, by where it stands."""
    return Refusal("archive.value", "file", read=str(read)[:80])


class ObjectReader:
    """An object of the file while it is read: `where` names it for people. Unknown and missing keys are refused."""

    def __init__(self, value: object, where: str, keys: Sequence[str]) -> None:
        if not isinstance(value, dict) or set(value) != set(keys):
            raise damaged(where)
        self.value: Json = value
        self.where = where

    def wrong(self, key: str) -> Refusal:
        """The refusal of what stands at a key."""
        return damaged(f"{self.where}: {key}")

    def text(self, key: str, longest: int, shortest: int = 0) -> str:
        """Printable text of a bounded length."""
        value = self.value[key]
        if not isinstance(value, str) or not shortest <= len(value) <= longest or not value.isprintable():
            raise self.wrong(key)
        return value

    def whole(self, key: str, low: int, high: int) -> int:
        """A whole number within bounds."""
        value = self.value[key]
        if type(value) is not int or not low <= value <= high:
            raise self.wrong(key)
        return value

    def at(self, key: str) -> datetime:
        """A moment with its zone."""
        try:
            moment = datetime.fromisoformat(self.value[key])
        except (TypeError, ValueError):
            raise self.wrong(key) from None
        if moment.tzinfo is None:
            raise self.wrong(key)
        return moment

    def items(self, key: str, most: int) -> list[Any]:
        """A list of bounded length."""
        values = self.value[key]
        if not isinstance(values, list):
            raise self.wrong(key)
        if len(values) > most:
            raise Refusal("archive.many", "file", high=most, read=f"{self.where}: {key}")
        return values

    def parts(self, key: str) -> Json:
        """An object, looked at more closely by whoever asks."""
        value = self.value[key]
        if not isinstance(value, dict):
            raise self.wrong(key)
        return value


def read(kind: type[T], value: object, where: str, **most: int) -> T:
    """A declared value (`codec.declared`) of the file. `most`: bounds that hang on what stands around it, by field: of a number
    how high it is, of a list how many and how high they are. Raises Refusal("archive.value", "archive.many").

    Of a field of which no bounds are said beside a plain type, whoever asks looks at the value.
    """
    reader = ObjectReader(value, where, keys_of(kind))
    make: Callable[..., T] = kind
    return make(**{one.name: _found(reader, one, most.get(one.name)) for one in fields_of(kind)})


def _found(reader: ObjectReader, one: DeclaredField, most: int | None) -> object:
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


def sound(where: str, check: Callable[[], object]) -> None:
    """Run a check that raises in its own way for what it does not understand; refuse that by where it stands."""
    try:
        check()
    except Refusal as refusal:
        raise refusal if refusal.code.startswith("archive.") else damaged(where) from None
    except Exception:  # noqa: BLE001 (whatever a damaged file makes of code that expects what this program wrote)
        raise damaged(where) from None
