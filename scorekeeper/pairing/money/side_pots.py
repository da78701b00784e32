"""Side pots: most boxed, highest contract, and a 50/50 draw."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from scorekeeper.pairing.money.prizes import halves
from scorekeeper.pairing.record.attendance import Cents
from scorekeeper.pairing.record.lots import Seed
from scorekeeper.pairing.record.shapes import WHEN_SET, Many, OneOf, Text

MOST_BOXED, HIGHEST_CONTRACT, DRAW, OTHER = "most_boxed", "highest_contract", "draw", "other"
POT_KINDS = (MOST_BOXED, HIGHEST_CONTRACT, DRAW, OTHER)
MOST_POTS, MOST_IN_POT = 12, 1000
LONGEST_POT_NAME = 40

EntrantId = Annotated[str, Text(40)]


@dataclass(frozen=True, slots=True)
class SidePot:
    """A pot of `cents` from each of its `entrants`, who are listed in order of entry.

    `kind`: one of `POT_KINDS`; `name`: of another kind. `winners`: share it; a draw pays half of it to its winner. `seed`: of the
    draw, which names the winner (`lots.draw_winner`).
    """

    kind: Annotated[str, OneOf(POT_KINDS)]
    cents: Cents
    name: Annotated[str, Text(LONGEST_POT_NAME, 0), WHEN_SET] = ""
    entrants: Annotated[tuple[EntrantId, ...], Many(MOST_IN_POT)] = ()
    winners: Annotated[tuple[EntrantId, ...], Many(MOST_IN_POT), WHEN_SET] = ()
    seed: Annotated[Seed | None, WHEN_SET] = None

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
