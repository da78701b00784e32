"""Ties that nothing else separates, decided at the very end by lot or by hand (tournament record, section 6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Annotated

from scorekeeper.pairing.record.shapes import WHEN_SET, OneOf, Text, Whole

LOT, HAND = "lot", "hand"
DECIDED_BY = (LOT, HAND)
HIGHEST_LOT = 999_999
LONGEST_DECISION = 500


@dataclass(frozen=True, slots=True)
class TieDecision:
    """The order of entrants who share a rank.

    `order`: their ids, best first. `by`: `lot`, drawn with `seed`, or `hand`, for a `reason` in the director's words.
    """

    order: tuple[Annotated[str, Text(64)], ...]
    by: Annotated[str, OneOf(DECIDED_BY)]
    seed: Annotated[int | None, WHEN_SET, Whole(0, HIGHEST_LOT)] = None
    reason: Annotated[str, WHEN_SET, Text(LONGEST_DECISION, 0)] = ""


def draw_order(tied: Sequence[str], seed: int) -> tuple[str, ...]:
    """Return tied entrants in the order that a seed draws. `tied`: in order of entry.

    They are numbered from 1. The lowest SHA-256 of “seed:number” comes first, so that anyone can repeat the draw.
    """
    numbered = sorted(enumerate(tied, 1), key=lambda one: sha256(f"{seed}:{one[0]}".encode()).digest())
    return tuple(who for _, who in numbered)
