"""Ties that nothing else separates, decided by lot or by hand (tournament record, section 6).

That is at the very end, or at the cut between two finals.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from scorekeeper.pairing.record.lots import Seed
from scorekeeper.pairing.record.shapes import WHEN_SET, OneOf, Text, Whole

LOT, HAND = "lot", "hand"
DECIDED_BY = (LOT, HAND)
LONGEST_DECISION = 500
MOST_STAGES = 8


@dataclass(frozen=True, slots=True)
class TieDecision:
    """The order of entrants who share a rank.

    `order`: their ids, best first. `by`: `lot`, drawn with `seed`, or `hand`, for a `reason` in the director's words. `stage`:
    the stage of finals for whose draw it was decided, None at the very end.
    """

    order: tuple[Annotated[str, Text(64)], ...]
    by: Annotated[str, OneOf(DECIDED_BY)]
    seed: Annotated[Seed | None, WHEN_SET] = None
    reason: Annotated[str, WHEN_SET, Text(LONGEST_DECISION, 0)] = ""
    stage: Annotated[int | None, WHEN_SET, Whole(2, MOST_STAGES)] = None
