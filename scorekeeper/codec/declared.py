"""Values declared once, as a dataclass (or a named tuple): their JSON is written and read by their fields.

What `Annotated` says beside a type is in `tournament.shapes`. Read here is what this program wrote, or an earlier version of it:
a key that is not there is at its default, one that is not known any more is passed over. What comes from outside is looked at
by `codec.fields.checked` (a record, a part of a log), `base.bounded.read` (an archive), `base.api.declared.read` (a body).
"""

from __future__ import annotations

import types
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from datetime import UTC, datetime
from fractions import Fraction
from typing import Annotated, Any, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

from scorekeeper.tournament.shapes import ALONE, FLAT, WHEN_SET, Key

T = TypeVar("T")
Json = dict[str, Any]
Step = Callable[[Any], Any]


class DeclaredField(NamedTuple):
    """A field of a declaration: the attribute, its key in JSON (without the `_` that keeps it apart from Python's words), its
    annotation, and of that: the type alone, what is `said` beside it, whether None may stand there. Its default (MISSING: none).
    """

    name: str
    key: str
    annotation: Any
    kind: Any
    said: tuple[object, ...]
    nullable: bool
    default: Any

    def told(self, *kinds: type) -> Any:
        """What is said of it of this kind, None where nothing is."""
        return next((one for one in self.said if isinstance(one, kinds)), None)


_FIELDS: dict[type, tuple[DeclaredField, ...]] = {}
_READ: dict[type, Step] = {}
_WRITE: dict[type, Step] = {}
_STEPS: dict[type, dict[str, Step | None]] = {}


def fields_of(kind: type) -> tuple[DeclaredField, ...]:
    """The fields of a declaration. Raises TypeError for what is none."""
    if kind not in _FIELDS:
        _FIELDS[kind] = tuple(_declared(kind))
    return _FIELDS[kind]


def keys_of(kind: type) -> tuple[str, ...]:
    """The keys of its JSON."""
    own = ((*keys_of(one.kind),) if FLAT in one.said else (one.key,) for one in fields_of(kind))
    return tuple(key for keys in own for key in keys)


def drawn(kind: type[T], source: object, /, **more: object) -> T:
    """One of this kind from something that has the same attributes, but for those of `more`."""
    make: Callable[..., T] = kind
    fields = fields_of(kind)
    return make(**{one.name: more[one.name] if one.name in more else getattr(source, one.name) for one in fields})


def facts_of(value: object) -> dict[str, Any]:
    """Its fields by name, as they are."""
    return {one.name: getattr(value, one.name) for one in fields_of(type(value))}


def parse(kind: type[T], values: Mapping[str, Any]) -> T:
    """The value that was written. Raises KeyError for a key that is missing and has no default, and whatever damage comes to."""
    read = _READ.get(kind)
    if read is None:
        read = _READ[kind] = _reading(kind)
    made: T = read(values)
    return made


def dump(whole: object) -> Json:
    """Its JSON."""
    kind = type(whole)
    write = _WRITE.get(kind)
    if write is None:
        write = _WRITE[kind] = _writing(kind)
    made: Json = write(whole)
    return made


def dump_fields(kind: type, facts: Mapping[str, object]) -> Json:
    """The JSON of some of its fields alone, at their default or not. Raises KeyError for what is no field of it."""
    names = {one.name: one.key for one in fields_of(kind)}
    written = _steps(kind)
    steps = [(names[name], value) for name, value in facts.items()]
    return {key: value if (step := written[key]) is None or value is None else step(value) for key, value in steps}


def bare(annotation: Any) -> tuple[Any, tuple[object, ...], bool]:
    """An annotation as the type alone, what is said beside it, and whether it may be None."""
    origin = get_origin(annotation)
    if origin is Annotated:
        inner, *said = get_args(annotation)
        kind, more, nullable = bare(inner)
        return kind, (*more, *said), nullable
    if origin in (Union, types.UnionType):
        others = [one for one in get_args(annotation) if one is not type(None)]
        if len(others) == 1:
            kind, said_of_it, _ = bare(others[0])
            return kind, said_of_it, True
        return object, (), len(others) < len(get_args(annotation))
    return annotation, (), False


def item_of(kind: Any) -> Any:
    """What a list of this kind holds, None where it is none."""
    return get_args(kind)[0] if get_origin(kind) in (tuple, list, Sequence) else None


