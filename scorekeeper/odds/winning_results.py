"""What each side needs from the next hand to win, and whether it can. The engine is asked about each possible hand.

`wanted` lists the ways to win that always work. A side without one may still win with a hand that needs two things at once,
such as making its bid and leaving the box while the others fall into the hole. False is returned only if every possible hand
was tried.

A way to win is listed only if it works whatever else happens in the hand: for any bid, any split of the other points and any
other bidders. A way with further conditions is left out.
"""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.engine.auction import FREE, HUNDRED_FOR_200, TOP, lowest_bid, numeric_bids, possible_contracts
from scorekeeper.engine.endings import all_points_win, ongoing_score_range
from scorekeeper.engine.errors import GameError
from scorekeeper.engine.events import Played
from scorekeeper.engine.replay.game import would_win
from scorekeeper.engine.scoring import has_camp_piles, is_at_or_above_line, pile_count

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from scorekeeper.engine.events import Bid
    from scorekeeper.engine.state import State


UNIT = 5
MOST_HANDS = 4500
MOST_OF_SEVERAL = 1000
"""The most hands to try, with two piles and with several.

Two sides never have more hands than that. With several piles and bidders there are hundreds of thousands, so only the hands
that change the scores most are tried.
"""


def winnable(state: State, sides: Sequence[int]) -> dict[int, bool | None]:
    """Return whether each of these sides wins with any possible hand, or None if there are too many to try."""
    if state.outcome.over or _cannot_end(state):
        return dict.fromkeys(sides, False)
    left = {side for side in sides if side not in state.dropped}
    found: dict[int, bool | None] = dict.fromkeys(sides, False)
    most = MOST_HANDS if pile_count(state.rules) == 2 else MOST_OF_SEVERAL
    for n, hand in enumerate(_hands(state)):
        if not left:
            break
        if n == most:
            found.update(dict.fromkeys(left))
            break
        try:
            winners = would_win(state, hand)
        except GameError:
            continue  # this hand can't be recorded
        for side in left.intersection(winners):
            found[side] = True
            left.discard(side)
    return found


def _cannot_end(state: State) -> bool:
    """Return whether no hand can end the game, because no side is near enough to the target or the hole."""
    rules = state.rules
    most = TOP * (2 if rules.hundred_for_200 else 1) * (2 if rules.no_trump == "double" else 1)
    low, high = ongoing_score_range(rules)
    by_points = all_points_win(rules, rules.announced_all)
    return not by_points and min(state.scores) - most >= low and max(state.scores) + most <= high


def _hands(state: State) -> Iterator[Played]:
    """Yield every possible next hand, the ones with all points in one pile first, because they change the scores most."""
    rules, table = state.rules, state.rules.table
    seats = [s for s in range(table.players) if s != state.silent and not state.sits_out(s)]
    takers = {table.side_of[seat]: seat for seat in reversed(seats)}
    live = [side for side in range(len(state.scores)) if side not in state.dropped]
    bids = sorted(possible_contracts(rules), key=lambda bid: 0 if bid == TOP else 1)
    facts: list[tuple[int, Bid, dict[int, Bid], bool]] = []
    for side, seat in takers.items():
        for bid in bids:
            if bid == FREE:
                facts.append((state.dealer, bid, {}, False))
                continue
            facts += [(seat, bid, other_bids, False) for other_bids in _bidder_choices(state, takers, side)]
            if rules.announced_all and side is not None and state.scores[side] >= 0:
                facts += [(seat, bid, other_bids, True) for other_bids in _bidder_choices(state, takers, side)]
    trumps = ("S", "NT") if rules.no_trump == "double" else ("S",)
    called: list[int | None] = [*seats] if rules.format == "called_partner" else [None]
    piles = ((TOP - n, n) for n in _point_values()) if has_camp_piles(rules) else _split_points(len(state.scores), live)
    for points in piles:
        for trump in trumps:
            for holder in called:
                for seat, bid, other_bids, announced in facts:
                    yield Played(seat, bid, points, other_bids, trump, holder, announced_all=announced)


def _bidder_choices(state: State, takers: dict[int | None, int], side: int | None) -> list[dict[int, Bid]]:
    """Return each choice of other bidders among the sides whose score depends on it."""
    rules = state.rules
    high: Bid = max(lowest_bid(rules), rules.qualifying_bid)
    line = [s for other, s in takers.items() if other not in (side, None) and is_at_or_above_line(rules, state.scores[other])]
    return [{seat: high for i, seat in enumerate(line) if chosen >> i & 1} for chosen in range(1 << len(line))]


def _point_values() -> list[int]:
    """Return every number of card points, the lowest and the highest first."""
    return sorted(range(0, TOP + 1, UNIT), key=lambda n: min(n, TOP - n))


def _split_points(sides: int, live: list[int]) -> Iterator[tuple[int, ...]]:
    """Yield every way to divide a hand's card points among the sides in the game: in one pile, in two, and so on."""
    choices = [[live[i] for i in range(len(live)) if chosen >> i & 1] for chosen in range(1, 1 << len(live))]
    for used in sorted(choices, key=len):
        for share in _parts(TOP, len(used)):
            points = [0] * sides
            for side, part in zip(used, share, strict=True):
                points[side] = part
            yield tuple(points)


