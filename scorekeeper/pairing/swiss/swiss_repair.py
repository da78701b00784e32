"""Repair a fold that has rematches by weighing only the pairs near it.

The best pairing differs from the fold in closed chains of pairs. A chain without a rematch could be folded back at no cost,
so each one contains a rematch. Every new pair costs its distance from the fold. So a pairing of total distance C reaches no
farther from a rematch than half of C.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from heapq import heappop, heappush
from math import isqrt

from scorekeeper.pairing.search.matching import Edge, perfect_matching
from scorekeeper.pairing.swiss.field import Field

# Whether two score groups may share a table. The bye is its own group, after the last.
Allowed = Callable[[int, int], bool]


def edges_near_fold(field: Field, allowed: Allowed, reach: int, within: Sequence[int] | None = None) -> Iterator[Edge]:
    """Yield legal pairs of score groups that may meet, at most `reach` from the fold. Distances are squared, `reach` is not."""
    barred, cost, last = field.barred, field.cost, len(field.groups)
    groups = range(last) if within is None else within
    for a in groups:
        for b in (*groups, *([last] if field.odd and groups[-1] == last - 1 else [])):
            if b >= a and allowed(a, b):
                for i, j in _near(field, a, b, reach):
                    if j not in barred[i] and not field.is_second_bye(i, j):
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


Pairs = list[tuple[int, int]]

# The distance from the fold at which the search gives up.
FURTHEST = 1000


def repair_fold(field: Field, ideal: Pairs, faults: Pairs, allowed: Allowed, least: int) -> Pairs | None:
    """Return the best pairing of a part with the fold `ideal`, which has `faults`. None if it is not found.

    `allowed`: whether two score groups may meet in a pairing whose squared gaps add up to at most the `least` possible.
    """
    mate = dict(ideal) | {j: i for i, j in ideal}
    groups = range(field.group_of[ideal[0][0]], len(field.groups))
    ceiling = 3 * len(faults) + 1
    while ceiling <= FURTHEST:
        near = _Near(field, groups, mate, allowed, ceiling)
        region = _region(faults, mate, near, ceiling)
        found = _solve(field, region, near)
        distance = sum(field.distance(i, j) for i, j in found)
        if not found or sum(field.gap(i, j) for i, j in found) > least - _gaps_outside(field, ideal, region):
            ceiling = 3 * ceiling + 2
        elif distance > ceiling:
            ceiling = distance
        else:
            return sorted([*(pair for pair in ideal if pair[0] not in region), *found])
    return None


def _gaps_outside(field: Field, ideal: Pairs, region: set[int]) -> int:
    return sum(field.gap(i, j) for i, j in ideal if i not in region)


class _Near(dict[int, list[tuple[int, int]]]):
    """By vertex, all vertices of the part that it may meet within a distance from the fold, with their distances."""

    def __init__(self, field: Field, groups: Sequence[int], mate: Mapping[int, int], allowed: Allowed, limit: int) -> None:
        self.field, self.groups, self.mate, self.allowed, self.limit = field, groups, mate, allowed, limit

    def __missing__(self, v: int) -> list[tuple[int, int]]:
        distance, mate, limit = self.field.distance, self.mate, self.limit
        found = []
        for u in set(_candidates(self.field, self.groups, v, isqrt(limit), self.allowed)):
            if u in mate and u != v:
                far = distance(u, v) if u < v else distance(v, u)
                if far <= limit:
                    found.append((u, far))
        self[v] = found
        return found


def _region(faults: Pairs, mate: Mapping[int, int], near: _Near, ceiling: int) -> set[int]:
    """Return both members of every ideal pair that a fault reaches within half the ceiling."""
    best = {i: 0 for i, _ in faults}
    queue = [(0, i) for i, _ in faults]
    reached: set[int] = set()
    while queue:
        far, v = heappop(queue)
        if v in reached:
            continue
        for end in (v, mate[v]):
            reached.add(end)
            for u, distance in near[end]:
                total = far + distance
                if u not in reached and 2 * total <= ceiling and total < best.get(u, total + 1):
                    best[u] = total
                    heappush(queue, (total, u))
    return reached


def _solve(field: Field, region: set[int], near: _Near) -> Pairs:
    members = sorted(region)
    place = {v: k for k, v in enumerate(members)}
    cost, legal = field.legal_cost, field.legal
    edges = [
        (k, place[u], cost(v, u, far))
        for k, v in enumerate(members)
        for u, far in near[v]
        if u > v and u in region and legal(v, u)
    ]
    return [(members[i], members[j]) for i, j in perfect_matching(len(members), edges) or ()]


def _candidates(field: Field, groups: Sequence[int], v: int, reach: int, allowed: Allowed) -> Iterator[int]:
    bye = len(field.groups)
    mine = bye if v == field.entrants else field.group_of[v]
    if mine != bye:
        start, end = field.groups[mine]
        if allowed(mine, mine):
            for centre in (v - field.half[mine], v + field.half[mine]):
                yield from range(max(start, centre - reach), min(end, centre + reach + 1))
        if end - 1 - v <= reach and field.odd and allowed(mine, bye):
            yield field.entrants
    for g in groups:
        start, end = field.groups[g]
        if g < mine and allowed(g, mine) and (mine == bye or v - field.groups[mine][0] <= reach):
            yield from range(max(start, end - 1 - reach), end)
        if g > mine and allowed(mine, g) and field.groups[mine][1] - 1 - v <= reach:
            yield from range(start, min(end, start + reach + 1))
