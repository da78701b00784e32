"""The parts of a chance, to show next to it: the next hand, and the bids that are expected."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.engine.auction import possible_contracts
from scorekeeper.engine.scoring import contract_made
from scorekeeper.odds.bidding_model import WHOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scorekeeper.engine.events import Bid
    from scorekeeper.engine.ruleset import RuleSet
    from scorekeeper.odds.bidding_model import Expected, Habits
    from scorekeeper.odds.model import Model
    from scorekeeper.odds.position import Position


@dataclass(frozen=True, slots=True)
class NextHandResult:
    """One result of the next hand.

    It says which side has the contract, whether it makes it, how likely that is, and each side's chance after it.
    """

    side: int
    made: bool
    chance: int
    after: list[int]


@dataclass(frozen=True, slots=True)
class ExpectedBid:
    """A contract: its chance, the chance that it is made, and how often it occurred in the hands counted."""

    bid: Bid
    chance: int
    made: int
    own: int


def next_hand_results(model: Model, moment: Position) -> list[NextHandResult]:
    """Return the possible results of the next hand. Their chances add up to `WHOLE`."""
    return [NextHandResult(side, made, often, after) for (side, made), (often, after) in model.parts(moment).items()]


def expected_bids(rules: RuleSet, expected: Expected, habits: Habits) -> list[ExpectedBid]:
    """Return every contract of the rules, lowest first."""
    shares = dict(expected.bids)
    return [
        ExpectedBid(bid, shares[bid], _made_chance(bid, expected.takes[bid]), habits.bids.get(bid, 0))
        for bid in possible_contracts(rules)
        if bid in shares
    ]


def _made_chance(bid: Bid, takes: list[tuple[int, int]]) -> int:
    return min(WHOLE, sum([share for took, share in takes if contract_made(bid, took)]))