def _parts(total: int, count: int) -> Iterator[tuple[int, ...]]:
    """Yield every way to split `total` into `count` multiples of five, none of them 0."""
    if count == 1:
        yield (total,)
        return
    for first in range(UNIT, total - UNIT * (count - 1) + UNIT, UNIT):
        for rest in _parts(total - first, count - 1):
            yield (first, *rest)


OWN_CONTRACT = "own"
HUNDRED = "hundred_for_200"
AGAINST_MADE = "against"
FAILED = "failed"
DEFENDING = "defending"
WAYS = (OWN_CONTRACT, HUNDRED, AGAINST_MADE, FAILED, DEFENDING)


@dataclass(frozen=True, slots=True)
class Way:
    """A way to win with the next hand.

    `kind` is `own` (make a contract), `hundred_for_200`, `against` (another side makes its contract), `failed` (another side
    fails) or `defending` (another side has the contract, made or not). `points` are the card points that the side must take,
    or its camp with its own contract; 0 if any will do. `bid` is the minimum bid of the contract that fails, 0 for any.
    `speaks` means that a player of the side must bid too.
    """

    kind: str
    points: int = 0
    bid: int = 0
    speaks: bool = False


def ways_to_win(state: State) -> list[list[Way]]:
    """Return the ways to win with the next hand, by side.

    The list is empty for a side that has none or has dropped out.
    """
    if state.outcome.over:
        return [[] for _ in state.scores]
    search = WinningHandSearch(state)
    return [[] if side in state.dropped else search.ways(side) for side in range(len(state.scores))]


