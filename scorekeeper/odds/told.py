"""All that is told of a game's chances, in one place for the server and for a phone."""

from __future__ import annotations

from dataclasses import dataclass, field

from scorekeeper.odds.course import course, turned
from scorekeeper.odds.moment import moment_of
from scorekeeper.odds.parts import coming, expected_bids
from scorekeeper.odds.wanted import wanted
from scorekeeper.odds.winnable import winnable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.engine.scored import Hand
    from scorekeeper.engine.state import State
    from scorekeeper.odds.habits import Habits
    from scorekeeper.odds.model import Model
    from scorekeeper.odds.parts import Coming, ExpectedBid
    from scorekeeper.odds.wanted import Way


@dataclass(frozen=True, slots=True)
class Odds:
    """What is known of a game's chances.

    `ways`: to win with the coming hand, by side. `winnable`: of each side without one, whether any possible hand wins it the
    game; None where too many are possible to try. `habits`: what was counted in earlier games. `model`: None where the game does
    not end by its scores, but by a tournament's count of hands. `shares`: each side's chance, none once it is over; `went`: these
    before the first hand and after each entry that counts; `turned`: the index of the hand that turned a finished game, with the
    winner's chance before and after it. `coming`, `expected`: what a chance is made of.
    """

    ways: list[list[Way]]
    habits: Habits
    model: Model | None
    shares: list[int] = field(default_factory=list)
    went: list[list[int]] = field(default_factory=list)
    turned: tuple[int, int, int] | None = None
    coming: list[Coming] = field(default_factory=list)
    expected: list[ExpectedBid] = field(default_factory=list)
    winnable: dict[int, bool | None] = field(default_factory=dict)

    @property
    def played_on(self) -> int:
        """How many games each chance is counted from; 0 where they are worked out."""
        return self.model.games if self.model is not None else 0


def odds_at(state: State, hands: Sequence[Hand], habits: Habits, model: Model | None, *, whole: bool = True) -> Odds:
    """The odds of a game at `state`, after these hands. Without `whole` only what stands on the pad: of a game that is being
    played no more than how it stands now.
    """
    if model is None:
        return Odds([[] for _ in state.scores], habits, None)
    over, ways = state.outcome.over, wanted(state)
    went = course(model, state, hands) if whole or over else []
    expected = expected_bids(state.rules, model.expected, habits) if whole else []
    if over:
        won = turned(went, state.outcome.winners[0]) if hands else None
        return Odds(ways, habits, model, [], went, won, [], expected)
    may_win = winnable(state, [side for side, mine in enumerate(ways) if not mine])
    now = moment_of(state.rules, state.scores, state.dropped, state.dealer)
    return Odds(ways, habits, model, model.shares(now), went, None, coming(model, now) if whole else [], expected, may_win)
