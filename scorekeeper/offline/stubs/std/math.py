"""A stand-in for `math`."""

from __future__ import annotations


def ceil(number: float) -> int:
    whole = int(number)
    return whole + (number > whole)


def floor(number: float) -> int:
    whole = int(number)
    return whole - (number < whole)