class WinningHandSearch:
    """Tries possible next hands and remembers the winners of each."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.rules = state.rules
        self.low = lowest_bid(self.rules)
        self.high: Bid = max(self.low, self.rules.qualifying_bid)
        self.bids = list(numeric_bids(self.rules))
        self.seats = [s for s in range(self.rules.table.players) if s != state.silent and not state.sits_out(s)]
        taking = [self.rules.table.side_of[seat] for seat in self.seats]
        self.sides = sorted({side for side in taking if side is not None})
        self.camps = self.rules.table.individual and pile_count(self.rules) == 2
        self.known: dict[tuple[object, ...], tuple[int, ...]] = {}
        # If no side can lose enough to end the game, more points are never worse.
        self.steady = min(state.scores) - 2 * TOP >= ongoing_score_range(self.rules)[0]

    def ways(self, side: int) -> list[Way]:
        """Return the ways of a side, its own contract first. The list is empty for a player who is silent in this hand."""
        if not any(self.rules.table.side_of[seat] == side for seat in self.seats):
            return []
        found = []
        own = self._least(self.low, TOP, lambda points: self._wins_with_own_contract(side, points))
        if own is not None:
            found.append(Way(OWN_CONTRACT, own))
        elif self.rules.hundred_for_200 and self._wins(side, self._contracts(side, HUNDRED_FOR_200, TOP)):
            found.append(Way(HUNDRED))
        against, failed = self._defending(side, AGAINST_MADE), self._defending(side, FAILED)
        found += _merge_ways(against, failed)
        if not any(not way.points and not way.speaks for way in failed):
            bid = self._least(0, len(self.bids) - 1, lambda n: self._wins_if_failed(side, self.bids[n]), 1)
            if bid is not None:
                found.append(Way(FAILED, bid=self.bids[bid] if bid else 0))
        return found

    def _least(self, low: int, high: int, holds: Callable[[int], bool], step: int = UNIT) -> int | None:
        """Return the lowest number from which `holds` is true up to `high`, or None if it is false even there.

        Near the hole every number is tried: a way that works with few points, because only a failed bid leaves so few, may
        not work with more.
        """
        if self.steady:
            return self._halved(low, high, holds, step)
        found = None
        while high >= low and holds(high):
            found, high = high, high - step
        return found

    def _halved(self, low: int, high: int, holds: Callable[[int], bool], step: int) -> int | None:
        if not holds(high):
            return None
        while low < high:
            middle = low + (high - low) // step // 2 * step
            low, high = (low, middle) if holds(middle) else (middle + step, high)
        return high

    def _wins_with_own_contract(self, side: int, points: int) -> bool:
        """Return whether the side wins with every contract that it makes with this many points."""
        bids = [bid for bid in self.bids if bid <= points]
        return bool(bids) and all(self._wins(side, self._contracts(side, bid, points)) for bid in (bids[0], bids[-1]))

    def _defending(self, side: int, kind: str) -> list[Way]:
        """Return the ways to win under another side's contract with the fewest points.

        There may be one without and one with a bid of the side's own.
        """
        first, last = (0, TOP - self.low) if kind == AGAINST_MADE else (0, TOP)
        found: list[Way] = []
        matters = self.rules.opponents_score == "must_bid" and is_at_or_above_line(self.rules, self.state.scores[side])
        for speaks in (False, True) if matters else (False,):

            def holds(points: int, speaks: bool = speaks) -> bool:
                return self._holds(side, kind, points, speaks=speaks)

            points = self._least(first, last, holds)
            if points is not None and (not found or self._floor(kind, points) < self._floor(kind, found[0].points)):
                found.append(Way(kind, self._floor(kind, points), speaks=speaks))
        return found

    def _floor(self, kind: str, points: int) -> int:
        """Return 0, for no condition, if a defending side has that many points anyway."""
        return 0 if kind == FAILED and not self._split() and points <= TOP - self.bids[-1] + UNIT else points

    def _split(self) -> bool:
        return not self.camps and len(self.state.scores) - len(self.state.dropped) > 2

    def _holds(self, side: int, kind: str, points: int, *, speaks: bool) -> bool:
        """Return whether the side wins with `points` under every contract of another side that ends as `kind` says."""
        found = False
        for hand in self._under(side, kind, points, speaks=speaks):
            if side not in self._winners(hand):
                return False
            found = True
        return found

    def _under(self, side: int, kind: str, points: int, *, speaks: bool) -> Iterator[Played]:
        for seat in [self._seat_of(other) for other in self.sides if other != side]:
            for rest in self._third_side_points(points):
                took = TOP - points - rest
                bids = [b for b in self.bids if (b <= took) == (kind == AGAINST_MADE)]
                for bid in {bids[0], bids[-1]} if bids else ():
                    yield from self._hands_for(seat, bid, took, side, points, rest, speaks=speaks)

    def _third_side_points(self, points: int) -> tuple[int, ...]:
        """Return the card points that a third side may have: none, half of the rest, all of it."""
        return (0, (TOP - points) // 2 // UNIT * UNIT, TOP - points) if self._split() else (0,)

    def _wins_if_failed(self, side: int, bid: int) -> bool:
        """Return whether the side wins whenever another side fails this bid, for any other points and bidders."""
        hands: list[Played] = []
        for points in (TOP - bid + UNIT, TOP):
            for speaks in (False, True):
                for seat in [self._seat_of(other) for other in self.sides if other != side]:
                    for rest in self._third_side_points(points):
                        hands += self._hands_for(seat, bid, TOP - points - rest, side, points, rest, speaks=speaks)
        return self._wins(side, hands)

    def _contracts(self, side: int, bid: Bid, took: int) -> list[Played]:
        """Return the hands of the side's own contract, with the rest at any other side, which has bid or not."""
        hands: list[Played] = []
        for other in self.sides:
            if other != side:
                for speaks in (False, True):
                    hands += self._hands_for(self._seat_of(side), bid, took, other, TOP - took, 0, speaks=speaks)
        return hands

    def _hands_for(
        self, seat: int, bid: Bid, took: int, defender: int, points: int, rest: int, *, speaks: bool
    ) -> Iterator[Played]:
        """Yield the hands for a contract and a defender's points, with `rest` at any other side.

        The defender has bid or not, and so have all others or none. Trump and the holder of a called card are tried each
        way.
        """
        side = self.rules.table.side_of[seat]
        others = [third for third in self.sides if third not in (side, defender)] if rest else [defender]
        quiet = [defender] if speaks else []
        loud = [third for third in self.sides if third not in (side, defender)] + quiet
        called: list[int | None] = [None]
        if self.rules.format == "called_partner":
            called = [holder for holder in self.seats if self.rules.table.side_of[holder] != defender]
        if took < 0 or side is None:
            return
        for third in others:
            piles = [took, TOP - took]
            if not self.camps:
                piles = [0] * len(self.state.scores)
                piles[side] = took
                piles[defender] += points
                piles[third] += rest
            for speakers in (quiet, loud) if len(self.sides) > 2 else (quiet,):
                other_bids = dict.fromkeys([self._seat_of(speaker) for speaker in speakers], self.high)
                for trump in ("S", "NT") if self.rules.no_trump == "double" else ("S",):
                    for holder in called:
                        yield Played(seat, bid, tuple(piles), other_bids, trump, holder)

    def _seat_of(self, side: int) -> int:
        return next(s for s in self.seats if self.rules.table.side_of[s] == side)

    def _wins(self, side: int, hands: list[Played]) -> bool:
        """Return whether the side is among the winners of each of these hands."""
        return all(side in self._winners(hand) for hand in hands)

    def _winners(self, hand: Played) -> tuple[int, ...]:
        key = (hand.contractor, hand.bid, hand.points, tuple(hand.bids or ()), hand.trump, hand.called_seat)
        if key not in self.known:
            try:
                self.known[key] = would_win(self.state, hand)
            except GameError:
                self.known[key] = ()
        return self.known[key]


def _merge_ways(against: list[Way], failed: list[Way]) -> list[Way]:
    """Merge a defending side's ways. Where it makes no difference whether the contract is made, one way covers both."""
    shared_ways = [way for way in against if Way(FAILED, way.points, speaks=way.speaks) in failed]
    both = [Way(DEFENDING, way.points, speaks=way.speaks) for way in shared_ways]
    shared_keys = [(way.points, way.speaks) for way in both]
    rest = [way for way in (*against, *failed) if (way.points, way.speaks) not in shared_keys]
    return [*both, *rest]
