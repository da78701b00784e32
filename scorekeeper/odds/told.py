"""All that is told of a game's chances, in one place for the server and for a phone."""

from __future__ import annotations

from dataclasses import dataclass, field

from scorekeeper.odds.course import course, turned
from scorekeeper.odds.parts import coming, expected_bids
from scorekeeper.odds.wanted import wanted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.engine.scored import Hand
    from scorekeeper.engine.state import State
    from scorekeeper.odds.chances import Chances
    from scorekeeper.odds.habits import Habits
    from scorekeeper.odds.parts import Coming, ExpectedBid
    from scorekeeper.odds.wanted import Way


@dataclass(frozen=True, slots=True)
class Odds:
    """What is known of a game's chances.

    `ways`: to win with the coming hand, by side. `habits`: what was counted in earlier games. `chances`: None where they are not
    worked out. `went`: the first side's chance before the first hand and after each entry that counts; `turned`: the index of
    the hand that turned a finished game, with the winner's chance before and after it. `coming`, `expected`: what a chance is
    made of. `ends`: the game ends by its scores, not by a tournament's count of hands.
    """

    ways: list[list[Way]]
    habits: Habits
    chances: Chances | None
    went: list[int] = field(default_factory=list)
    turned: tuple[int, int, int] | None = None
    coming: list[Coming] = field(default_factory=list)
    expected: list[ExpectedBid] = field(default_factory=list)
    ends: bool = True


def odds_at(state: State, hands: Sequence[Hand], habits: Habits, chances: Chances | None) -> Odds:
    """The odds of a game at `state`, after these hands."""
    ways = wanted(state)
    if chances is None:
        return Odds(ways, habits, None)
    start = state.start.scores if state.start else (0, 0)
    went = course(chances, start, hands)
    expected = expected_bids(state.rules, chances.expected, habits)
    if state.outcome.over:
        won = turned(went, state.outcome.winners[0]) if hands else None
        return Odds(ways, habits, chances, went, won, [], expected)
    return Odds(ways, habits, chances, went, None, coming(chances, state.scores[0], state.scores[1]), expected)
