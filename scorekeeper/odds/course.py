"""How a game's chances went, and the hand that turned it."""

from __future__ import annotations

from scorekeeper.odds.habits import WHOLE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.engine.scored import Hand
    from scorekeeper.odds.chances import Chances


def course(chances: Chances, start: Sequence[int], hands: Sequence[Hand]) -> list[int]:
    """The chance of the first side before the first hand and after each: out of `WHOLE`; once the game is won, all or nothing."""
    found = [chances.at(start[0], start[1])]
    for hand in hands:
        if hand.outcome.over:
            found.append(WHOLE if 0 in hand.outcome.winners else 0)
        elif not any(hand.deltas):
            found.append(found[-1])
        else:
            found.append(chances.at(hand.scores[0], hand.scores[1]))
    return found


def turned(went: Sequence[int], winner: int) -> tuple[int, int, int] | None:
    """The hand that brought the winner (0 or 1) most: its index, and the winner's chance before and after it; the first of
    equals, None where no hand brought anything.
    """
    mine = [share if winner == 0 else WHOLE - share for share in went]
    gains = [mine[i + 1] - mine[i] for i in range(len(mine) - 1)]
    if not gains or max(gains) <= 0:
        return None
    index = gains.index(max(gains))
    return index, mine[index], mine[index + 1]
