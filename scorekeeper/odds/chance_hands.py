"""Hands as they may come, of any number of sides, each as likely as the next: what they do to the scores, the engine says."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.engine.auction import FREE, TOP, lowest_bid
from scorekeeper.engine.endings import LastHand
from scorekeeper.engine.events import Played
from scorekeeper.engine.play import NO_TRUMP
from scorekeeper.engine.scoring import added_up, in_camps, score_lines, weigh
from scorekeeper.odds.habits import WHOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scorekeeper.engine.events import Bid
    from scorekeeper.engine.ruleset import RuleSet
    from scorekeeper.odds.habits import Expected

SIZE = 2400
"""Hands that stand for all that may come: as many for each side, of two to six."""
LUMP = 5
"""Fives of card points that go to one defender together, as with a trick."""
MODULUS = 2_147_483_647
FACTOR = 48_271


def following(drawn: int) -> int:
    """The number after this one: Park and Miller's generator, whose products a phone's numbers hold."""
    return drawn * FACTOR % MODULUS


@dataclass(slots=True)
class ChanceHand:
    """A hand that may come. `below`, `quiet`, `spoke`: what it does to each side's score, where that is below the engine's line;
    at the line, without a bid of its own; at the line, with one. `side`: the contractor's; `made`; `last`: what the endings ask.
    """

    below: tuple[int, ...]
    quiet: tuple[int, ...]
    spoke: tuple[int, ...]
    side: int
    made: bool
    last: LastHand


def chance_hands(rules: RuleSet, expected: Expected, dropped: Sequence[int], silent: int | None) -> list[ChanceHand]:
    """`SIZE` hands, with each contract and its points as often as is expected. What one side plays, every other side that plays
    does too, seen from its place: none of them is better off by chance.
    """
    table = rules.table
    seats = [seat for seat in range(table.players) if seat != silent and table.side_of[seat] not in (None, *dropped)]
    sides = sorted({side for seat in seats if (side := table.side_of[seat]) is not None})
    cells = _cells(expected)
    groups, begins, left, at = SIZE // len(sides), 1, cells[0][2], 0
    hands = []
    for group in range(groups):
        while left * groups <= group * WHOLE + WHOLE // 2 and at + 1 < len(cells):
            at += 1
            left += cells[at][2]
        bid, took, _ = cells[at]
        drawn = begins
        for i, side in enumerate(sides):
            others = [*sides[i + 1 :], *sides[:i]]
            called, trump, piles, drawn = _by_chance(rules, expected, side, took, others, begins)
            seat, called_seat = _seat_of(rules, seats, side), None if called is None else _seat_of(rules, seats, called)
            hands.append(_scored(rules, Played(seat, bid, piles, {}, trump, called_seat), dropped, silent))
        begins = drawn
    return hands


def _seat_of(rules: RuleSet, seats: list[int], side: int) -> int:
    return next(seat for seat in seats if rules.table.side_of[seat] == side)


def _by_chance(
    rules: RuleSet, expected: Expected, side: int, took: int, others: list[int], drawn: int
) -> tuple[int | None, str, tuple[int, ...], int]:
    """The side of whoever holds a called card, the trump, the piles, and the number that was drawn last."""
    called, trump = None, "S"
    if rules.format == "called_partner":
        drawn = following(drawn)
        called = others[drawn % len(others)]
    if rules.no_trump == "double":
        drawn = following(drawn)
        trump = NO_TRUMP if drawn % WHOLE < expected.no_trump else "S"
    piles, drawn = _piles(rules, side, took, others, drawn)
    return called, trump, piles, drawn


def _cells(expected: Expected) -> list[tuple[Bid, int, int]]:
    """Each contract with each number of card points: (bid, card points, chance)."""
    return [(bid, took, share * part // WHOLE) for bid, share in expected.bids for took, part in expected.takes[bid]]


def _piles(rules: RuleSet, side: int, took: int, others: list[int], drawn: int) -> tuple[tuple[int, ...], int]:
    """The card points by pile; those of several defenders go to them in lumps, by chance."""
    if in_camps(rules):
        return (took, TOP - took), drawn
    piles = [0] * len(rules.table.sides)
    piles[side] = took
    left = TOP - took
    while left > 0:
        lump = min(left, 5 * LUMP)
        drawn = following(drawn)
        piles[others[drawn % len(others)]] += lump
        left -= lump
    return tuple(piles), drawn


def _scored(rules: RuleSet, hand: Played, dropped: Sequence[int], silent: int | None) -> ChanceHand:
    """What a hand does, wherever the scores stand."""
    score = weigh(rules, hand, dropped, silent)
    last = LastHand(score.camp, score.took, score.made, hand.bid != FREE, False, 0)
    below, quiet, spoke = [
        added_up(score_lines(rules, told, score, scores), len(rules.table.sides)) for told, scores in _ways(rules, hand)
    ]
    return ChanceHand(below, quiet, spoke, score.camp[0], score.made, last)


def _ways(rules: RuleSet, hand: Played) -> Iterator[tuple[Played, list[int]]]:
    """The hand at scores below the line, and at it with nobody and with everybody having bid."""
    sides = len(rules.table.sides)
    high = max(lowest_bid(rules), rules.qualifying_bid)
    speakers: dict[int, Bid] = {} if hand.bid == FREE else dict.fromkeys(range(rules.table.players), high)
    loud = Played(hand.contractor, hand.bid, hand.points, speakers, hand.trump, hand.called_seat)
    yield hand, [rules.target - rules.margin - 5] * sides
    yield hand, [rules.target] * sides
    yield loud, [rules.target] * sides
