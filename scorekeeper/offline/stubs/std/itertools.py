"""A stand-in for `itertools`. Some functions return lists."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from typing import Any


class chain:  # noqa: N801 (as the library's)
    def __new__(cls, *several: Iterable[Any]) -> Any:
        return cls.from_iterable(several)

    @staticmethod
    def from_iterable(several: Iterable[Iterable[Any]]) -> Iterator[Any]:
        for items in several:
            yield from items


def islice(items: Iterable[Any], high: int) -> Iterator[Any]:
    """Yield at most `high` items and leave the rest in the iterator."""
    running = iter(items)
    for _ in range(high):
        try:
            one = next(running)
        except StopIteration:
            return
        yield one


def zip_longest(*several: Iterable[Any], fillvalue: Any = None) -> Iterator[tuple[Any, ...]]:
    nothing = object()
    running = [iter(items) for items in several]
    while True:
        row = [next(one, nothing) for one in running]
        if all(one is nothing for one in row):
            return
        yield tuple([fillvalue if one is nothing else one for one in row])


def pairwise(items: Iterable[Any]) -> list[tuple[Any, Any]]:
    items = list(items)
    return [(items[i], items[i + 1]) for i in range(len(items) - 1)]


def groupby(items: Iterable[Any], key: Any) -> list[tuple[Any, list[Any]]]:
    """Return runs of items with equal keys, as lists."""
    groups: list[tuple[Any, list[Any]]] = []
    for item in items:
        known = key(item)
        if groups and groups[-1][0] == known:
            groups[-1][1].append(item)
        else:
            groups.append((known, [item]))
    return groups


def combinations(items: Iterable[Any], size: int) -> list[tuple[Any, ...]]:
    items = list(items)
    if size == 0:
        return [()]
    return [(one, *rest) for i, one in enumerate(items) for rest in combinations(items[i + 1 :], size - 1)]


def product(*several: Iterable[Any], repeat: int = 1) -> list[tuple[Any, ...]]:
    combinations: list[tuple[Any, ...]] = [()]
    for items in [list(one) for one in several] * repeat:
        combinations = [(*before, one) for before in combinations for one in items]
    return combinations
