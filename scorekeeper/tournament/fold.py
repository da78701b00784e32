"""The Swiss pairing (tournament record, section 2), exactly, without weighing every possible pair.

Few pairs can be part of a best pairing. Rematches forgotten, the least sum of squared gaps is known at once: neighbours in
ranking order. A run of score groups that nothing forces to meet the others is paired on its own (parts.py); where its fold is
free of rematches it is the answer at once, and where it is not, only what lies near it is weighed (local.py). Where groups are
small, at the ends of the field, their members have met: what must be paid more there is proven apart (zones.py). Where no pairing
is found that costs no more than all this, every pair is weighed whose score groups can meet at all (bounds.py).

As long as everyone has met fewer than half of the others there is a pairing without rematch (G. A. Dirac, 1952). Forced rematches
thus take a field of at most twice as many entrants as somebody has met, and there every pair is weighed at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

from scorekeeper.tournament.bounds import Bounds
from scorekeeper.tournament.field import Cost, Field
from scorekeeper.tournament.matching import perfect_matching
from scorekeeper.tournament.near import Allowed, edges
from scorekeeper.tournament.parts import part_by_part

Pairs = list[tuple[int, int]]

# Below this many, weighing every pair takes a few milliseconds.
SMALL = 64
# How far from the fold the first pairing is looked for.
REACH = 20


def best_pairs(field: Field, small: int = SMALL) -> Pairs:
    """The best pairing as (better ranked, worse ranked), ordered; the bye is the vertex numbered `field.entrants`."""
    if field.vertices == 0:
        return []
    pairs = None if field.entrants <= small else _by_proof(field)
    return pairs if pairs is not None else every_pair_weighed(field)


def every_pair_weighed(field: Field) -> Pairs:
    """The best pairing, from the complete graph."""
    n = field.vertices
    pairs = perfect_matching(n, [(i, j, field.cost(i, j)) for i in range(n) for j in range(i + 1, n)])
    if pairs is None:  # pragma: no cover  (a complete graph with an even number of vertices has one)
        raise AssertionError
    return pairs


def _by_proof(field: Field) -> Pairs | None:
    """The best pairing if it needs neither rematch nor second bye, and keeps apart whom it should, else None."""
    if 2 * (1 + max(map(len, field.barred))) > field.entrants:
        return None
    pairs = part_by_part(field)
    if pairs is not None:
        return pairs
    bounds = Bounds(field)
    return None if bounds.least == inf else _whole(field, bounds)


def _whole(field: Field, bounds: Bounds) -> Pairs | None:
    """Find a pairing, then look again among all pairs that could be in one as good."""
    for ceiling in _wider(bounds, int(bounds.least)):
        for reach in (REACH, field.entrants):
            pairs = perfect_matching(field.vertices, list(edges(field, _within(bounds, ceiling), reach)))
            if pairs is not None:
                proven = Cost.of(field, pairs).gaps
                return perfect_matching(field.vertices, list(edges(field, _within(bounds, proven), field.entrants)))
    return None


def _within(bounds: Bounds, ceiling: float) -> Allowed:
    return lambda a, b: bounds.table.get((a, b), inf) <= ceiling


def _wider(bounds: Bounds, ceiling: int) -> Iterator[int]:
    """This ceiling, then a handful of the bounds above it, spread out, and the highest."""
    yield ceiling
    above = sorted({cost for cost in bounds.table.values() if cost > ceiling})
    step = 0
    while step < len(above):
        yield above[step]
        step = len(above) - 1 if step < len(above) - 1 < 4 * step + 2 else 4 * step + 2
