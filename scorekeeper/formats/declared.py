"""JSON for values declared as a dataclass or named tuple, read and written field by field.

`pairing.record.shapes` has the `Annotated` markers. This module reads JSON that this program wrote, in any version: a missing
key
gets its default, and unknown keys are ignored. Input from outside goes through `formats.fields.parse_checked` (a record, part of
a log), `core.validation.read_declared` (an archive) or `core.api.schema.parse_values` (a request body).
"""

from __future__ import annotations

import types
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from datetime import UTC, datetime
from fractions import Fraction
from typing import Annotated, Any, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

from scorekeeper.pairing.record.shapes import ALONE, FLAT, WHEN_SET, Key

T = TypeVar("T")
Json = dict[str, Any]
Converter = Callable[[Any], Any]


class DeclaredField(NamedTuple):
    """A field of a declaration.

    `key`: its name in JSON, without the `_` that avoids a Python keyword. `kind`: the bare type.
    `said`: the `Annotated` markers. `nullable`: None is allowed. `default`: MISSING without one.
    """

    name: str
    key: str
    annotation: Any
    kind: Any
    said: tuple[object, ...]
    nullable: bool
    default: Any

    def told(self, *kinds: type) -> Any:
        """Return the marker of one of these types, or None."""
        return next((one for one in self.said if isinstance(one, kinds)), None)


_FIELDS: dict[type, tuple[DeclaredField, ...]] = {}
_READ: dict[type, Converter] = {}
_WRITE: dict[type, Converter] = {}
_STEPS: dict[type, dict[str, Converter | None]] = {}


def fields_of(kind: type) -> tuple[DeclaredField, ...]:
    """Return the fields of a declaration. Raises TypeError if it isn't one."""
    if kind not in _FIELDS:
        _FIELDS[kind] = tuple(_read_declaration(kind))
    return _FIELDS[kind]


def keys_of(kind: type) -> tuple[str, ...]:
    """Return the keys of its JSON."""
    own = ((*keys_of(one.kind),) if FLAT in one.said else (one.key,) for one in fields_of(kind))
    return tuple(key for keys in own for key in keys)


def copy_as(kind: type[T], source: object, /, **more: object) -> T:
    """Return an instance made from the attributes of `source`, with `more` taking precedence."""
    make: Callable[..., T] = kind
    fields = fields_of(kind)
    return make(**{one.name: more[one.name] if one.name in more else getattr(source, one.name) for one in fields})


def fields_as_dict(value: object) -> dict[str, Any]:
    """Return the fields by name, without conversion."""
    return {one.name: getattr(value, one.name) for one in fields_of(type(value))}


def parse(kind: type[T], values: Mapping[str, Any]) -> T:
    """Return the value in this JSON.

    Raises KeyError for a missing key without a default, and other errors for damaged data.
    """
    read = _READ.get(kind)
    if read is None:
        read = _READ[kind] = _make_parser(kind)
    value: T = read(values)
    return value


def dump(value: object) -> Json:
    kind = type(value)
    write = _WRITE.get(kind)
    if write is None:
        write = _WRITE[kind] = _make_writer(kind)
    result: Json = write(value)
    return result


def dump_fields(kind: type, facts: Mapping[str, object]) -> Json:
    """Return the JSON of some fields, even those at their default. Raises KeyError for an unknown field."""
    names = {one.name: one.key for one in fields_of(kind)}
    written = _field_writers(kind)
    steps = [(names[name], value) for name, value in facts.items()]
    return {key: value if (step := written[key]) is None or value is None else step(value) for key, value in steps}


def unwrap_annotation(annotation: Any) -> tuple[Any, tuple[object, ...], bool]:
    """Return an annotation as its bare type, its markers, and whether it allows None."""
    origin = get_origin(annotation)
    if origin is Annotated:
        inner, *markers = get_args(annotation)
        kind, more, nullable = unwrap_annotation(inner)
        return kind, (*more, *markers), nullable
    if origin in (Union, types.UnionType):
        others = [one for one in get_args(annotation) if one is not type(None)]
        if len(others) == 1:
            kind, inner_markers, _ = unwrap_annotation(others[0])
            return kind, inner_markers, True
        return object, (), len(others) < len(get_args(annotation))
    return annotation, (), False


def item_of(kind: Any) -> Any:
    """Return the type of a list's items, or None if the type is not a list."""
    return get_args(kind)[0] if get_origin(kind) in (tuple, list, Sequence) else None


def is_declared(kind: Any) -> bool:
    """Return whether its JSON is an object with fixed keys."""
    return isinstance(kind, type) and (is_dataclass(kind) or hasattr(kind, "_field_defaults"))


