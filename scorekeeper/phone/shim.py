"""What the packed files still import of `dataclasses`, on the phone; `expand` has written out the rest."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeVar

    T = TypeVar("T")


def replace(instance: T, **changes: object) -> T:
    """Another value of the same class with some fields changed, as `dataclasses.replace`."""
    cls: Any = instance.__class__
    return cls(**{**{name: getattr(instance, name) for name in cls.__match_args__}, **changes})


class _Field:
    def __init__(self, name: str) -> None:
        self.name = name


def fields(instance: object) -> list[_Field]:
    """The fields of a value, each with its `name`."""
    cls: Any = instance if isinstance(instance, type) else instance.__class__
    return [_Field(name) for name in cls.__match_args__]


def is_dataclass(value: object) -> bool:
    """Whether a value, or a class, was written out."""
    return hasattr(value, "__match_args__")


def asdict(instance: Any) -> Any:
    """A value as plain ones, by the names of its fields."""
    if isinstance(instance, dict):
        return {key: asdict(one) for key, one in instance.items()}
    if isinstance(instance, (list, tuple)):
        return [asdict(one) for one in instance]
    if hasattr(instance, "__match_args__"):
        return {name: asdict(getattr(instance, name)) for name in instance.__match_args__}
    return instance
