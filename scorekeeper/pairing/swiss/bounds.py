"""Lower bounds for a pairing: the least sum of squared gaps if two entrants share a table, ignoring rematches.

Without rematches, pairing neighbours in ranking order is optimal. So the sum is known without a search, even when two
entrants are taken out to form a pair. If a pair's bound is above the cost of a known pairing, no better pairing has that
pair.
"""

from __future__ import annotations

from functools import cached_property
from math import inf

from scorekeeper.pairing.swiss.field import Field


class Bounds:
    """Bounds by score group. The bye is its own group, after the last."""

    def __init__(self, field: Field) -> None:
        """Prepare running sums over neighbours in ranking order."""
        self.field = field
        scores = field.scores
        self._sums: tuple[list[int], list[int]] = ([0], [0])
        for i in range(len(scores) - 1):
            step = (scores[i] - scores[i + 1]) ** 2
            self._sums[0].append(self._sums[0][-1] + step * (i % 2 == 0))
            self._sums[1].append(self._sums[1][-1] + step * (i % 2))

    def _without(self, p: int, q: int) -> int:
        """Return the least sum of squares for the others when vertices p < q are taken out."""
        scores, total, waiting = self.field.scores, 0, -1
        for start, end in ((0, p), (p + 1, q), (q + 1, len(scores))):
            low, high = start, end
            if low < high and waiting >= 0:
                total += (scores[waiting] - scores[low]) ** 2
                low, waiting = low + 1, -1
            if (high - low) % 2:
                high -= 1
                waiting = high
            if low < high:
                total += self._sums[low % 2][high - 1] - self._sums[low % 2][low]
        return total

    @cached_property
    def table(self) -> dict[tuple[int, int], int]:
        """Return, for every two score groups, the least sum of squares of any pairing in which they share a table."""
        field = self.field
        bounds = {}
        last = len(field.groups)
        for a, (start, end) in enumerate(field.groups):
            if end - start > 1:
                bounds[a, a] = self._without(start, start + 1)
            for b in range(a + 1, last):
                other = field.groups[b][0]
                bounds[a, b] = self._without(start, other) + field.gap(start, other)
            if field.odd:
                bounds[a, last] = self._without(start, field.entrants) + field.gap(start, field.entrants)
        return bounds

    @cached_property
    def relaxed(self) -> int:
        """Return the least sum of squares, ignoring rematches and earlier byes."""
        return min(self.table.values())

    @cached_property
    def least(self) -> float:
        """Return a bound for pairings without a rematch or second bye.

        It is the strictest bound over what each entrant can still have.
        """
        field, table = self.field, self.table
        floor: float = self.relaxed
        last = len(field.groups)
        ways = {g: sorted((cost, a, b) for (a, b), cost in table.items() if g in (a, b)) for g in range(last)}
        for i in range(field.entrants):
            mine = field.group_of[i]
            if not (ways[mine] and ways[mine][0][0] <= floor and self._plenty(i, *ways[mine][0][1:])):
                floor = max(floor, self._best(i, ways[mine]))
        if field.odd:
            eligible = {field.group_of[i] for i in range(field.entrants) if not field.is_second_bye(i, field.entrants)}
            floor = max(floor, min(table[g, last] for g in eligible))
        return floor

    def _plenty(self, i: int, a: int, b: int) -> bool:
        other = b if a == self.field.group_of[i] else a
        if other == len(self.field.groups):
            return False
        start, end = self.field.groups[other]
        return end - start > len(self.field.barred[i]) + 1

    def _best(self, i: int, ways: list[tuple[int, int, int]]) -> float:
        field = self.field
        for cost, a, b in ways:
            other = b if a == field.group_of[i] else a
            if other == len(field.groups):
                if not field.is_second_bye(i, field.entrants):
                    return cost
                continue
            start, end = field.groups[other]
            if any(j != i and j not in field.barred[i] for j in range(start, end)):
                return cost
        return inf
