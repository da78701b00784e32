"""What the packed files use of `math`."""

from __future__ import annotations


def ceil(number: float) -> int:
    """The next whole number."""
    whole = int(number)
    return whole + (number > whole)


def floor(number: float) -> int:
    """The whole number before it."""
    whole = int(number)
    return whole - (number < whole)
