"""Work out what each bid level earns: how often it is made, what it gains and costs, and when it pays."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.engine.auction import FREE, TOP, bid_rank
from scorekeeper.engine.events import Played
from scorekeeper.engine.scoring import pile_count, score_hand, score_lines

TYPE_CHECKING = False  # loaded by phones
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scorekeeper.engine.events import Bid
    from scorekeeper.engine.ruleset import RuleSet
    from scorekeeper.engine.scored_game import Hand

FEW = 5
"""The number of contracts at a level below which no advice is given."""
PAYS, COSTS, EVEN, TOO_FEW, NO_LINE = "pays", "costs", "even", "few", "no_line"
SHARES = 60
"""Up to six opponents share a score point. In sixtieths, every sum is a whole number and order does not matter."""
_Z = 1.96
"""The true share is inside the interval 19 times out of 20."""


@dataclass(frozen=True, slots=True)
class Contract:
    """A contract that was bid and played.

    `net`: what the contractor's side scored beyond the mean of the other sides, in sixtieths of a score point.
    """

    player: str
    bid: Bid
    made: bool
    net: int


def contracts(players: Sequence[str], hands: Iterable[Hand]) -> list[Contract]:
    """Return the contracts in a replay, without hands that no one bid on.

    `players`: names by seat at the start of the game.
    """
    found = []
    for hand in hands:
        if hand.players is not None:
            players = hand.players
        if hand.contractor is None or hand.bid is None or hand.bid == FREE or hand.made is None:
            continue
        found.append(Contract(players[hand.contractor], hand.bid, hand.made, _net(hand)))
    return found


def _net(hand: Hand) -> int:
    camp = {hand.side, *[line.side for line in hand.lines if "partner_of" in line.params]}
    others = [hand.deltas[side] for side in range(len(hand.deltas)) if side not in camp and side not in hand.dropped]
    own = hand.deltas[hand.side] if hand.side is not None else 0
    return SHARES * own - (SHARES * sum(others) // len(others) if others else 0)


@dataclass(frozen=True, slots=True)
class BidLevelStats:
    """A bid level and how its contracts turned out.

    `tried`, `made`: numbers of contracts.
    `low`, `high`: the interval in which the true share of made contracts probably lies.
    `net`: the average score beyond what the other sides got.
    `pays_from`: the share of made contracts above which the level gains more than it costs. It comes from everyone's made
    and failed contracts at this level (`measured`). If either kind is missing, it comes from a contract that is just made
    and one that just fails. None if neither is known.
    `advice`: one of the constants above.
    """

    bid: Bid
    tried: int
    made: int
    low: float
    high: float
    net: float
    pays_from: float | None
    measured: bool
    advice: str

    @property
    def share(self) -> float:
        """Return the share of contracts that were made."""
        return self.made / self.tried


class Coach:
    """Contracts by player and bid level, added in any order."""

    def __init__(self) -> None:
        self.found: dict[tuple[str, Bid], list[int]] = {}

    def add(self, contract: Contract) -> None:
        counts = self.found.setdefault((contract.player, contract.bid), [0, 0, 0, 0])
        counts[0 if contract.made else 1] += 1
        counts[2 if contract.made else 3] += contract.net

    @property
    def players(self) -> list[str]:
        """Return everyone who played a contract, most contracts first."""
        counts: dict[str, int] = {}
        for (player, _), (made, failed, _a, _b) in self.found.items():
            counts[player] = counts.get(player, 0) + made + failed
        return sorted(counts, key=lambda player: (-counts[player], player))

    def heights(self, player: str | None, rules: RuleSet) -> list[BidLevelStats]:
        """Return a player's bid levels in ascending order, or everyone's if `player` is None.

        `rules`: the rules under which the contracts were scored.
        """
        own = self._by_height(player)
        everybody = self._by_height(None)
        return [_bid_level_stats(rules, bid, own[bid], everybody[bid]) for bid in sorted(own, key=bid_rank)]

    def _by_height(self, player: str | None) -> dict[Bid, list[int]]:
        heights: dict[Bid, list[int]] = {}
        for (who, bid), counts in self.found.items():
            if player is None or who == player:
                before = heights.get(bid, (0, 0, 0, 0))
                heights[bid] = [a + b for a, b in zip(before, counts, strict=True)]
        return heights


def _bid_level_stats(rules: RuleSet, bid: Bid, own: Sequence[int], everybody: Sequence[int]) -> BidLevelStats:
    made, failed = own[0], own[1]
    low, high = interval(made, made + failed)
    gain = everybody[2] / everybody[0] / SHARES if everybody[0] else barely_score(rules, bid, made=True)
    loss = everybody[3] / everybody[1] / SHARES if everybody[1] else barely_score(rules, bid, made=False)
    line = None if gain is None or loss is None else break_even(gain, loss)
    measured = bool(everybody[0] and everybody[1])
    net = (own[2] + own[3]) / (made + failed) / SHARES
    return BidLevelStats(bid, made + failed, made, low, high, net, line, measured, _advice(made + failed, low, high, line))


def _advice(tried: int, low: float, high: float, line: float | None) -> str:
    if tried < FEW:
        return TOO_FEW
    if line is None:
        return NO_LINE
    return PAYS if low >= line else COSTS if high < line else EVEN


def break_even(gain: float, loss: float) -> float:
    """Return the share of made contracts above which bidding pays.

    The result is 0 if even a failed contract pays, and 1 if a made one never does. `gain` and `loss` are what a made and a
    failed contract score; `loss` is usually negative.
    """
    if loss >= 0:
        return 0.0
    return 1.0 if gain <= 0 else -loss / (gain - loss)


def barely_score(rules: RuleSet, bid: Bid, *, made: bool) -> float | None:
    """Return what a contract scores if it is just made or just fails, with no side near the end of the game.

    None if more than two piles are counted.
    """
    if pile_count(rules) != 2:
        return None
    least = TOP if isinstance(bid, str) else bid
    took = least if made else least - 5
    hand = Played(0, bid, (took, TOP - took), {}, "S")
    score = score_hand(rules, hand, (), None)
    low = [min(0, (score.limit or 1) - 1)] * len(rules.table.sides)
    lines = score_lines(rules, hand, score, low)
    own = sum([line.points for line in lines if line.side == 0])
    others = [sum([line.points for line in lines if line.side == side]) for side in range(1, len(rules.table.sides))]
    return own - sum(others) / len(others)


def interval(made: int, tried: int) -> tuple[float, float]:
    """Return the 95 % Wilson score interval of a share (Wilson 1927), (0, 1) if nothing was tried."""
    if not tried:
        return 0.0, 1.0
    share, z = made / tried, _Z * _Z / tried
    middle = share + z / 2
    spread = (z * share * (1 - share) + z * z / 4) ** 0.5
    return max(0.0, (middle - spread) / (1 + z)), min(1.0, (middle + spread) / (1 + z))
