"""A stand-in for `functools`."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any


def cache(function: Callable[..., Any]) -> Callable[..., Any]:
    known: dict[Any, Any] = {}

    def remembered(*args: Any) -> Any:
        if args not in known:
            known[args] = function(*args)
        return known[args]

    return remembered


def lru_cache(maxsize: int | None = 128) -> Callable[[Callable[..., Any]], Callable[..., Any]]:  # noqa: ARG001
    """Cache without a limit: a session is too short for one."""
    return cache


class cached_property:  # noqa: N801 (as the library's)
    def __init__(self, function: Callable[[Any], Any]) -> None:
        self.function = function
        self.name = function.__name__

    def __get__(self, instance: Any, _owner: object = None) -> Any:
        if instance is None:
            return self
        attribute = f"_kept_{self.name}"
        if not hasattr(instance, attribute):
            setattr(instance, attribute, self.function(instance))
        return getattr(instance, attribute)


def wraps(_function: object) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Return the function unchanged: nothing on a phone needs its metadata."""
    return lambda function: function


def reduce(function: Callable[[Any, Any], Any], items: Iterable[Any], *first: Any) -> Any:
    values = [*first, *items]
    value = values[0]
    for one in values[1:]:
        value = function(value, one)
    return value


def partial(function: Callable[..., Any], *given: Any, **named: Any) -> Callable[..., Any]:
    return lambda *more, **others: function(*given, *more, **{**named, **others})
