"""Schemas declared once as dataclasses, to read bodies, write responses and generate the OpenAPI document.

A field's annotation is its Python type. `Annotated` adds bounds with functions of `core.api.json_schema`, and a description:
`Annotated[int, whole(1, 9), Description("…")]`. A field with a default is optional. A field of type `object` is checked by the
action, all others here. `Annotated[…, HIDDEN]` is neither sent nor documented.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING
from datetime import datetime
from fractions import Fraction
from operator import attrgetter
from typing import Annotated, Any, TypeVar, Union, get_args, get_origin

from scorekeeper.core.api.json_schema import (
    FLAG,
    HIDDEN,
    NUMBER,
    OBJECT,
    TIME,
    Description,
    Schema,
    array,
    integer,
    nullable,
    object_schema,
    one_of,
    ref,
    text,
)
from scorekeeper.core.db.database import LARGEST_ID
from scorekeeper.engine.errors import Malformed
from scorekeeper.formats.declared import DeclaredField, fields_of, number_json
from scorekeeper.pairing.record.shapes import OneOf, Whole

T = TypeVar("T")

LEFT_OUT: Any = object()
"""Default of an optional key for which null would mean something else."""


INDEX = Whole(0, LARGEST_ID)
"""Bounds of an id in a body. Whether it exists is checked by the action."""


Shape = type | Schema
"""A declaration, or a JSON schema."""

DECLARED: dict[str, Shape] = {}
"""Shapes by their names in the document."""

_NAMES: dict[type, str] = {}
_KEYS: dict[type, tuple[DeclaredField, ...]] = {}
_PLAIN: dict[type, Callable[[Any], object]] = {}
_COMPLETE: dict[type, tuple[str, ...]] = {}
_BASIC: dict[object, Schema] = {
    object: {},
    Any: {},
    Fraction: NUMBER,
    float: NUMBER,
    int: integer(),
    str: text(),
    bool: FLAG,
    datetime: TIME,
}
_SERIALIZERS: dict[type, Callable[[Any], object]] = {Fraction: number_json}
_SIZES = frozenset({"minItems", "maxItems"})


def name_schemas(**shapes: Shape) -> None:
    """Name JSON schemas in the document, and classes that have another name there."""
    for name, shape in shapes.items():
        if isinstance(shape, type):
            _name(shape, name)
        else:
            DECLARED[name] = shape


def name_of(kind: type) -> str:
    """Return the name of a declaration in the document: its class's name, unless it was given another."""
    return _NAMES.get(kind) or _name(kind, kind.__name__)


def _name(kind: type, name: str) -> str:
    """Return the name of a declaration in the document. Raises TypeError for a name that is taken."""
    if DECLARED.setdefault(name, kind) is not kind:
        raise TypeError(f"{kind} and {DECLARED[name]} are both named {name}")
    return _NAMES.setdefault(kind, name)


def register_serializer(kind: type[T], shape: Schema, write: Callable[[T], object]) -> None:
    """Declare a schema and a serializer for values of a class."""
    _BASIC[kind], _SERIALIZERS[kind] = shape, write


def schemas() -> dict[str, Schema]:
    """Return the JSON schemas of the shapes that operations name and of all shapes in them, by name."""
    schemas_by_name: dict[str, Schema] = {}
    while more := DECLARED.keys() - schemas_by_name.keys():
        schemas_by_name.update({name: _object(one) if isinstance(one := DECLARED[name], type) else one for name in sorted(more)})
    return schemas_by_name


def serialize(value: object) -> object:
    """Serialize a value that orjson cannot. Raises TypeError if its class is not declared."""
    kind = type(value)
    write = _PLAIN.get(kind)
    if write is None:
        write = _PLAIN[kind] = _SERIALIZERS.get(kind) or _make_serializer(kind)
    return write(value)


def _make_serializer(kind: type) -> Callable[[Any], object]:
    """Return a fast function that turns a value into a dict, because a response may contain a thousand values."""
    keys, names = keys_of(kind), [one.name for one in _keys(kind)]
    values = attrgetter(*names) if len(names) > 1 else lambda value: tuple([getattr(value, name) for name in names])
    if any(one.default is LEFT_OUT for one in _keys(kind)):
        return lambda value: {key: one for key, one in zip(keys, values(value), strict=True) if one is not LEFT_OUT}
    return lambda value: dict(zip(keys, values(value)))  # noqa: B905 (strict is slower, and each key has one name)


