"""Sample hands for playing a game on by chance, for any number of sides. The engine scores them."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.engine.auction import FREE, TOP, lowest_bid
from scorekeeper.engine.endings import LastHand
from scorekeeper.engine.events import Played
from scorekeeper.engine.play import NO_TRUMP
from scorekeeper.engine.scoring import has_camp_piles, score_hand, score_lines, sum_lines
from scorekeeper.odds.bidding_model import WHOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scorekeeper.engine.events import Bid
    from scorekeeper.engine.ruleset import RuleSet
    from scorekeeper.odds.bidding_model import Expected

SIZE = 2400
"""Number of sample hands. It divides evenly among two to six sides."""
LUMP_POINTS = 5
"""Units of five card points that go to one defender at once, about as many as a trick brings."""
MODULUS = 2_147_483_647
FACTOR = 48_271


def next_random(drawn: int) -> int:
    """Return the next number of Park and Miller's generator. Its products are exact in JavaScript's numbers too."""
    return drawn * FACTOR % MODULUS


@dataclass(slots=True)
class ChanceHand:
    """A possible hand, with the changes to each side's score.

    `below` applies below the engine's line (`at_the_line`). `quiet` and `spoke` apply at the line, for a side without and
    with a bid. `side` is the contractor's side, and `last` is what the endings need to know.
    """

    below: tuple[int, ...]
    quiet: tuple[int, ...]
    spoke: tuple[int, ...]
    side: int
    made: bool
    last: LastHand


def chance_hands(rules: RuleSet, expected: Expected, dropped: Sequence[int], silent: int | None) -> list[ChanceHand]:
    """Return `SIZE` sample hands, each contract and result as often as expected.

    Every side that plays gets the same hands, seen from its own seat, so that chance favours no side.
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
            called, trump, piles, drawn = _draw_details(rules, expected, side, took, others, begins)
            seat, called_seat = _seat_of(rules, seats, side), None if called is None else _seat_of(rules, seats, called)
            hands.append(_score_hand(rules, Played(seat, bid, piles, {}, trump, called_seat), dropped, silent))
        begins = drawn
    return hands


def _seat_of(rules: RuleSet, seats: list[int], side: int) -> int:
    return next(seat for seat in seats if rules.table.side_of[seat] == side)


def _draw_details(
    rules: RuleSet, expected: Expected, side: int, took: int, others: list[int], drawn: int
) -> tuple[int | None, str, tuple[int, ...], int]:
    """Return the side that holds the called card, the trump, the piles and the last random number."""
    called, trump = None, "S"
    if rules.format == "called_partner":
        drawn = next_random(drawn)
        called = others[drawn % len(others)]
    if rules.no_trump == "double":
        drawn = next_random(drawn)
        trump = NO_TRUMP if drawn % WHOLE < expected.no_trump else "S"
    piles, drawn = _piles(rules, side, took, others, drawn)
    return called, trump, piles, drawn


def _cells(expected: Expected) -> list[tuple[Bid, int, int]]:
    """Return every contract with each possible number of card points: (bid, card points, chance)."""
    return [(bid, took, share * part // WHOLE) for bid, share in expected.bids for took, part in expected.takes[bid]]


def _piles(rules: RuleSet, side: int, took: int, others: list[int], drawn: int) -> tuple[tuple[int, ...], int]:
    """Return the card points by pile and the last random number. Several defenders get theirs in random lumps."""
    if has_camp_piles(rules):
        return (took, TOP - took), drawn
    piles = [0] * len(rules.table.sides)
    piles[side] = took
    left = TOP - took
    while left > 0:
        lump = min(left, 5 * LUMP_POINTS)
        drawn = next_random(drawn)
        piles[others[drawn % len(others)]] += lump
        left -= lump
    return tuple(piles), drawn


def _score_hand(rules: RuleSet, hand: Played, dropped: Sequence[int], silent: int | None) -> ChanceHand:
    """Score a hand below the line and at the line."""
    score = score_hand(rules, hand, dropped, silent)
    last = LastHand(score.camp, score.took, score.made, hand.bid != FREE, False, 0)
    below, quiet, spoke = [
        sum_lines(score_lines(rules, variant, score, scores), len(rules.table.sides))
        for variant, scores in _hand_variants(rules, hand)
    ]
    return ChanceHand(below, quiet, spoke, score.camp[0], score.made, last)


def _hand_variants(rules: RuleSet, hand: Played) -> Iterator[tuple[Played, list[int]]]:
    """Yield the hand with scores below the line, then at the line.

    At the line it comes once with no bids and once with a bid from everyone.
    """
    sides = len(rules.table.sides)
    high = max(lowest_bid(rules), rules.qualifying_bid)
    speakers: dict[int, Bid] = {} if hand.bid == FREE else dict.fromkeys(range(rules.table.players), high)
    loud = Played(hand.contractor, hand.bid, hand.points, speakers, hand.trump, hand.called_seat)
    yield hand, [rules.target - rules.margin - 5] * sides
    yield hand, [rules.target] * sides
    yield loud, [rules.target] * sides
