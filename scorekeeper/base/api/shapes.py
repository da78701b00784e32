"""How shapes are written down: the few forms of JSON Schema that the API needs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from scorekeeper.base.db import LARGEST_ID
from scorekeeper.base.limits import MOST_TOURNAMENT_CHANGES

Schema = dict[str, Any]


def ref(name: str) -> Schema:
    """A shape of the document, by name."""
    return {"$ref": f"#/components/schemas/{name}"}


def obj(properties: dict[str, Schema], optional: Iterable[str] = (), **more: Any) -> Schema:
    """An object with these keys and no others."""
    optional = set(optional)
    required = [name for name in properties if name not in optional]
    shape: Schema = {"type": "object", "properties": properties, "additionalProperties": False, **more}
    return {**shape, "required": required} if required else shape


def array(items: Schema, low: int = 0, high: int | None = None) -> Schema:
    """A list of one kind of thing."""
    shape: Schema = {"type": "array", "items": items}
    if low:
        shape["minItems"] = low
    return shape if high is None else {**shape, "maxItems": high}


def whole(low: int | None = None, high: int | None = None, step: int | None = None, **more: Any) -> Schema:
    """A whole number."""
    bounds = {"minimum": low, "maximum": high, "multipleOf": step}
    return {"type": "integer", **{name: value for name, value in bounds.items() if value is not None}, **more}


def text(high: int | None = None, low: int = 0, **more: Any) -> Schema:
    """A text of so many characters."""
    shape: Schema = {"type": "string", **more}
    if low:
        shape["minLength"] = low
    return shape if high is None else {**shape, "maxLength": high}


def one_of(values: Iterable[object]) -> Schema:
    """One of a few values."""
    return {"enum": list(values)}


def maybe(shape: Schema) -> Schema:
    """The shape, or null."""
    return {"anyOf": [shape, {"type": "null"}]}


ID = whole(1, LARGEST_ID)
SEAT = whole(0, 5, title="seat")
SIDE = whole(0, 5, title="side")
TIME = text(format="date-time")
FLAG: Schema = {"type": "boolean"}
OBJECT: Schema = {"type": "object"}
WORDS = array(text())
REVISION = whole(1, MOST_TOURNAMENT_CHANGES)
"""Of a tournament."""
