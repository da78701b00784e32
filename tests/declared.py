"""Hypothesis strategies for declared values (`formats.declared`), made from their types and bounds."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from fractions import Fraction
from typing import Any, get_args, get_origin

from hypothesis import strategies as st

from scorekeeper.formats.declared import DeclaredField, fields_of, is_declared, item_of, unwrap_annotation
from scorekeeper.pairing.record.shapes import Many, Name, OneOf, Text, Whole


def _words(longest: int) -> st.SearchStrategy[str]:
    return st.text("abcéÉ &'-", min_size=1, max_size=longest).filter(str.strip)


_WORDS = _words(12)
_ANY = st.none() | st.integers(-9, 9) | _WORDS
_PLAIN: dict[object, st.SearchStrategy[Any]] = {
    int: st.integers(-(2**40), 2**40),
    bool: st.booleans(),
    str: st.text("abc é\n", max_size=12),
    Any: _ANY,
    object: _ANY | st.fractions(max_denominator=50).map(Fraction),
    datetime: st.datetimes(datetime(2001, 1, 1), datetime(2099, 1, 1), timezones=st.just(UTC)),  # noqa: DTZ001 (it adds the zone)
}


def values_of(kind: type) -> st.SearchStrategy[Any]:
    """Return a strategy for values of this type, some with fields at their default."""
    return st.builds(kind, **{one.name: _of_field(one) for one in fields_of(kind)})


def _of_field(one: DeclaredField) -> st.SearchStrategy[Any]:
    found = _of(one.kind, one.said)
    return st.none() | found if one.nullable else found


def _of(kind: Any, said: tuple[object, ...]) -> st.SearchStrategy[Any]:
    for bound in said:
        if isinstance(bound, Whole):
            return st.integers(bound.low, bound.low + 40 if bound.high is None else bound.high)
        if isinstance(bound, OneOf):
            return st.sampled_from(bound.choices)
        if isinstance(bound, Text | Name):
            return _words(min(12, bound.longest))
    if is_declared(kind):
        return values_of(kind)
    if item_of(kind) is not None:
        inner, more, _ = unwrap_annotation(item_of(kind))
        most = next((one.most for one in said if isinstance(one, Many)), 4)
        whole = st.integers(1, 40) if inner is int and get_origin(kind) is list else _of(inner, more)
        return st.lists(whole, max_size=min(most, 4)).map(tuple if get_origin(kind) is tuple else list)
    if get_origin(kind) is Mapping or get_origin(kind) is dict:
        inner, more, _ = unwrap_annotation(get_args(kind)[1])
        return st.dictionaries(_WORDS, _of(inner, more), max_size=3)
    if kind is Fraction:
        return st.integers(-100_000, 100_000).map(lambda halves: Fraction(halves, 2))
    return _PLAIN[kind]
