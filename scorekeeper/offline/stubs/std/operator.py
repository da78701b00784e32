"""A stand-in for `operator`."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


def itemgetter(place: Any) -> Callable[[Any], Any]:
    return lambda value: value[place]


def gt(a: Any, b: Any) -> bool:
    return bool(a > b)


def lt(a: Any, b: Any) -> bool:
    return bool(a < b)


def xor(a: int, b: int) -> int:
    return a ^ b