def mark_complete(kind: type[T], *first: str) -> type[T]:
    """Mark a response class as having all keys, even with defaults. Keys in `first` come first."""
    _COMPLETE[kind] = first
    return kind


def keys_of(kind: type) -> tuple[str, ...]:
    return tuple(one.key for one in _keys(kind))


def parse_values(kind: type[T], values: Mapping[str, object]) -> T:
    """Return the sent values as this shape. Raises `Malformed("event")`."""
    check_keys(kind, values)
    make: Callable[..., T] = kind
    return make(**{one.name: _read_field(one, values) for one in _keys(kind)})


def check_keys(kind: type, values: Mapping[str, object]) -> None:
    """Raise `Malformed("event")` for a key that the shape does not have."""
    choices = keys_of(kind)
    for name in values:
        if name not in choices:
            raise Malformed("event", reason="key", field=name, read=name, choices=choices)


def _read_field(one: DeclaredField, body: Mapping[str, object]) -> object:
    if one.key not in body and one.default is not MISSING:
        return one.default
    value = body.get(one.key)
    wrong = _expected_type(one, value)
    if wrong is not None:
        raise Malformed("event", reason="type", field=one.key, read=value, right=wrong)
    return value


def _expected_type(one: DeclaredField, value: object) -> str | None:
    """Return the name of the expected type, or None if the value is valid."""
    if value is None and one.nullable:
        return None
    if one.kind is int:
        bounds = one.told(Whole)
        fits = type(value) is int and (bounds is None or bounds.low <= value <= (bounds.high or value))
        return None if fits else "whole"
    if one.kind is bool:
        return None if type(value) is bool else "flag"
    if get_origin(one.kind) is list:
        item = get_args(one.kind)[0]
        item = get_origin(item) or item
        return None if isinstance(value, list) and all(type(each) is item for each in value) else "list"
    return None


def _keys(kind: type) -> tuple[DeclaredField, ...]:
    if kind not in _KEYS:
        first = _COMPLETE.get(kind, ())
        fields = (one for one in fields_of(kind) if HIDDEN not in one.said)
        _KEYS[kind] = tuple(sorted(fields, key=lambda one: first.index(one.key) if one.key in first else len(first)))
    return _KEYS[kind]


def _object(kind: type) -> Schema:
    fields = _keys(kind)
    optional = () if kind in _COMPLETE else [one.key for one in fields if one.default is not MISSING]
    return object_schema({one.key: _schema(one.annotation) for one in fields}, optional)


def _schema(kind: Any) -> Schema:
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Annotated:
        parts = (one() if callable(one) else one for one in reversed(arguments[1:]))
        part: Schema = next((one for one in parts if isinstance(one, dict)), _bounds_schema(arguments[1:]))
        shape = {**_schema(arguments[0]), **part} if part.keys() <= _SIZES else part
        description = next((str(one) for one in arguments[1:] if isinstance(one, Description)), None)
        return shape if description is None else {**shape, "description": description}
    if origin in (Union, types.UnionType):
        others = [_schema(one) for one in arguments if one is not type(None)]
        schema = others[0] if len(others) == 1 else {"anyOf": others}
        return nullable(schema) if len(others) < len(arguments) else schema
    if origin in (list, tuple, Sequence):
        return array(_schema(arguments[0]))
    if origin in (dict, Mapping):
        value = _schema(arguments[1])
        return {**OBJECT, "additionalProperties": value} if value else OBJECT
    if kind in _BASIC:
        return _BASIC[kind]
    return ref(name_of(kind))


def _bounds_schema(metadata: Sequence[object]) -> Schema:
    """Return the schema for a response's bounds. Bounds of requests are checked by their readers."""
    least = (integer(one.low) for one in metadata if isinstance(one, Whole))
    return next(least, None) or next((one_of(one.choices) for one in metadata if isinstance(one, OneOf)), {})
