"""What the packed files use of `functools`: answers that are remembered."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
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
