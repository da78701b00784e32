"""The Swiss pairing of section 2, exactly, without weighing every possible pair.

Few pairs can be part of a best pairing. Two proofs tell which: the bounds by score group (bounds.py) for the
squared gaps, and for the
fold that a pair farther from it than a whole pairing in hand is in no better pairing. A run of score groups that nothing forces
to meet the others is paired on its own; where its fold is free of rematches it is the answer at once. Where
the proofs fail (few legal pairings left), every pair is weighed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import inf, isqrt

from scorekeeper.tournament.bounds import Bounds
from scorekeeper.tournament.field import Cost, Field
from scorekeeper.tournament.local import mended
from scorekeeper.tournament.matching import Edge, perfect_matching

Pairs = list[tuple[int, int]]

# Below this many, weighing every pair takes a few milliseconds.
SMALL = 64
REACHES = (2, 6, 20)


@dataclass(frozen=True)
class Block:
    """Score groups (from, one past the last) with an even number of entrants, no odd group boundary within left open."""

    groups: range
    first: int
    past: int
    ideal: Pairs


def best_pairs(field: Field, small: int = SMALL) -> Pairs:
    """The best pairing as (better ranked, worse ranked), ordered; the bye is the vertex numbered `field.entrants`."""
    if field.vertices == 0:
        return []
    found = None if field.entrants <= small else _by_proof(field)
    return found if found is not None else every_pair_weighed(field)


def every_pair_weighed(field: Field) -> Pairs:
    """The best pairing, from the complete graph."""
    n = field.vertices
    found = perfect_matching(n, [(i, j, field.cost(i, j)) for i in range(n) for j in range(i + 1, n)])
    if found is None:  # pragma: no cover  (a complete graph with an even number of vertices has one)
        raise AssertionError
    return found


def _by_proof(field: Field) -> Pairs | None:
    """The best pairing if it needs neither rematch nor second bye, else None."""
    bounds = Bounds(field)
    if bounds.least == inf:
        return None
    if bounds.least == bounds.relaxed:
        found = _block_by_block(field, bounds)
        if found is not None:
            return found
    return _whole(field, bounds)


def _block_by_block(field: Field, bounds: Bounds) -> Pairs | None:
    """The best pairing if it reaches the bound: then no pair joins two blocks."""

    def tight(a: int, b: int) -> bool:
        return bounds.table.get((a, b), inf) <= bounds.relaxed

    pairs: Pairs = []
    for block in blocks(field):
        faults = [pair for pair in block.ideal if not _legal(field, *pair)]
        if not faults:
            pairs += block.ideal
            continue
        found = mended(field, block.ideal, faults, tight) or _in_block(field, bounds, block)
        if found is None:
            return None
        pairs += found
    return sorted(pairs)


def _in_block(field: Field, bounds: Bounds, block: Block) -> Pairs | None:
    ceiling = bounds.relaxed
    least = sum(field.gap(i, j) for i, j in block.ideal)
    reaches = [r for r in REACHES if r < block.past - block.first]
    while reaches:
        reach = reaches.pop(0)
        edges = _edges(field, bounds, ceiling, reach, block.groups)
        found = perfect_matching(block.past - block.first, _moved(edges, -block.first))
        if found is None:
            continue
        pairs = [(i + block.first, j + block.first) for i, j in found]
        if sum(field.gap(i, j) for i, j in pairs) > least:
            continue
        needed = _reach(sum(field.distance(i, j) for i, j in pairs))
        if needed <= reach:
            return pairs
        reaches = [needed]
    edges = _edges(field, bounds, ceiling, field.entrants, block.groups)
    found = perfect_matching(block.past - block.first, _moved(edges, -block.first))
    pairs = [(i + block.first, j + block.first) for i, j in found or ()]
    return pairs if pairs and sum(field.gap(i, j) for i, j in pairs) == least else None


def _whole(field: Field, bounds: Bounds) -> Pairs | None:
    """Find a pairing, then look again among all pairs that could be in one as good."""
    for ceiling in _wider(bounds, int(bounds.least)):
        for reach in (REACHES[-1], field.entrants):
            found = perfect_matching(field.vertices, list(_edges(field, bounds, ceiling, reach)))
            if found is not None:
                proven = Cost.of(field, found).gaps
                return perfect_matching(field.vertices, list(_edges(field, bounds, proven, field.entrants)))
    return None


def _wider(bounds: Bounds, ceiling: int) -> Iterator[int]:
    """This ceiling, then a handful of the bounds above it, spread out, and the highest."""
    yield ceiling
    above = sorted({cost for cost in bounds.table.values() if cost > ceiling})
    step = 0
    while step < len(above):
        yield above[step]
        step = len(above) - 1 if step < len(above) - 1 < 4 * step + 2 else 4 * step + 2


def _reach(distance: int) -> int:
    """The least whole number whose square is not below."""
    return isqrt(max(0, distance - 1)) + (distance > 0)


def _legal(field: Field, i: int, j: int) -> bool:
    return not field.rematch(i, j) and not field.second_bye(i, j)


def _moved(edges: Iterable[Edge], by: int) -> list[Edge]:
    return [(i + by, j + by, cost) for i, j, cost in edges]


def blocks(field: Field) -> Iterator[Block]:
    """The field cut wherever an even number stands above, each part with its fold."""
    ideal: Pairs = []
    opened, waiting = 0, -1
    for g, (start, end) in enumerate(field.groups):
        low, high = start, end - end % 2
        if waiting >= 0:
            ideal.append((waiting, start))
            low = start + 1
        half = (high - low) // 2
        ideal += [(i, i + half) for i in range(low, low + half)]
        waiting = end - 1 if end % 2 else -1
        if waiting < 0 or g == len(field.groups) - 1:
            if waiting >= 0:
                ideal.append((waiting, field.entrants))
            first = field.groups[opened][0]
            past = end + (end % 2)
            yield Block(range(opened, g + 1), first, past, sorted(ideal))
            ideal, opened = [], g + 1


def _edges(field: Field, bounds: Bounds, ceiling: float, reach: int, within: Sequence[int] | None = None) -> Iterator[Edge]:
    """Legal pairs of score groups whose bound is within the ceiling, at most `reach` from the fold (squared: distance)."""
    met, cost, last = field.met, field.cost, len(field.groups)
    for a in range(last) if within is None else within:
        for b in range(a, last + field.odd):
            if bounds.table.get((a, b), inf) > ceiling:
                continue
            for i, j in _near(field, a, b, reach):
                if j not in met[i] and not field.second_bye(i, j):
                    yield i, j, cost(i, j)


def _near(field: Field, a: int, b: int, reach: int) -> Iterator[tuple[int, int]]:
    start, end = field.groups[a]
    if a == b:
        half = field.half[a]
        for i in range(start, end):
            for j in range(max(i + 1, i + half - reach), min(end, i + half + reach + 1)):
                yield i, j
        return
    low = max(start, end - 1 - reach)
    if b == len(field.groups):
        yield from ((i, field.entrants) for i in range(low, end))
        return
    first, past = field.groups[b]
    for i in range(low, end):
        spare = isqrt(reach * reach - (end - 1 - i) ** 2)
        for j in range(first, min(past, first + spare + 1)):
            yield i, j
