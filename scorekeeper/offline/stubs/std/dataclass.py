"""A stand-in for the parts of `dataclasses` that packed files still import. `dataclass_codegen` writes out the rest."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeVar

    T = TypeVar("T")


def replace(instance: T, **changes: object) -> T:
    """Return a copy with some fields changed, like `dataclasses.replace`."""
    cls: Any = instance.__class__
    return cls(**{**{name: getattr(instance, name) for name in cls.__match_args__}, **changes})


class _Field:
    def __init__(self, name: str) -> None:
        self.name = name


def fields(instance: object) -> list[_Field]:
    """Return the fields of a class or instance, each with its `name`."""
    cls: Any = instance if isinstance(instance, type) else instance.__class__
    return [_Field(name) for name in cls.__match_args__]


def is_dataclass(value: object) -> bool:
    """Return whether a class, or a value's class, is a dataclass that was written out."""
    return hasattr(value, "__match_args__")


def asdict(instance: Any) -> Any:
    """Return a value as plain ones, with dataclasses as dicts."""
    if isinstance(instance, dict):
        return {key: asdict(one) for key, one in instance.items()}
    if isinstance(instance, (list, tuple)):
        return [asdict(one) for one in instance]
    if hasattr(instance, "__match_args__"):
        return {name: asdict(getattr(instance, name)) for name in instance.__match_args__}
    return instance
