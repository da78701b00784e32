"""Door prizes: prizes drawn by lot among the people who are present (tournament record, section 6)."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from scorekeeper.pairing.record.lots import Seed
from scorekeeper.pairing.record.shapes import WHEN_SET, Text, Whole

MOST_DOOR_PRIZES = 200
LONGEST_PRIZE = 80
MOST_PEOPLE = 10_000


class DoorPrize(NamedTuple):
    """A door prize.

    `player`: the winner among the entrant's players, from 0. `seed`: of the draw, which names the winner (`lots.draw_winner`).
    `among`: the number of people it was drawn from. `prize`: in words, empty if unknown.
    """

    entrant: str
    seed: Seed
    among: Annotated[int, Whole(1, MOST_PEOPLE)]
    player: Annotated[int, Whole(0, 9), WHEN_SET] = 0
    prize: Annotated[str, Text(LONGEST_PRIZE, 0), WHEN_SET] = ""
