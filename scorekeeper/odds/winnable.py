"""Whether a side can win the game with the next hand at all. The engine is asked about every possible hand.

`wanted` lists the ways to win that always work. A side without one may still win with a hand that needs two things at once,
such as making its bid and leaving the box while the others fall into the hole. False is returned only if every possible hand
was tried.
"""

from __future__ import annotations

from scorekeeper.engine.auction import FREE, TOP, lowest_bid, possible_contracts
from scorekeeper.engine.endings import all_points_win, ongoing_score_range
from scorekeeper.engine.errors import GameError
from scorekeeper.engine.events import Played
from scorekeeper.engine.replay.game import would_win
from scorekeeper.engine.scoring import has_camp_piles, is_at_or_above_line, pile_count

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

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
            facts += [(seat, bid, told, False) for told in _bidder_choices(state, takers, side)]
            if rules.announced_all and side is not None and state.scores[side] >= 0:
                facts += [(seat, bid, told, True) for told in _bidder_choices(state, takers, side)]
    trumps = ("S", "NT") if rules.no_trump == "double" else ("S",)
    called: list[int | None] = [*seats] if rules.format == "called_partner" else [None]
    piles = ((TOP - n, n) for n in _point_values()) if has_camp_piles(rules) else _split_points(len(state.scores), live)
    for points in piles:
        for trump in trumps:
            for holder in called:
                for seat, bid, told, announced in facts:
                    yield Played(seat, bid, points, told, trump, holder, announced_all=announced)


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
