"""What the packed files use of `operator`."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def itemgetter(place: Any) -> Callable[[Any], Any]:
    """What stands at a place."""
    return lambda value: value[place]


def gt(a: Any, b: Any) -> bool:
    """More."""
    return bool(a > b)


def lt(a: Any, b: Any) -> bool:
    """Less."""
    return bool(a < b)


def xor(a: int, b: int) -> int:
    """Either, not both, bit by bit."""
    return a ^ b
