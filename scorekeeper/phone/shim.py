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
