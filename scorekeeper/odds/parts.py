"""What a chance is made of, to be shown beside it: the coming hand, and what is expected of bids."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.engine.auction import contracts
from scorekeeper.engine.scoring import contract_made
from scorekeeper.odds.habits import WHOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scorekeeper.engine.events import Bid
    from scorekeeper.engine.ruleset import RuleSet
    from scorekeeper.odds.chances import Chances
    from scorekeeper.odds.habits import Expected, Habits


@dataclass(frozen=True, slots=True)
class Coming:
    """A side has the contract, and makes it or not: how likely that is, and the first side's chance after it."""

    side: int
    made: bool
    chance: int
    first: int


@dataclass(frozen=True, slots=True)
class ExpectedBid:
    """A contract: how likely it is, how likely made, and how often it was among the hands that were counted."""

    bid: Bid
    chance: int
    made: int
    own: int


def coming(chances: Chances, first: int, second: int) -> list[Coming]:
    """The coming hand at these scores; the chances of its parts come to `WHOLE`."""
    found = chances.parts(first, second)
    return [Coming(side, made, often, won // often) for (side, made), (often, won) in found.items() if often]


def expected_bids(rules: RuleSet, expected: Expected, habits: Habits) -> list[ExpectedBid]:
    """Every contract of the rules, upwards."""
    shares = dict(expected.bids)
    return [
        ExpectedBid(bid, shares[bid], _made(bid, expected.takes[bid]), habits.bids.get(bid, 0))
        for bid in contracts(rules)
        if bid in shares
    ]


def _made(bid: Bid, takes: list[tuple[int, int]]) -> int:
    return min(WHOLE, sum([share for took, share in takes if contract_made(bid, took)]))
