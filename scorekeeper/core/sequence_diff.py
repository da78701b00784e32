"""Compares two versions of a list and finds the smallest set of differences."""

from __future__ import annotations

TYPE_CHECKING = False  # phones use this module too
if TYPE_CHECKING:
    from collections.abc import Sequence

DifferingRange = tuple[int, int, int, int]


def find_differences(mine: Sequence[str], theirs: Sequence[str]) -> list[DifferingRange]:
    """Return where two lists differ, as (start, end) in the first and (start, end) in the second.

    Either range may be empty. What lies between is the longest common subsequence.
    """
    low, high = _count_common_ends(mine, theirs)
    a, b = mine[low : len(mine) - high], theirs[low : len(theirs) - high]
    common = _common_lengths(a, b)
    runs: list[DifferingRange] = []
    i = j = from_i = from_j = 0
    while i < len(a) or j < len(b):
        if i < len(a) and j < len(b) and a[i] == b[j]:
            if i > from_i or j > from_j:
                runs.append((from_i, i, from_j, j))
            i, j = i + 1, j + 1
            from_i, from_j = i, j
        elif j == len(b) or (i < len(a) and common[i + 1][j] >= common[i][j + 1]):
            i += 1
        else:
            j += 1
    if i > from_i or j > from_j:
        runs.append((from_i, i, from_j, j))
    return [(one[0] + low, one[1] + low, one[2] + low, one[3] + low) for one in runs]


def _count_common_ends(mine: Sequence[str], theirs: Sequence[str]) -> tuple[int, int]:
    """Return the number of equal items at the start, and then at the end."""
    most = min(len(mine), len(theirs))
    low = 0
    while low < most and mine[low] == theirs[low]:
        low += 1
    high = 0
    while high < most - low and mine[-1 - high] == theirs[-1 - high]:
        high += 1
    return low, high


def _common_lengths(a: Sequence[str], b: Sequence[str]) -> list[list[int]]:
    """Return a table of the longest common subsequence's length for `a[i:]` and `b[j:]`."""
    table = [[0] * (len(b) + 1) for _ in range(len(a) + 1)]
    for i in range(len(a) - 1, -1, -1):
        row, below = table[i], table[i + 1]
        for j in range(len(b) - 1, -1, -1):
            row[j] = below[j + 1] + 1 if a[i] == b[j] else max(below[j], row[j + 1])
    return table
