"""Side pots: most boxed, highest contract, and a 50/50 draw that anyone can repeat from its seed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from scorekeeper.pairing.money.prizes import halves
from scorekeeper.pairing.record.attendance import Cents
from scorekeeper.pairing.record.decisions import HIGHEST_LOT, draw_order
from scorekeeper.pairing.record.shapes import WHEN_SET, Many, OneOf, Text, Whole

MOST_BOXED, HIGHEST_CONTRACT, DRAW, OTHER = "most_boxed", "highest_contract", "draw", "other"
POT_KINDS = (MOST_BOXED, HIGHEST_CONTRACT, DRAW, OTHER)
MOST_POTS, MOST_IN_POT = 12, 1000
LONGEST_POT_NAME = 40

EntrantId = Annotated[str, Text(40)]


@dataclass(frozen=True, slots=True)
class SidePot:
    """A pot of `cents` from each of its `entrants`, who are listed in order of entry.

    `kind`: one of `POT_KINDS`; `name`: of another kind. `winners`: share it; a draw pays half of it to its winner. `seed`: of the
    draw, which names the winner (`draw_winner`).
    """

    kind: Annotated[str, OneOf(POT_KINDS)]
    cents: Cents
    name: Annotated[str, Text(LONGEST_POT_NAME, 0), WHEN_SET] = ""
    entrants: Annotated[tuple[EntrantId, ...], Many(MOST_IN_POT)] = ()
    winners: Annotated[tuple[EntrantId, ...], Many(MOST_IN_POT), WHEN_SET] = ()
    seed: Annotated[int | None, Whole(0, HIGHEST_LOT), WHEN_SET] = None

    @property
    def total(self) -> int:
        """The cents in the pot."""
        return self.cents * len(self.entrants)

    @property
    def paid(self) -> int:
        """The cents paid to the winners: all, or half of a draw, rounded up to the cent. Nothing without a winner."""
        if not self.winners:
            return 0
        return -(-self.total // 2) if self.kind == DRAW else self.total

    @property
    def shares(self) -> dict[str, int]:
        """What each winner gets. The first in order of entry get the odd cents."""
        return dict(zip(self.winners, halves(self.paid, len(self.winners)), strict=True)) if self.winners else {}


def draw_winner(entrants: Sequence[str], seed: int) -> str:
    """Return the winner of a draw among entrants in order of entry: the first in the order that a tie would be drawn in."""
    return draw_order(entrants, seed)[0]
