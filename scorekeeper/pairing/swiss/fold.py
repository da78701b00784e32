"""Swiss pairing (tournament record, section 2): the exact minimum without weighing every possible pair.

Without rematches, pairing neighbours in ranking order is optimal. So the sum is known without a search, even when two
entrants are taken out to form a pair. If a pair's bound is above the cost of a known pairing, no better pairing has that
pair.

Few pairs can be part of a best pairing. Ignoring rematches, the least sum of squared gaps is known at once, because
neighbours in ranking order reach it. A run of score groups that need not meet the others is paired on its own (parts.py). If
its fold has no rematches, that is the answer; if it has, only pairs near it are weighed (local.py). In small groups at the
ends of the field, members have met; the extra cost there is proven separately (zones.py). If no pairing reaches all these
minimums, every pair is weighed whose score groups can meet at all (bounds.py).

If everyone has met fewer than half of the others, there is a pairing without a rematch (G. A. Dirac, 1952). So forced
rematches occur only in fields of at most twice the number of entrants that someone has met. There, every pair is weighed at
once.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from math import inf

from scorekeeper.pairing.search.matching import perfect_matching
from scorekeeper.pairing.swiss.field import Cost, Field
from scorekeeper.pairing.swiss.swiss_components import pair_by_parts
from scorekeeper.pairing.swiss.swiss_repair import Allowed, edges_near_fold


class Bounds:
    """Bounds by score group. The bye is its own group, after the last."""

    def __init__(self, field: Field) -> None:
        """Prepare running sums over neighbours in ranking order."""
        self.field = field
        scores = field.scores
        self._sums: tuple[list[int], list[int]] = ([0], [0])
        for i in range(len(scores) - 1):
            step = (scores[i] - scores[i + 1]) ** 2
            self._sums[0].append(self._sums[0][-1] + step * (i % 2 == 0))
            self._sums[1].append(self._sums[1][-1] + step * (i % 2))

    def _without(self, p: int, q: int) -> int:
        """Return the least sum of squares for the others when vertices p < q are taken out."""
        scores, total, waiting = self.field.scores, 0, -1
        for start, end in ((0, p), (p + 1, q), (q + 1, len(scores))):
            low, high = start, end
            if low < high and waiting >= 0:
                total += (scores[waiting] - scores[low]) ** 2
                low, waiting = low + 1, -1
            if (high - low) % 2:
                high -= 1
                waiting = high
            if low < high:
                total += self._sums[low % 2][high - 1] - self._sums[low % 2][low]
        return total

    @cached_property
    def table(self) -> dict[tuple[int, int], int]:
        """Return, for every two score groups, the least sum of squares of any pairing in which they share a table."""
        field = self.field
        bounds = {}
        last = len(field.groups)
        for a, (start, end) in enumerate(field.groups):
            if end - start > 1:
                bounds[a, a] = self._without(start, start + 1)
            for b in range(a + 1, last):
                other = field.groups[b][0]
                bounds[a, b] = self._without(start, other) + field.gap(start, other)
            if field.odd:
                bounds[a, last] = self._without(start, field.entrants) + field.gap(start, field.entrants)
        return bounds

    @cached_property
    def relaxed(self) -> int:
        """Return the least sum of squares, ignoring rematches and earlier byes."""
        return min(self.table.values())

    @cached_property
    def least(self) -> float:
        """Return a bound for pairings without a rematch or second bye.

        It is the strictest bound over what each entrant can still have.
        """
        field, table = self.field, self.table
        floor: float = self.relaxed
        last = len(field.groups)
        ways = {g: sorted((cost, a, b) for (a, b), cost in table.items() if g in (a, b)) for g in range(last)}
        for i in range(field.entrants):
            mine = field.group_of[i]
            if not (ways[mine] and ways[mine][0][0] <= floor and self._plenty(i, *ways[mine][0][1:])):
                floor = max(floor, self._best(i, ways[mine]))
        if field.odd:
            eligible = {field.group_of[i] for i in range(field.entrants) if not field.is_second_bye(i, field.entrants)}
            floor = max(floor, min(table[g, last] for g in eligible))
        return floor

    def _plenty(self, i: int, a: int, b: int) -> bool:
        other = b if a == self.field.group_of[i] else a
        if other == len(self.field.groups):
            return False
        start, end = self.field.groups[other]
        return end - start > len(self.field.barred[i]) + 1

    def _best(self, i: int, ways: list[tuple[int, int, int]]) -> float:
        field = self.field
        for cost, a, b in ways:
            other = b if a == field.group_of[i] else a
            if other == len(field.groups):
                if not field.is_second_bye(i, field.entrants):
                    return cost
                continue
            start, end = field.groups[other]
            if any(j != i and j not in field.barred[i] for j in range(start, end)):
                return cost
        return inf


Pairs = list[tuple[int, int]]

# With fewer entrants, weighing every pair takes a few milliseconds.
SMALL = 64
# How far from the fold to search for the first pairing.
REACH = 20


def best_pairs(field: Field, small: int = SMALL) -> Pairs:
    """Return the best pairing as sorted pairs (better ranked, worse ranked). The bye is the vertex `field.entrants`."""
    if field.vertices == 0:
        return []
    pairs = None if field.entrants <= small else _find_proven_pairs(field)
    return pairs if pairs is not None else weigh_every_pair(field)


def weigh_every_pair(field: Field) -> Pairs:
    """Return the best pairing, from the complete graph."""
    n = field.vertices
    pairs = perfect_matching(n, [(i, j, field.cost(i, j)) for i in range(n) for j in range(i + 1, n)])
    if pairs is None:  # pragma: no cover  (a complete graph with an even number of vertices has one)
        raise AssertionError
    return pairs


def _find_proven_pairs(field: Field) -> Pairs | None:
    """Return the best pairing if it has no rematch, second bye or pair to keep apart, else None."""
    if 2 * (1 + max(map(len, field.barred))) > field.entrants:
        return None
    pairs = pair_by_parts(field)
    if pairs is not None:
        return pairs
    bounds = Bounds(field)
    return None if bounds.least == inf else _search_whole_field(field, bounds)


def _search_whole_field(field: Field, bounds: Bounds) -> Pairs | None:
    """Find a pairing, then search all pairs that could be in one at least as good."""
    for ceiling in _rising_ceilings(bounds, int(bounds.least)):
        for reach in (REACH, field.entrants):
            pairs = perfect_matching(field.vertices, list(edges_near_fold(field, _limit_cost(bounds, ceiling), reach)))
            if pairs is not None:
                proven = Cost.of(field, pairs).gaps
                return perfect_matching(field.vertices, list(edges_near_fold(field, _limit_cost(bounds, proven), field.entrants)))
    return None


def _limit_cost(bounds: Bounds, ceiling: float) -> Allowed:
    return lambda a, b: bounds.table.get((a, b), inf) <= ceiling


def _rising_ceilings(bounds: Bounds, ceiling: int) -> Iterator[int]:
    """Yield this ceiling, then a few of the bounds above it, spread out, and the highest."""
    yield ceiling
    above = sorted({cost for cost in bounds.table.values() if cost > ceiling})
    step = 0
    while step < len(above):
        yield above[step]
        step = len(above) - 1 if step < len(above) - 1 < 4 * step + 2 else 4 * step + 2
