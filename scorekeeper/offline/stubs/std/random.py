"""A stand-in for `secrets` and `uuid`, with the browser's random numbers."""

from __future__ import annotations

from browser import self as worker  # type: ignore[import-not-found]


def uuid4() -> str:
    key: str = worker.crypto.randomUUID()
    return key


def randbelow(high: int) -> int:
    """Return a random number from 0 to `high` − 1."""
    number: int = worker.phoneChance(high)
    return number
