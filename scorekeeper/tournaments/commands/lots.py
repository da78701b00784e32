"""The seed of a draw."""

from __future__ import annotations

import secrets

from scorekeeper.core.refusals import Refusal
from scorekeeper.pairing.record.lots import HIGHEST_LOT


def choose_seed(seed: object) -> int:
    """Return the seed that was asked for, or a random one for None. Raises Refusal("draw.seed")."""
    if seed is None:
        return secrets.randbelow(HIGHEST_LOT + 1)
    if type(seed) is not int or not 0 <= seed <= HIGHEST_LOT:
        raise Refusal("draw.seed", "seed", read=seed, high=HIGHEST_LOT)
    return seed
