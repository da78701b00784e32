"""The pairs of a field that are near its fold."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import isqrt

from scorekeeper.pairing.search.matching import Edge
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
