"""Random draws from the tournament's seed: the same record and seed always give the same answer."""

from __future__ import annotations

import random


def chance(seed: int, *parts: object) -> random.Random:
    """Return a separate random generator for one purpose (`parts`) and the tournament's seed."""
    text = ":".join(str(part) for part in (seed, *parts))
    return random.Random(text)  # noqa: S311  (repeatable draws, not secrets)
