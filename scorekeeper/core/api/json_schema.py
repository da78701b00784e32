"""The few forms of JSON Schema that the API needs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any

from scorekeeper.core.db.database import LARGEST_ID
from scorekeeper.core.limits import MOST_TOURNAMENT_EVENTS

Schema = dict[str, Any]

HIDDEN = "hidden"
"""In `Annotated`: neither sent nor documented."""


class Description(str):
    """In `Annotated`: what the document says of a field."""

    __slots__ = ()


_TYPES = {str: "string", int: "integer", type(None): "null"}


class _Hashable(dict[str, Any]):
    """A schema that can be used in `Annotated`."""

    def __hash__(self) -> int:  # type: ignore[override]
        return id(self)


def ref(name: str) -> Schema:
    """Return a reference to a named schema."""
    return _Hashable({"$ref": f"#/components/schemas/{name}"})


def object_schema(properties: dict[str, Schema], optional: Iterable[str] = (), **more: Any) -> Schema:
    """Return the schema of an object with exactly these keys."""
    optional = set(optional)
    required = [name for name in properties if name not in optional]
    shape = _Hashable({"type": "object", "properties": properties, "additionalProperties": False, **more})
    return _Hashable({**shape, "required": required}) if required else shape


def array(items: Schema, low: int = 0, high: int | None = None) -> Schema:
    return _Hashable({"type": "array", "items": items, **list_bounds(low, high)})


def list_bounds(low: int = 0, high: int | None = None) -> Schema:
    """Return the bounds on a list's length."""
    bounds = {"minItems": low or None, "maxItems": high}
    return _Hashable({name: value for name, value in bounds.items() if value is not None})


def integer(low: int | None = None, high: int | None = None, step: int | None = None, **more: Any) -> Schema:
    bounds = {"minimum": low, "maximum": high, "multipleOf": step}
    return _Hashable({"type": "integer", **{name: value for name, value in bounds.items() if value is not None}, **more})


def text(high: int | None = None, low: int = 0, **more: Any) -> Schema:
    bounds = {"minLength": low or None, "maxLength": high}
    return _Hashable({"type": "string", **more, **{name: value for name, value in bounds.items() if value is not None}})


def one_of(values: Iterable[object]) -> Schema:
    """Return the schema of one of a few values: an enum for each type, because client generators know no other."""
    by_type: dict[str, list[object]] = {}
    for value in values:
        by_type.setdefault(_TYPES[type(value)], []).append(value)
    null = by_type.pop("null", None)
    enums = [_Hashable({"enum": group}) for group in by_type.values()]
    shape = enums[0] if len(enums) == 1 else _Hashable({"anyOf": enums})
    return nullable(shape) if null else shape


def nullable(shape: Schema) -> Schema:
    """Return a schema that also allows null."""
    return _Hashable({"anyOf": [shape, {"type": "null"}]})


ID = integer(1, LARGEST_ID)
SEAT = integer(0, 5, title="seat")
SIDE = integer(0, 5, title="side")
TIME = text(format="date-time")
DAY = text(format="date")
FLAG: Schema = _Hashable({"type": "boolean"})
NUMBER: Schema = _Hashable({"type": "number"})
OBJECT: Schema = _Hashable({"type": "object", "additionalProperties": True})
"""An object with any keys, stated explicitly because TypeScript generators assume an empty object by default."""
REVISION = integer(1, MOST_TOURNAMENT_EVENTS)
"""A tournament's revision."""

Id = Annotated[int, ID]
Ordinal = Annotated[int, integer(1)]
Count = Annotated[int, integer(0)]
Day = Annotated[str, DAY]
Revision = Annotated[int, REVISION]
"""The same as an annotation."""
