"""What is told of a finished game beside its result: the highest contract, those that failed, the longest run, the turning point.

A fact that a game does not have is left out of it, never made up: a question of how somebody's score moved between hands is
answered from `Hand.scores` alone, so that a corrected hand corrects it.
"""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.engine.auction import FREE, rank

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.engine.scored import Hand, Replay


@dataclass(frozen=True, slots=True)
class Highlights:
    """Of a game; as long as it has no winners nobody was in front for good.

    `contracts`: the hands that were played; `best`: the highest bid made, the first of equals; `failed`: the contracts that
    failed; `run`: the most contracts made one after the other by one side, no other side's contract between them, the first of
    equals; `turned`: the hand after which the winners were in front for good, None where they never were before the game was
    theirs; `behind`: how far they had been behind at their worst, before that, and `lowest`: after which hand, None where it was
    with the scores that the game began with.
    """

    contracts: tuple[Hand, ...]
    best: Hand | None
    failed: tuple[Hand, ...]
    run: tuple[Hand, ...]
    turned: Hand | None
    behind: int
    lowest: Hand | None


def highlights(replay: Replay) -> Highlights:
    """The highlights of `replay`."""
    contracts = tuple(hand for hand in replay.hands if hand.made is not None)
    bids = [hand for hand in contracts if hand.made and hand.bid not in (None, FREE)]
    turned, behind, lowest = _turn(replay)
    return Highlights(
        contracts=contracts,
        best=max(bids, key=lambda hand: rank(hand.bid or FREE), default=None),
        failed=tuple(hand for hand in contracts if not hand.made),
        run=max(_runs(contracts), key=len, default=()),
        turned=turned,
        behind=behind,
        lowest=lowest,
    )


def _runs(contracts: Sequence[Hand]) -> list[tuple[Hand, ...]]:
    runs: list[tuple[Hand, ...]] = []
    for hand in contracts:
        if not hand.made:
            runs.append(())
        elif runs and runs[-1] and runs[-1][-1].side == hand.side:
            runs[-1] = (*runs[-1], hand)
        else:
            runs.append((hand,))
    return runs


def _turn(replay: Replay) -> tuple[Hand | None, int, Hand | None]:
    """The hand that put the winners in front for good, how far they were behind at their worst until then, and after which."""
    winners = replay.outcome.winners
    leads: list[tuple[int, Hand | None]] = []
    if winners:
        leads = [(_lead(hand.scores, hand.dropped, winners), hand) for hand in replay.hands]
    if not leads or leads[-1][0] <= 0:
        return None, 0, None
    after = next((i for i in range(len(leads) - 1, -1, -1) if leads[i][0] <= 0), -1)
    began = [] if replay.start is None else [(_lead(replay.start.scores, (), winners), None)]
    worst, lowest = min([*leads[: after + 1], *began], key=lambda one: one[0], default=(0, None))
    return leads[after + 1][1], max(0, -worst), lowest if worst < 0 else None


def _lead(scores: Sequence[int], dropped: Sequence[int], winners: Sequence[int]) -> int:
    """By how much the winner with least is in front of the best of the others; 0 where there are no others."""
    others = [score for side, score in enumerate(scores) if side not in winners and side not in dropped]
    mine = [scores[side] for side in winners]
    return min(mine) - max(others) if others else 0
