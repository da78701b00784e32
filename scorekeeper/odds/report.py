"""Everything the app says about a game's chances, for the server and the phone, with the parts of a chance."""

from __future__ import annotations

from dataclasses import dataclass, field

from scorekeeper.engine.auction import possible_contracts
from scorekeeper.engine.scoring import contract_made
from scorekeeper.odds.bidding_model import WHOLE
from scorekeeper.odds.model import chances_over_time, turning_hand
from scorekeeper.odds.position import position_before
from scorekeeper.odds.winning_results import ways_to_win, winnable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.engine.events import Bid
    from scorekeeper.engine.ruleset import RuleSet
    from scorekeeper.engine.scored_game import Hand
    from scorekeeper.engine.state import State
    from scorekeeper.odds.bidding_model import Expected, Habits
    from scorekeeper.odds.model import Model
    from scorekeeper.odds.position import Position
    from scorekeeper.odds.winning_results import Way


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


def _made_chance(bid: Bid, point_chances: list[tuple[int, int]]) -> int:
    return min(WHOLE, sum([share for took, share in point_chances if contract_made(bid, took)]))


@dataclass(frozen=True, slots=True)
class Odds:
    """The chances of a game.

    `ways` are the ways to win with the next hand, by side. `winnable` says of each side without one whether any possible
    hand wins it the game, or None if there are too many hands to try. `habits` are counts from earlier games. `model` is
    None if the game ends by a tournament's count of hands and not by its scores. `shares` is each side's chance, empty once
    the game is over. `went` has the chances before the first hand and after each entry that counts. `turned` is the index of
    the hand that turned a finished game, with the winner's chance before and after it. `coming` and `expected` are the parts
    of a chance.
    """

    ways: list[list[Way]]
    habits: Habits
    model: Model | None
    shares: list[int] = field(default_factory=list)
    went: list[list[int]] = field(default_factory=list)
    turned: tuple[int, int, int] | None = None
    coming: list[NextHandResult] = field(default_factory=list)
    expected: list[ExpectedBid] = field(default_factory=list)
    winnable: dict[int, bool | None] = field(default_factory=dict)

    @property
    def played_on(self) -> int:
        """The number of games each chance is counted from, or 0 if it is calculated exactly."""
        return self.model.games if self.model is not None else 0


def odds_at(state: State, hands: Sequence[Hand], habits: Habits, model: Model | None, *, whole: bool = True) -> Odds:
    """Return the odds of a game at `state`, after these hands.

    Without `whole`, return only what the pad shows: for a game in progress, the current chances.
    """
    if model is None:
        return Odds([[] for _ in state.scores], habits, None)
    over, ways = state.outcome.over, ways_to_win(state)
    went = chances_over_time(model, state, hands) if whole or over else []
    expected = expected_bids(state.rules, model.expected, habits) if whole else []
    if over:
        won = turning_hand(went, state.outcome.winners[0]) if hands else None
        return Odds(ways, habits, model, [], went, won, [], expected)
    may_win = winnable(state, [side for side, mine in enumerate(ways) if not mine])
    now = position_before(state.rules, state.scores, state.dropped, state.dealer)
    return Odds(
        ways, habits, model, model.shares(now), went, None, next_hand_results(model, now) if whole else [], expected, may_win
    )
