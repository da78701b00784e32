"""What the packed files use of `functools`."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any


def cache(function: Callable[..., Any]) -> Callable[..., Any]:
    """The same function, which works out each answer once."""
    known: dict[Any, Any] = {}

    def remembered(*given: Any) -> Any:
        if given not in known:
            known[given] = function(*given)
        return known[given]

    return remembered


def lru_cache(maxsize: int | None = 128) -> Callable[[Callable[..., Any]], Callable[..., Any]]:  # noqa: ARG001
    """The same; an evening is short, so that a phone forgets nothing."""
    return cache


class cached_property:  # noqa: N801 (as the library's)
    """A property that is worked out once."""

    def __init__(self, function: Callable[[Any], Any]) -> None:
        self.function = function
        self.name = function.__name__

    def __get__(self, instance: Any, _owner: object = None) -> Any:
        if instance is None:
            return self
        kept = f"_kept_{self.name}"
        if not hasattr(instance, kept):
            setattr(instance, kept, self.function(instance))
        return getattr(instance, kept)


def wraps(_function: object) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """What says whose place a function takes: nobody asks on a phone."""
    return lambda function: function


def reduce(function: Callable[[Any, Any], Any], items: Iterable[Any], *first: Any) -> Any:
    """What becomes of all of them, one after the other."""
    told = [*first, *items]
    value = told[0]
    for one in told[1:]:
        value = function(value, one)
    return value


def partial(function: Callable[..., Any], *given: Any, **named: Any) -> Callable[..., Any]:
    """The function with some of what it is given."""
    return lambda *more, **others: function(*given, *more, **{**named, **others})
