"""A stand-in for `typing`. Nothing in it does anything."""

from __future__ import annotations


class _Type:
    def __getitem__(self, of: object) -> object:
        return of


Annotated = Any = Generic = Concatenate = _Type()


def cast(_kind: object, value: object) -> object:
    """Return the value."""
    return value


def TypeVar(_name: str, **_of: object) -> None:  # noqa: N802 (as the library's)
    """Return None."""


ParamSpec = TypeVar
