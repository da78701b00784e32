"""Table numbers of finals that are played side by side: a block for each, around the tables that are fixed."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count, groupby, islice


def running_blocks(sizes: Mapping[str, int], first: int = 1) -> dict[str, tuple[int, ...]]:
    """Return the numbers from `first` on in the order of the finals. `sizes`: how many tables each final needs, by letter."""
    numbers = count(first)
    return {letter: tuple(islice(numbers, size)) for letter, size in sizes.items()}


def table_blocks(sizes: Mapping[str, int], owners: Mapping[int, str], first: int = 1) -> dict[str, tuple[int, ...]]:
    """Return each final's table numbers, lowest first.

    `owners`: the final that must have a number, for tables that are fixed or were already played at. The other numbers are the
    lowest ones from `first` on. They keep each final together as far as they can. Otherwise they go to the finals in order.
    """
    usual = running_blocks(sizes, first)
    if all(number in usual[letter] for number, letter in owners.items()):
        return usual
    owned = [*owners.values()]
    missing = {letter: max(0, size - owned.count(letter)) for letter, size in sizes.items()}
    free = list(islice((n for n in count(first) if n not in owners), sum(missing.values())))
    taken = dict(owners)
    for letter in (letter for letter in sizes if letter in owned):
        left = [n for n in free if n not in taken]
        need = missing[letter]
        windows = [dict.fromkeys(left[k : k + need], letter) for k in range(len(left) - need + 1)]
        taken |= min(windows, key=lambda window: _parting(_fill({**taken, **window}, free, sizes)))
    found = _fill(taken, free, sizes)
    return {letter: tuple(sorted(n for n, owner in found.items() if owner == letter)) for letter in sizes}


def _fill(taken: Mapping[int, str], free: list[int], sizes: Mapping[str, int]) -> dict[int, str]:
    """Return all numbers with their finals. Numbers that are not taken go to the finals in order, lowest first."""
    left = iter([n for n in free if n not in taken])
    found = dict(taken)
    for letter, size in sizes.items():
        need = max(0, size - sum(owner == letter for owner in taken.values()))
        found |= dict.fromkeys(islice(left, need), letter)
    return found


def _parting(found: Mapping[int, str]) -> tuple[int, list[str]]:
    """Return how many pieces the finals are in, then the finals from table to table. Less is better."""
    line = sorted(found)
    # Numbers that follow one another are all as far ahead of their index.
    pieces = groupby(enumerate(line), key=lambda one: (found[one[1]], one[1] - one[0]))
    return sum(1 for _ in pieces), [found[number] for number in line]