def is_declared(kind: Any) -> bool:
    """Whether its JSON is an object with keys of its own."""
    return isinstance(kind, type) and (is_dataclass(kind) or hasattr(kind, "_field_defaults"))


def _declared(kind: type) -> Iterator[DeclaredField]:
    if not is_declared(kind):
        raise TypeError(f"no declaration: {kind}")
    hints = get_type_hints(kind, include_extras=True)
    if is_dataclass(kind):
        defaults = {one.name: _default(one) for one in fields(kind) if one.init}
    else:
        defaults = {name: kind._field_defaults.get(name, MISSING) for name in kind._fields}  # type: ignore[attr-defined]
    for name, default in defaults.items():
        inner, said, nullable = bare(hints[name])
        key = next((one.name for one in said if isinstance(one, Key)), name.removesuffix("_"))
        yield DeclaredField(name, key, hints[name], inner, said, nullable, default)


def _default(one: Any) -> Any:
    return one.default if one.default_factory is MISSING else one.default_factory()


def _reading(kind: type) -> Step:
    make: Callable[..., Any] = kind
    # Where None may stand, earlier versions may have written nothing.
    rows = [
        (one.key, None if one.nullable and one.default is MISSING else one.default, _reader(one.kind, one.said), FLAT in one.said)
        for one in fields_of(kind)
    ]

    def read(found: Mapping[str, Any]) -> Any:
        given = []
        for key, default, step, flat in rows:
            value = found if flat else found.get(key, default)
            if value is MISSING:
                raise KeyError(key)
            given.append(value if step is None or value is None or value is default else step(value))
        return make(*given)

    return read


def _reader(kind: Any, said: tuple[object, ...]) -> Step | None:
    """What makes the value of its JSON, None where they are the same."""
    if kind is datetime:
        return datetime.fromisoformat
    if is_declared(kind):
        return lambda found: parse(kind, found)
    if kind is object:
        return read_plain
    arguments, origin = get_args(kind), get_origin(kind)
    if origin is tuple:
        item, more, _ = bare(arguments[0])
        step = _reader(item, more)
        if ALONE in said:
            return lambda found: tuple(found) if isinstance(found, list | tuple) else (found,)
        return tuple if step is None else _each(step, tuple)
    if origin is Mapping:
        step = _reader(*bare(arguments[1])[:2])
        return None if step is None else _by_name(step)
    return None


def _each(step: Step, whole: Step) -> Step:
    return lambda found: whole([step(one) for one in found])


def _by_name(step: Step) -> Step:
    return lambda found: {name: step(one) for name, one in found.items()}


def _steps(kind: type) -> dict[str, Step | None]:
    if kind not in _STEPS:
        _STEPS[kind] = {one.key: _writer(one.kind, one.said) for one in fields_of(kind)}
    return _STEPS[kind]


def _writing(kind: type) -> Step:
    steps = _steps(kind)
    rows = [
        (one.name, one.key, one.default if WHEN_SET in one.said else MISSING, FLAT in one.said, steps[one.key])
        for one in fields_of(kind)
    ]

    def write(whole: object) -> Json:
        out: Json = {}
        for name, key, unset, flat, step in rows:
            attribute = getattr(whole, name)
            if unset is not MISSING and attribute == unset:
                continue
            value = attribute if step is None or attribute is None else step(attribute)
            if flat:
                out |= value
            else:
                out[key] = value
        return out

    return write


def _writer(kind: Any, said: tuple[object, ...]) -> Step | None:
    """What makes the JSON of a value, None where they are the same."""
    if kind is datetime:
        return lambda at: at.astimezone(UTC).isoformat()
    if is_declared(kind):
        return dump
    if kind is object:
        return _plain_written
    arguments, origin = get_args(kind), get_origin(kind)
    if origin is tuple:
        item, more, _ = bare(arguments[0])
        step = _writer(item, more)
        if ALONE in said:
            return lambda found: found[0] if len(found) == 1 else list(found)
        return list if step is None else _each(step, list)
    if origin is Mapping:
        step = _writer(*bare(arguments[1])[:2])
        return dict if step is None else _by_name(step)
    return None


def read_plain(value: Any) -> object:
    """A value of no kind in particular: numbers as exact as they were."""
    return Fraction(*value["fraction"]) if isinstance(value, Mapping) and "fraction" in value else value


def _plain_written(value: object) -> object:
    if isinstance(value, Fraction):
        return {"fraction": [value.numerator, value.denominator]}
    return list(value) if isinstance(value, (tuple, set, frozenset)) else value
