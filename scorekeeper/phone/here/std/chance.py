"""Chance and keys on a phone: those of the browser."""

from __future__ import annotations

from browser import self as worker  # type: ignore[import-not-found]


def uuid4() -> str:
    """A new key."""
    key: str = worker.crypto.randomUUID()
    return key


def randbelow(high: int) -> int:
    """A number from 0 up to `high` − 1."""
    number: int = worker.phoneChance(high)
    return number
