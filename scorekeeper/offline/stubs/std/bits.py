"""A `bytearray` for third-party packages, because Brython's can't grow."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


def bytearray(given: int | Iterable[int] = ()) -> list[int]:  # noqa: A001 (as the built-in)
    """Return a list of that many zeros, or of these numbers."""
    return [0] * given if isinstance(given, int) else list(given)
