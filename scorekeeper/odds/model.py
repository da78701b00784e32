"""The choice of a model of the chances, and how they changed during a game."""

from __future__ import annotations

from scorekeeper.odds.bidding_model import WHOLE
from scorekeeper.odds.chances import Chances, is_tractable
from scorekeeper.odds.monte_carlo import SimulatedGames
from scorekeeper.odds.position import position_before

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.engine.ruleset import RuleSet
    from scorekeeper.engine.scored_game import Hand
    from scorekeeper.engine.state import State
    from scorekeeper.odds.bidding_model import Expected

    Model = Chances | SimulatedGames


def model_of(rules: RuleSet, expected: Expected) -> Model:
    """Return the model for these rules, given what is expected of a hand."""
    return Chances(rules, expected).solve() if is_tractable(rules) else SimulatedGames(rules, expected)


def chances_over_time(model: Model, state: State, hands: Sequence[Hand]) -> list[list[int]]:
    """Return each side's chance before the first hand and after each hand, out of `WHOLE`.

    After the end a winner has `WHOLE` and the others have 0. Where games are played on, only the last `model.steps` hands of
    a long game have chances, because each takes time. The entries before them are empty.
    """
    dealers = [*[hand.dealer for hand in hands], state.dealer]
    scores, dropped = (state.start.scores, state.start.dropped) if state.start else ([0] * len(state.scores), ())
    told_from = max(0, len(hands) - model.steps) if model.steps else 0
    found = [[] if told_from else model.shares(position_before(model.rules, scores, dropped, dealers[0]))]
    for n, (hand, dealer) in enumerate(zip(hands, dealers[1:], strict=True), 1):
        if n < told_from:
            found.append([])
        elif hand.outcome.over:
            found.append([WHOLE if side in hand.outcome.winners else 0 for side in range(len(state.scores))])
        elif not any(hand.deltas) and found[-1]:
            found.append(found[-1])
        else:
            found.append(model.shares(position_before(model.rules, hand.scores, hand.dropped, dealer)))
    return found


def turning_hand(went: Sequence[Sequence[int]], winner: int) -> tuple[int, int, int] | None:
    """Return the hand that gained the winner most: its index, and the winner's chance before and after it.

    The first one wins a tie. None if no hand gained anything.
    """
    untold = sum([not shares for shares in went])
    mine = [shares[winner] for shares in went[untold:]]
    gains = [mine[i + 1] - mine[i] for i in range(len(mine) - 1)]
    if not gains or max(gains) <= 0:
        return None
    index = gains.index(max(gains))
    return untold + index, mine[index], mine[index + 1]
