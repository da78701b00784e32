"""What the packed files use of `itertools`."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any


def pairwise(items: Iterable[Any]) -> list[tuple[Any, Any]]:
    """Each with the one after it."""
    items = list(items)
    return [(items[i], items[i + 1]) for i in range(len(items) - 1)]


def groupby(items: Iterable[Any], key: Any) -> list[tuple[Any, list[Any]]]:
    """Those that follow each other under one key, together."""
    told: list[tuple[Any, list[Any]]] = []
    for item in items:
        known = key(item)
        if told and told[-1][0] == known:
            told[-1][1].append(item)
        else:
            told.append((known, [item]))
    return told


def combinations(items: Iterable[Any], size: int) -> list[tuple[Any, ...]]:
    """So many of them, in every way, in their order."""
    items = list(items)
    if size == 0:
        return [()]
    return [(one, *rest) for i, one in enumerate(items) for rest in combinations(items[i + 1 :], size - 1)]


def product(*several: Iterable[Any]) -> list[tuple[Any, ...]]:
    """One of each, in every way."""
    told: list[tuple[Any, ...]] = [()]
    for items in several:
        items = list(items)
        told = [(*before, one) for before in told for one in items]
    return told
