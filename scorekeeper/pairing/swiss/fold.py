"""Swiss pairing (tournament record, section 2): the exact minimum without weighing every possible pair.

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
from math import inf

from scorekeeper.pairing.search.matching import perfect_matching
from scorekeeper.pairing.swiss.bounds import Bounds
from scorekeeper.pairing.swiss.field import Cost, Field
from scorekeeper.pairing.swiss.swiss_components import pair_by_parts
from scorekeeper.pairing.swiss.swiss_edges import Allowed, edges_near_fold

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
