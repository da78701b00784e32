"""Every draw comes from the tournament's seed: the same record and seed give the same answer."""

from __future__ import annotations

import random


def chance(seed: int, *parts: object) -> random.Random:
    """A generator of its own for one purpose (`parts`) of the tournament with this seed."""
    text = ":".join(str(part) for part in (seed, *parts))
    return random.Random(text)  # noqa: S311  (drawing lots that everybody may repeat, not secrets)
