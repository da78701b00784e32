"""The pot (rulebook section 8): stakes in whole cents, paid in and divided."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.engine.options import Flag, Number
from scorekeeper.engine.scoring import Scoring

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scorekeeper.engine.scored_game import Replay


class Pot(Scoring):
    """Options of the pot. Stakes are in whole cents, and 0 unless the table sets them."""

    pot = Flag(rule="pot")
    ante = Number(0, low=0, high=100_000, rule="pot", unit="cents")
    boxed = Number(0, low=0, high=100_000, rule="pot", unit="cents")
    hole = Number(0, low=0, high=100_000, rule="pot", unit="cents")


@dataclass(frozen=True)
class Settlement:
    """Payments in cents: `paid` and `won` by seat, and the whole `pot`.

    `won` is all zeros until the game is over; then it adds up to the pot.
    """

    paid: tuple[int, ...]
    won: tuple[int, ...]
    pot: int


def settle_pot(rules: Pot, replay: Replay) -> Settlement:
    """Return what each seat paid into the pot and how the winners divide it (`pot`).

    Winners share equally, and odd cents go to the earliest seat.
    `boxed`: paid by each player of the contractor's side for every failed contract.
    `hole`: paid by each player of a side when its score first drops below zero.
    `ante`: paid by everyone who plays, but not by a player who is always silent.
    """
    table = rules.table
    paid = [0] * table.players
    seats = [s for side in table.sides for s in side]
    for seat in seats if rules.pot else ():
        paid[seat] += rules.ante
    sunk: set[int] = set()
    if rules.pot and replay.start is not None:
        _charge_hole(rules, replay.start.scores, sunk, paid)
    for hand in replay.hands if rules.pot else ():
        if hand.side is not None and not hand.made:
            for seat in table.sides[hand.side]:
                paid[seat] += rules.boxed
        _charge_hole(rules, hand.scores, sunk, paid)
    pot, won = sum(paid), [0] * table.players
    winners = sorted(s for side in replay.outcome.winners for s in table.sides[side])
    for i, seat in enumerate(winners):
        won[seat] = pot // len(winners) + (1 if i < pot % len(winners) else 0)
    return Settlement(tuple(paid), tuple(won), pot)


def _charge_hole(rules: Pot, scores: tuple[int, ...], sunk: set[int], paid: list[int]) -> None:
    """Charge every side that is below zero for the first time."""
    for side, score in enumerate(scores):
        if score < 0 and side not in sunk:
            sunk.add(side)
            for seat in rules.table.sides[side]:
                paid[seat] += rules.hole
