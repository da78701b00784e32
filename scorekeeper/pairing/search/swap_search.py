"""Exchange two seats at a time while that makes a round's tables cheaper, and say what an exchange would cost.

This is for rounds of single players, because seating tables of four is not a matching problem. A table's cost is a row of
counts, most important first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from random import Random

from scorekeeper.pairing.record.draft import Reason
from scorekeeper.pairing.search.matching import chance, perfect_matching
from scorekeeper.pairing.search.pairing_constraints import KeptApart, pairs_with_roles

Sides = tuple[tuple[str, ...], ...]
Price = Callable[[int, Sides], tuple[int, ...]]
"""A function that returns a table's cost, from its position (from 0) and its sides."""
Two = tuple[str, str, str]
"""Two entrants and their role to each other at a table."""
IN_ORDER = ("never", "rather", "order")
# How many random starts to try for single players, and the number of players above which two are tried.
STARTS, FEW = 16, 24


def exchange_to_improve(tables: Sequence[Sides], price: Price, *, in_place: bool = False) -> list[Sides]:
    """Return the tables after exchanges that each made them cheaper.

    `in_place`: only exchange the same position on a side.
    """
    found = list(tables)
    while (new := next((new for new in _exchanges(found, in_place) if _is_cheaper(found, new, price)), None)) is not None:
        for k, sides in new.items():
            found[k] = sides
    return found


def cost_of_parting(
    apart: KeptApart, tables: Sequence[Sides], price: Price, two: Two, names: Sequence[str], *, in_place: bool = False
) -> tuple[Reason, ...]:
    """Return the notices for two players who should be apart, and the cost of the cheapest exchange that parts them.

    The result is that of `cost_notices`.
    """
    k = next(k for k, sides in enumerate(tables) if {*two[:2]} <= {i for side in sides for i in side})
    parting = (
        new for new in _exchanges(tables, in_place) if k in new and not any(have_role(sides, two) for sides in new.values())
    )
    return cost_notices(apart, two, names, [_price_change(tables, new, price) for new in parting])


def cost_notices(apart: KeptApart, two: Two, names: Sequence[str], changes: Sequence[tuple[int, ...]]) -> tuple[Reason, ...]:
    """Return the notices for two players who should be apart, and the cost of the best change that parts them.

    The cost is the first of the counts (`names`) that gets worse, with a notice if others would take their place. It is
    `apart.cost.impossible` if there is no change, and `apart.cost.plan` if this round would get better and only others
    worse.
    """
    notice = apart.meeting_notice(*two)
    if not changes:
        return notice, Reason("apart.cost.impossible")
    best = dict(zip(names, min(changes), strict=True))
    name, more = next(((name, more) for name, more in best.items() if more), ("", 0))
    if more < 0:
        return notice, Reason("apart.cost.plan")
    others = () if best["never" if apart.weight(*two)[0] else "rather"] else (Reason("apart.others"),)
    return (notice, *others, *((Reason(f"apart.cost.{name}", {"more": more}),) if more else ()))


def have_role(sides: Sides, two: Two) -> bool:
    """Return whether two entrants have this role to each other at a table."""
    return any({a, b} == {*two[:2]} and role == two[2] for a, b, role in pairs_with_roles(sides))


def _is_cheaper(tables: Sequence[Sides], new: Mapping[int, Sides], price: Price) -> bool:
    return next((more for more in _price_change(tables, new, price) if more), 0) < 0


def _price_change(tables: Sequence[Sides], new: Mapping[int, Sides], price: Price) -> tuple[int, ...]:
    """Return how much more the new tables cost than the tables they replace."""
    rows = [[x - y for x, y in zip(price(k, sides), price(k, tables[k]), strict=True)] for k, sides in new.items()]
    return tuple(sum(column) for column in zip(*rows, strict=True))


def _exchanges(tables: Sequence[Sides], in_place: bool) -> Iterator[dict[int, Sides]]:
    """Yield the changed tables for each exchange of two seats."""
    seats = [(k, s, n) for k, sides in enumerate(tables) for s, side in enumerate(sides) for n in range(len(side))]
    for one, other in combinations(seats, 2):
        if one[:2] == other[:2] or (in_place and one[2] != other[2]):
            continue
        who, whom = (tables[k][s][n] for k, s, n in (one, other))
        to = {who: whom, whom: who}
        changed = dict.fromkeys((one[0], other[0]))
        yield {k: tuple(tuple(to.get(i, i) for i in side) for side in tables[k]) for k in changed}


class FirstRoundInOrder:
    """A first round by order of entry, with as few exchanges as it takes to keep entrants apart."""

    def __init__(self, line: Sequence[str], apart: KeptApart, seed: int, *, in_place: bool = False) -> None:
        """Prepare to seat `line`, the players in order of entry.

        `seed`: the tournament's. `in_place`: the entrant named first on a side by that order stays first.
        """
        self._seed = seed
        self._place = {who: k for k, who in enumerate(line)}
        self._apart, self._in_place = apart, in_place

    def tables(self, tables: Sequence[Sides]) -> list[Sides]:
        """Return the best tables for pairs, or for single players the best that exchanges find."""
        if all(len(side) == 1 for sides in tables for side in sides):
            return self._pairs()
        best = exchange_to_improve(tables, self._price, in_place=self._in_place)
        for attempt in range(STARTS if len(self._place) <= FEW else 2):
            if not any(self._total(best)[:2]):
                break
            start = self._shuffled(tables, chance(self._seed, "apart", attempt))
            best = min(best, exchange_to_improve(start, self._price, in_place=self._in_place), key=self._total)
        return best

    def _total(self, tables: Sequence[Sides]) -> tuple[int, ...]:
        return tuple(sum(column) for column in zip(*(self._price(k, sides) for k, sides in enumerate(tables)), strict=True))

    def _shuffled(self, tables: Sequence[Sides], draw: Random) -> list[Sides]:
        """Return the tables with players shuffled, within their position on a side if positions stay."""
        lines = [[side[n] for sides in tables for side in sides] for n in (0, 1)]
        lines = lines if self._in_place else [[*lines[0], *lines[1]]]
        for line in lines:
            draw.shuffle(line)
        first, second = lines if self._in_place else (lines[0][::2], lines[0][1::2])
        return [tuple((first[n], second[n]) for n in (k, k + 1)) for k in range(0, 2 * len(tables), 2)]

    def apart_notices(self, sides: Sides, tables: Sequence[Sides]) -> tuple[Reason, ...]:
        """Return the notices for players at this table who should be apart, with the cost of parting them."""
        return tuple(r for two in self._apart.at(sides) for r in self._cost(tables, two))

    def _cost(self, tables: Sequence[Sides], two: Two) -> tuple[Reason, ...]:
        return cost_of_parting(self._apart, tables, self._price, two, IN_ORDER, in_place=self._in_place)

    def _price(self, k: int, sides: Sides) -> tuple[int, ...]:
        size = sum(len(side) for side in sides)
        return (*self._apart.count(sides), sum((self._place[i] // size - k) ** 2 for side in sides for i in side))

    def _pairs(self) -> list[Sides]:
        line = [*self._place]
        much = len(line) ** 3 + 1
        edges = []
        for (i, a), (j, b) in combinations(enumerate(line), 2):
            never, rather = self._apart.weight(a, b)
            edges.append((i, j, (never * len(line) + rather) * much + (j - i - 1) ** 2))
        return [((line[i],), (line[j],)) for i, j in perfect_matching(len(line), edges) or ()]
