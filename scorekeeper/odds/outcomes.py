"""What the coming hand can come to, and how likely each is. What it does to the scores, and what ends a game, the engine says."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.engine.auction import FREE, lowest_bid
from scorekeeper.engine.endings import LastHand, find_winner
from scorekeeper.engine.events import Played
from scorekeeper.engine.play import NO_TRUMP
from scorekeeper.engine.scoring import at_the_line, score_lines, weigh
from scorekeeper.odds.habits import WHOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scorekeeper.engine.events import Bid
    from scorekeeper.engine.ruleset import RuleSet
    from scorekeeper.odds.habits import Expected

TOO_RARE = 40
"""Contracts with so many points that are less likely than this, out of `WHOLE`, are not scored at all."""
LEAST = 150
"""Outcomes less likely than this, out of `WHOLE`, are left out: they cost as much as the others."""


@dataclass(slots=True)
class HandOutcome:
    """What a hand may come to. `chance`: out of `WHOLE`; `first`, `second`: what it does to the scores of the two sides;
    `side`: the contractor's; `made`; `real`: the contract was bid; `took`: card points, where all of them were taken, else 0.
    """

    chance: int
    first: int
    second: int
    side: int
    made: bool
    real: bool
    took: int


def standing(rules: RuleSet, score: int) -> bool:
    """Which of the two ways to score a defender with this score is under: the engine's line is all that tells them apart."""
    return at_the_line(rules, score)


def outcomes(rules: RuleSet, expected: Expected, scores: tuple[int, int]) -> list[HandOutcome]:
    """Everything the coming hand may come to at these scores, of two sides; the chances come to `WHOLE`."""
    return [*contracts_of(rules, expected, scores, 0), *contracts_of(rules, expected, scores, 1)]


def contracts_of(rules: RuleSet, expected: Expected, scores: tuple[int, int], side: int) -> list[HandOutcome]:
    """What the coming hand may come to where this side has the contract; the chances come to half of `WHOLE`."""
    found: dict[tuple[int, int, int, bool, bool, int], int] = {}
    speaks = rules.opponents_score == "must_bid" and standing(rules, scores[1 - side])
    for bid, share in expected.bids:
        for took, part in expected.takes[bid]:
            if share * part < TOO_RARE * WHOLE:
                continue
            for hand, chance in _hands(rules, expected, side, bid, took, speaks=speaks):
                score = weigh(rules, hand, (), None)
                changes = [0, 0]
                for line in score_lines(rules, hand, score, scores):
                    changes[line.side] += line.points
                key = (changes[0], changes[1], side, score.made, bid != FREE, 100 if score.took == 100 else 0)
                found[key] = found.get(key, 0) + share * part // WHOLE * chance // WHOLE
    return _whole(found)


def mirrored(outcomes: list[HandOutcome]) -> list[HandOutcome]:
    """The same, seen from the other side."""
    return [HandOutcome(one.chance, one.second, one.first, 1 - one.side, one.made, one.real, one.took) for one in outcomes]


def _hands(rules: RuleSet, expected: Expected, side: int, bid: Bid, took: int, *, speaks: bool) -> list[tuple[Played, int]]:
    """The hands that may have this result: what they differ in, and the chance of each, counts where the score hangs on it."""
    seat, other = rules.table.sides[side][0], rules.table.sides[1 - side][0]
    points = (took, 100 - took) if side == 0 else (100 - took, took)
    high = max(lowest_bid(rules), rules.qualifying_bid)
    told: list[tuple[dict[int, Bid], int]] = [({}, WHOLE)]
    if speaks and bid != FREE:
        told = [({}, WHOLE - expected.spoke), ({other: high}, expected.spoke)]
    trumps = [("S", WHOLE)]
    if rules.no_trump == "double":
        trumps = [("S", WHOLE - expected.no_trump), (NO_TRUMP, expected.no_trump)]
    return [(Played(seat, bid, points, bids, trump), a * b // WHOLE // 2) for bids, a in told for trump, b in trumps]


def _whole(found: dict[tuple[int, int, int, bool, bool, int], int]) -> list[HandOutcome]:
    """The outcomes worth counting, which share what is left out: their chances come to exactly half of `WHOLE`."""
    kept = [HandOutcome(chance, *key) for key, chance in found.items() if chance >= LEAST]
    total = sum([one.chance for one in kept])
    for one in kept:
        one.chance = one.chance * (WHOLE // 2) // total
    likeliest = max(kept, key=lambda one: one.chance)
    likeliest.chance += WHOLE // 2 - sum([one.chance for one in kept])
    return kept


def winner(rules: RuleSet, outcome: HandOutcome, scores: tuple[int, int]) -> int | None:
    """Who has won with these scores after the outcome; None while the game goes on."""
    last = LastHand((outcome.side,), outcome.took, outcome.made, outcome.real, False, 0)
    ended = find_winner(rules, scores, [], last, True)
    return ended[0][0] if ended is not None and ended[0] else None
