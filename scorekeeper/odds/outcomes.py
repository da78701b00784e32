"""The possible outcomes of the next hand, with their chances. The engine scores them and decides when a game ends."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.engine.auction import FREE, lowest_bid
from scorekeeper.engine.endings import LastHand, find_winner
from scorekeeper.engine.events import Played
from scorekeeper.engine.play import NO_TRUMP
from scorekeeper.engine.scoring import is_at_or_above_line, score_hand, score_lines
from scorekeeper.odds.bidding_model import WHOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scorekeeper.engine.events import Bid
    from scorekeeper.engine.ruleset import RuleSet
    from scorekeeper.odds.bidding_model import Expected

TOO_RARE = 40
"""A contract with a result less likely than this, out of `WHOLE`, is not scored."""
LEAST = 150
"""An outcome less likely than this, out of `WHOLE`, is dropped: it costs as much time as any other."""


@dataclass(slots=True)
class HandOutcome:
    """A possible outcome of a hand.

    `chance` is out of `WHOLE`. `first` and `second` are the changes to the two scores, and `side` is the contractor's side.
    `real` means that the contract was bid. `took` is the number of card points if all were taken, else 0.
    """

    chance: int
    first: int
    second: int
    side: int
    made: bool
    real: bool
    took: int


def is_at_line(rules: RuleSet, score: int) -> bool:
    """Return whether a defender with this score is at the engine's line, which decides how the defender scores."""
    return is_at_or_above_line(rules, score)


def outcomes(rules: RuleSet, expected: Expected, scores: tuple[int, int]) -> list[HandOutcome]:
    """Return every outcome of the next hand at these scores, for two sides. The chances add up to `WHOLE`."""
    return [*outcomes_of_side(rules, expected, scores, 0), *outcomes_of_side(rules, expected, scores, 1)]


def outcomes_of_side(rules: RuleSet, expected: Expected, scores: tuple[int, int], side: int) -> list[HandOutcome]:
    """Return the outcomes in which this side has the contract. The chances add up to half of `WHOLE`."""
    found: dict[tuple[int, int, int, bool, bool, int], int] = {}
    speaks = rules.opponents_score == "must_bid" and is_at_line(rules, scores[1 - side])
    for bid, share in expected.bids:
        for took, part in expected.takes[bid]:
            if share * part < TOO_RARE * WHOLE:
                continue
            for hand, chance in _hands(rules, expected, side, bid, took, speaks=speaks):
                score = score_hand(rules, hand, (), None)
                changes = [0, 0]
                for line in score_lines(rules, hand, score, scores):
                    changes[line.side] += line.points
                key = (changes[0], changes[1], side, score.made, bid != FREE, 100 if score.took == 100 else 0)
                found[key] = found.get(key, 0) + share * part // WHOLE * chance // WHOLE
    return _scale_to_half(found)


def mirror(outcomes: list[HandOutcome]) -> list[HandOutcome]:
    """Return the outcomes as the other side sees them."""
    return [HandOutcome(one.chance, one.second, one.first, 1 - one.side, one.made, one.real, one.took) for one in outcomes]


def _hands(rules: RuleSet, expected: Expected, side: int, bid: Bid, took: int, *, speaks: bool) -> list[tuple[Played, int]]:
    """Return the hands that can have this result, each with its chance.

    They differ only where the score depends on it.
    """
    seat, other = rules.table.sides[side][0], rules.table.sides[1 - side][0]
    points = (took, 100 - took) if side == 0 else (100 - took, took)
    high = max(lowest_bid(rules), rules.qualifying_bid)
    bid_choices: list[tuple[dict[int, Bid], int]] = [({}, WHOLE)]
    if speaks and bid != FREE:
        bid_choices = [({}, WHOLE - expected.spoke), ({other: high}, expected.spoke)]
    trumps = [("S", WHOLE)]
    if rules.no_trump == "double":
        trumps = [("S", WHOLE - expected.no_trump), (NO_TRUMP, expected.no_trump)]
    return [(Played(seat, bid, points, bids, trump), a * b // WHOLE // 2) for bids, a in bid_choices for trump, b in trumps]


def _scale_to_half(found: dict[tuple[int, int, int, bool, bool, int], int]) -> list[HandOutcome]:
    """Return the outcomes that are likely enough, scaled so that their chances add up to exactly half of `WHOLE`."""
    likely_outcomes = [HandOutcome(chance, *key) for key, chance in found.items() if chance >= LEAST]
    total = sum([one.chance for one in likely_outcomes])
    for one in likely_outcomes:
        one.chance = one.chance * (WHOLE // 2) // total
    likeliest = max(likely_outcomes, key=lambda one: one.chance)
    likeliest.chance += WHOLE // 2 - sum([one.chance for one in likely_outcomes])
    return likely_outcomes


def winner(rules: RuleSet, outcome: HandOutcome, scores: tuple[int, int]) -> int | None:
    """Return the side that has won with these scores after the outcome. None while the game continues."""
    last = LastHand((outcome.side,), outcome.took, outcome.made, outcome.real, False, 0)
    ended = find_winner(rules, scores, [], last, True)
    return ended[0][0] if ended is not None and ended[0] else None