def _read_declaration(kind: type) -> Iterator[DeclaredField]:
    if not is_declared(kind):
        raise TypeError(f"no declaration: {kind}")
    hints = get_type_hints(kind, include_extras=True)
    if is_dataclass(kind):
        defaults = {one.name: _default(one) for one in fields(kind) if one.init}
    else:
        defaults = {name: kind._field_defaults.get(name, MISSING) for name in kind._fields}  # type: ignore[attr-defined]
    for name, default in defaults.items():
        inner, markers, nullable = unwrap_annotation(hints[name])
        key = next((one.name for one in markers if isinstance(one, Key)), name.removesuffix("_"))
        yield DeclaredField(name, key, hints[name], inner, markers, nullable, default)


def _default(one: Any) -> Any:
    return one.default if one.default_factory is MISSING else one.default_factory()


def _make_parser(kind: type) -> Converter:
    make: Callable[..., Any] = kind
    # Earlier versions may have left out a key instead of writing None.
    rows = [
        (
            one.key,
            None if one.nullable and one.default is MISSING else one.default,
            _field_parser(one.kind, one.said),
            FLAT in one.said,
        )
        for one in fields_of(kind)
    ]

    def read(found: Mapping[str, Any]) -> Any:
        arguments = []
        for key, default, step, flat in rows:
            value = found if flat else found.get(key, default)
            if value is MISSING:
                raise KeyError(key)
            arguments.append(value if step is None or value is None or value is default else step(value))
        return make(*arguments)

    return read


def _field_parser(kind: Any, markers: tuple[object, ...]) -> Converter | None:
    """Return the function that makes the value from its JSON, or None if they are the same."""
    if kind is datetime:
        return datetime.fromisoformat
    if kind is Fraction:
        return lambda found: Fraction(str(found))
    if is_declared(kind):
        return lambda found: parse(kind, found)
    if kind is object:
        return read_plain
    arguments, origin = get_args(kind), get_origin(kind)
    if origin is tuple:
        item, more, _ = unwrap_annotation(arguments[0])
        step = _field_parser(item, more)
        if ALONE in markers:
            return lambda found: tuple(found) if isinstance(found, list | tuple) else (found,)
        return tuple if step is None else _convert_items(step, tuple)
    if origin is Mapping:
        step = _field_parser(*unwrap_annotation(arguments[1])[:2])
        return None if step is None else _convert_values(step)
    return None


def _convert_items(step: Converter, collect: Converter) -> Converter:
    return lambda found: collect([step(one) for one in found])


def _convert_values(step: Converter) -> Converter:
    return lambda found: {name: step(one) for name, one in found.items()}


def _field_writers(kind: type) -> dict[str, Converter | None]:
    if kind not in _STEPS:
        _STEPS[kind] = {one.key: _field_writer(one.kind, one.said) for one in fields_of(kind)}
    return _STEPS[kind]


def _make_writer(kind: type) -> Converter:
    steps = _field_writers(kind)
    rows = [
        (one.name, one.key, one.default if WHEN_SET in one.said else MISSING, FLAT in one.said, steps[one.key])
        for one in fields_of(kind)
    ]

    def write(instance: object) -> Json:
        out: Json = {}
        for name, key, unset, flat, step in rows:
            attribute = getattr(instance, name)
            if unset is not MISSING and attribute == unset:
                continue
            value = attribute if step is None or attribute is None else step(attribute)
            if flat:
                out |= value
            else:
                out[key] = value
        return out

    return write


def _field_writer(kind: Any, markers: tuple[object, ...]) -> Converter | None:
    """Return the function that makes the JSON of a value, or None if they are the same."""
    if kind is datetime:
        return lambda at: at.astimezone(UTC).isoformat()
    if kind is Fraction:
        return number_json
    if is_declared(kind):
        return dump
    if kind is object:
        return _write_plain
    arguments, origin = get_args(kind), get_origin(kind)
    if origin is tuple:
        item, more, _ = unwrap_annotation(arguments[0])
        step = _field_writer(item, more)
        if ALONE in markers:
            return lambda found: found[0] if len(found) == 1 else list(found)
        return list if step is None else _convert_items(step, list)
    if origin is Mapping:
        step = _field_writer(*unwrap_annotation(arguments[1])[:2])
        return dict if step is None else _convert_values(step)
    return None


def number_json(value: Fraction) -> int | float:
    """Return a whole number as an int, else a float."""
    return int(value) if value.denominator == 1 else float(value)


def read_plain(value: Any) -> object:
    """Return a value of any type, with exact fractions."""
    return Fraction(*value["fraction"]) if isinstance(value, Mapping) and "fraction" in value else value


def _write_plain(value: object) -> object:
    if isinstance(value, Fraction):
        return {"fraction": [value.numerator, value.denominator]}
    return list(value) if isinstance(value, (tuple, set, frozenset)) else value
