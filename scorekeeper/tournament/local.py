"""Mending a fold where it fails: only the neighbourhood of the rematches is weighed.

The best pairing differs from the fold in closed chains of pairs. A chain that holds no rematch of the fold could be folded
back for nothing, so each holds one; and since every new pair in it costs its distance from the fold, a pairing of total
distance C reaches no further from a rematch than half of C on the way out and half on the way back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from heapq import heappop, heappush
from math import isqrt

from scorekeeper.tournament.field import Field
from scorekeeper.tournament.matching import Edge, perfect_matching

Pairs = list[tuple[int, int]]
Near = Callable[[int, int], Iterator[tuple[int, int]]]

# Beyond this distance a whole block is as quickly weighed.
FURTHEST = 64


def mended(field: Field, ideal: Pairs, faults: Sequence[tuple[int, int]], tight: Callable[[int, int], bool]) -> Pairs | None:
    """The best pairing of a block whose fold is `ideal` but for `faults`, None if it is not found close by.

    `tight`: whether two score groups may meet in a pairing that reaches the least sum of squared gaps.
    """
    least = sum(field.gap(i, j) for i, j in ideal)
    mate = dict(ideal) | {j: i for i, j in ideal}
    near = _neighbours(field, range(field.group_of[ideal[0][0]], len(field.groups)), mate, tight)
    ceiling = 3 * len(faults) + 1
    while ceiling <= FURTHEST:
        region = _region(faults, mate, near, ceiling)
        found = _solve(field, region, near, ceiling)
        distance = sum(field.distance(i, j) for i, j in found)
        if not found or sum(field.gap(i, j) for i, j in found) > least - _gaps_outside(field, ideal, region):
            ceiling = 2 * ceiling + 2
        elif distance > ceiling:
            ceiling = distance
        else:
            return sorted([*(pair for pair in ideal if pair[0] not in region), *found])
    return None


def _gaps_outside(field: Field, ideal: Pairs, region: set[int]) -> int:
    return sum(field.gap(i, j) for i, j in ideal if i not in region)


def _region(faults: Sequence[tuple[int, int]], mate: dict[int, int], near: Near, ceiling: int) -> set[int]:
    """Both of every ideal pair that can be reached from a fault over distances that add up to half the ceiling."""
    best = {i: 0 for i, _ in faults}
    queue = [(0, i) for i, _ in faults]
    reached: set[int] = set()
    while queue:
        far, v = heappop(queue)
        if v in reached:
            continue
        for end in (v, mate[v]):
            reached.add(end)
            for u, distance in near(end, ceiling):
                total = far + distance
                if u not in reached and 2 * total <= ceiling and total < best.get(u, total + 1):
                    best[u] = total
                    heappush(queue, (total, u))
    return reached


def _solve(field: Field, region: set[int], near: Near, ceiling: int) -> Pairs:
    members = sorted(region)
    place = {v: k for k, v in enumerate(members)}
    edges: list[Edge] = []
    for v in members:
        for u, _ in near(v, ceiling):
            if u > v and u in place and not field.rematch(v, u) and not field.second_bye(v, u):
                edges.append((place[v], place[u], field.cost(v, u)))
    return [(members[i], members[j]) for i, j in perfect_matching(len(members), edges) or ()]


def _neighbours(field: Field, groups: Sequence[int], mate: dict[int, int], tight: Callable[[int, int], bool]) -> Near:
    """All vertices of the block that may share a table with one, at most so far from the fold, with their distances."""

    def near(v: int, limit: int) -> Iterator[tuple[int, int]]:
        for u in set(_candidates(field, groups, v, isqrt(limit), tight)):
            if u in mate and u != v:
                distance = field.distance(min(u, v), max(u, v))
                if distance <= limit:
                    yield u, distance

    return near


def _candidates(field: Field, groups: Sequence[int], v: int, reach: int, tight: Callable[[int, int], bool]) -> Iterator[int]:
    bye = len(field.groups)
    mine = bye if v == field.entrants else field.group_of[v]
    if mine != bye:
        start, end = field.groups[mine]
        if tight(mine, mine):
            for centre in (v - field.half[mine], v + field.half[mine]):
                yield from range(max(start, centre - reach), min(end, centre + reach + 1))
        if end - 1 - v <= reach and field.odd and tight(mine, bye):
            yield field.entrants
    for g in groups:
        start, end = field.groups[g]
        if g < mine and tight(g, mine) and (mine == bye or v - field.groups[mine][0] <= reach):
            yield from range(max(start, end - 1 - reach), end)
        if g > mine and tight(mine, g) and field.groups[mine][1] - 1 - v <= reach:
            yield from range(start, min(end, start + reach + 1))
