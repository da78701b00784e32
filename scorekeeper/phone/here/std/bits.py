"""Rows of small numbers, for packages that make them of `bytearray`: Brython's cannot be made longer."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


def bytearray(given: int | Iterable[int] = ()) -> list[int]:  # noqa: A001 (as the built-in)
    """So many noughts, or these numbers."""
    return [0] * given if isinstance(given, int) else list(given)
