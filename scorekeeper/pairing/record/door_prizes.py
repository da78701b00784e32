"""Door prizes: prizes drawn by lot among the people who are present (tournament record, section 6)."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Annotated, NamedTuple

from scorekeeper.pairing.record.shapes import WHEN_SET, Name, Whole

HIGHEST_SEED = 999_999
MOST_DOOR_PRIZES = 200
LONGEST_PRIZE = 80
MOST_PEOPLE = 10_000

Seed = Annotated[int, Whole(1, HIGHEST_SEED)]


class DoorPrize(NamedTuple):
    """A door prize.

    `player`: the winner among the entrant's players, from 0. `seed`: of the draw. `among`: the number of people it was drawn
    from. `prize`: in words, empty if unknown.
    """

    entrant: str
    seed: Seed
    among: Annotated[int, Whole(1, MOST_PEOPLE)]
    player: Annotated[int, Whole(0, 9), WHEN_SET] = 0
    prize: Annotated[str, Name(LONGEST_PRIZE), WHEN_SET] = ""


def draw_winner(seed: int, people: Sequence[tuple[str, int]]) -> tuple[str, int]:
    """Return the person a seed draws. The same seed and people always give the same one.

    `people`: (entrant, player), in order of entry. Their position is the SHA-256 of the seed in decimal, modulo their number.
    """
    return people[int(sha256(str(seed).encode()).hexdigest(), 16) % len(people)]
