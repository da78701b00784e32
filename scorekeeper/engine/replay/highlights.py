"""Highlights of a finished game: contracts that stand out, the longest run, the turning point, how close it was.

A highlight that a game doesn't have is left out. Score changes come from `Hand.scores` alone, so that correcting a hand
corrects them too.
"""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.engine.auction import FREE, TOP, bid_rank

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from scorekeeper.engine.events import Line
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
    `exact`: the highest contract made without a card point to spare.
    `sweep`: the first contract whose side took every card point.
    `unpaid`: the hand with the most card points that counted for nothing, their side, and how many they were.
    `leads`: the hands after which another side than before was alone in front.
    `depth`: the hand after which a side had the lowest score below zero, that side, and its score.
    `margin`: the points between the two best scores at the end.
    """

    contracts: tuple[Hand, ...]
    best: Hand | None
    failed: tuple[Hand, ...]
    run: tuple[Hand, ...]
    turned: Hand | None
    behind: int
    lowest: Hand | None
    exact: Hand | None
    sweep: Hand | None
    unpaid: tuple[Hand, int, int] | None
    leads: tuple[Hand, ...]
    depth: tuple[Hand, int, int] | None
    margin: int


def highlights(replay: Replay) -> Highlights:
    contracts = tuple(hand for hand in replay.hands if hand.made is not None)
    bids = [hand for hand in contracts if hand.made and hand.bid not in (None, FREE)]
    exact = [hand for hand in bids if hand.lines[0].params.get("took") == hand.bid]
    turned, behind, lowest = _turning_point(replay)
    best_two = sorted(replay.scores, reverse=True)[:2]
    return Highlights(
        contracts=contracts,
        best=max(bids, key=_rank, default=None),
        failed=tuple(hand for hand in contracts if not hand.made),
        run=max(_runs(contracts), key=len, default=()),
        turned=turned,
        behind=behind,
        lowest=lowest,
        exact=max(exact, key=_rank, default=None),
        sweep=next((hand for hand in contracts if hand.lines[0].params.get("took") == TOP), None),
        unpaid=max(_unpaid(replay), key=lambda one: one[2], default=None),
        leads=tuple(_lead_changes(replay)),
        depth=min(_depths(replay), key=lambda one: one[2], default=None),
        margin=best_two[0] - best_two[-1] if best_two else 0,
    )


def loses_points(line: Line) -> bool:
    """Return whether card points counted for nothing because their side had not bid or had not beaten the bid."""
    return line.rule in ("score.must_bid", "score.must_win_or_set") and not line.points and bool(line.params["pile"])


def _rank(hand: Hand) -> int:
    return bid_rank(hand.bid or FREE)


def _unpaid(replay: Replay) -> Iterator[tuple[Hand, int, int]]:
    for hand in replay.hands:
        for line in hand.lines:
            pile = line.params.get("pile")
            if loses_points(line) and line.side is not None and isinstance(pile, int):
                yield hand, line.side, pile


def _lead_changes(replay: Replay) -> Iterator[Hand]:
    before = None
    for hand in replay.hands:
        best = max(hand.scores)
        ahead = [side for side, score in enumerate(hand.scores) if score == best and side not in hand.dropped]
        if len(ahead) == 1:
            if before is not None and ahead[0] != before:
                yield hand
            before = ahead[0]


def _depths(replay: Replay) -> list[tuple[Hand, int, int]]:
    return [(hand, side, score) for hand in replay.hands for side, score in enumerate(hand.scores) if score < 0]


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
