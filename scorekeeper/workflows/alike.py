"""Whether two contents mean the same, however they were written down: what a key that comes again is compared by."""

from __future__ import annotations

from collections.abc import Mapping


def alike(one: object, other: object) -> bool:
    """Whether they say the same once what says nothing is left out: nothing, no bids, an empty note or one of blanks."""
    return _normal(one) == _normal(other)


def _normal(value: object) -> object:
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, (list, tuple)):
        return [_normal(item) for item in value]
    if isinstance(value, Mapping):
        told = {str(name): _normal(part) for name, part in value.items()}
        return {name: part for name, part in told.items() if not _says_nothing(part)}
    return value


def _says_nothing(part: object) -> bool:
    return part is None or part is False or part == "" or part == {}
