"""What is left of `typing` in packed files: nothing that does anything."""

from __future__ import annotations


class _Type:
    def __getitem__(self, of: object) -> object:
        return of


Annotated = Any = Generic = Concatenate = _Type()


def cast(_kind: object, value: object) -> object:
    """The value."""
    return value


def TypeVar(_name: str, **_of: object) -> None:  # noqa: N802 (as the library's)
    """Nothing."""


ParamSpec = TypeVar
