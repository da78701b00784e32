"""Lots: the rule by which a seed decides ties, door prizes and a 50/50 (tournament record, section 6)."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Annotated, TypeVar

from scorekeeper.pairing.record.shapes import Whole

HIGHEST_LOT = 999_999
Seed = Annotated[int, Whole(0, HIGHEST_LOT)]

T = TypeVar("T")


def draw_order(drawn: Sequence[T], seed: int) -> tuple[T, ...]:
    """Return entrants or people in the order that a seed draws. `drawn`: in order of entry.

    They are numbered from 1. The lowest SHA-256 of “seed:number” comes first, so that anyone can repeat the draw.
    """
    numbered = sorted(enumerate(drawn, 1), key=lambda one: sha256(f"{seed}:{one[0]}".encode()).digest())
    return tuple(who for _, who in numbered)


def draw_winner(drawn: Sequence[T], seed: int) -> T:
    """Return the first in the order that a seed draws."""
    return draw_order(drawn, seed)[0]
