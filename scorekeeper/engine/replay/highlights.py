"""Highlights of a finished game: the best contract, failed contracts, the longest run, the turning point.

A highlight that a game doesn't have is left out. Score changes come from `Hand.scores` alone, so that correcting a hand
corrects them too.
"""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.engine.auction import FREE, bid_rank

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.engine.scored_game import Hand, Replay


@dataclass(frozen=True, slots=True)
class Highlights:
    """The highlights of a game.

    `contracts`: the hands that were played.
    `best`: the highest bid made, the first if several are equal.
    `failed`: the contracts that failed.
    `run`: the longest run of contracts made by one side with none by another side in between; the first if several are
    equal.
    `turned`: the hand after which the winners stayed ahead; None without winners or if they were never ahead before the end.
    `behind`: how far behind they had been before that, in score points.
    `lowest`: the hand after which they were that far behind; None if they began that way.
    """

    contracts: tuple[Hand, ...]
    best: Hand | None
    failed: tuple[Hand, ...]
    run: tuple[Hand, ...]
    turned: Hand | None
    behind: int
    lowest: Hand | None


def highlights(replay: Replay) -> Highlights:
    contracts = tuple(hand for hand in replay.hands if hand.made is not None)
    bids = [hand for hand in contracts if hand.made and hand.bid not in (None, FREE)]
    turned, behind, lowest = _turning_point(replay)
    return Highlights(
        contracts=contracts,
        best=max(bids, key=lambda hand: bid_rank(hand.bid or FREE), default=None),
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


def _turning_point(replay: Replay) -> tuple[Hand | None, int, Hand | None]:
    """Return the hand that put the winners ahead for good, the most they were behind before, and when that was."""
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
    """Return the lead of the lowest winner over the best of the others, or 0 without others."""
    others = [score for side, score in enumerate(scores) if side not in winners and side not in dropped]
    mine = [scores[side] for side in winners]
    return min(mine) - max(others) if others else 0
