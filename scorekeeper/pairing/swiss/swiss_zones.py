"""Zones of a field, mostly its ends, where score groups are so small that their members have met.

The cost of the best pairing there is proven separately. Members of a zone pair legally among themselves, or leave it for the
next group above or below, which is assumed to have any number of new opponents. Opponents farther away are not cheaper: a
step of a + b match points, squared, costs at least as much as its two parts. So the least costs of all zones and of the
rest, ignoring rematches, add up to a lower bound. A pairing at that cost has no pair across those groups.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from scorekeeper.pairing.search.matching import perfect_matching
from scorekeeper.pairing.swiss.field import Field

# A zone ends before a large group, or after this many more members. Both are doubled if that was too narrow.
LARGE = 12
MARGIN = 10
# Zones with more members are not weighed.
MOST = 240


@dataclass(frozen=True)
class Zone:
    """Consecutive score groups. The bye belongs to the lowest one."""

    field: Field
    groups: range

    @cached_property
    def members(self) -> range:
        """Return its vertices."""
        start, _ = self.field.groups[self.groups[0]]
        return range(start, self.field.groups[self.groups[-1]][1] if self._below else self.field.vertices)

    @cached_property
    def _above(self) -> bool:
        return self.groups[0] > 0

    @cached_property
    def _below(self) -> bool:
        return self.groups[-1] < len(self.field.groups) - 1

    @cached_property
    def around(self) -> range:
        """Return its groups and the next ones above and below. The bye counts as a group after the last."""
        lowest = len(self.field.groups) - 1
        past = self.groups[-1] + 1 + self._below
        return range(self.groups[0] - self._above, past + (past > lowest))

    def allows(self, a: int, b: int) -> bool:
        """Return whether two score groups may share a table here."""
        return a in self.around and b in self.around

    def more(self, fold: Mapping[int, int]) -> int:
        """Return how much more its members pay, at least, than in the pairing that ignores rematches."""
        members = self.members
        return self._least - sum(self.field.gap(i, j) for i, j in fold.items() if i in members or j in members)

    @cached_property
    def _least(self) -> int:
        field, first, past = self.field, self.members[0], self.members[-1] + 1
        scores = field.scores
        levels = scores[first - 1 : first] * self._above + scores[past : past + 1] * self._below
        line = [scores[i] for i in self.members]
        edges = []
        for k, score in enumerate(line):
            for m in range(k + 1, len(line)):
                if field.legal(k + first, m + first):
                    edges.append((k, m, (score - line[m]) ** 2))
                else:
                    edges.append((k, m, min((score - level) ** 2 + (line[m] - level) ** 2 for level in levels)))
        # If the number above is odd, one comes in; if the number below is odd, one goes out. All others cross in twos.
        odd = (self._above and first % 2, self._below and past % 2)
        doors = [level for level, comes in zip((levels[0], levels[-1]), odd, strict=True) if comes]
        width = (levels[0] - levels[-1]) ** 2
        for m, door in enumerate(doors, len(line)):
            edges += [
                (k, m, min((score - level) ** 2 + width * (level != door) for level in levels)) for k, score in enumerate(line)
            ]
        if len(doors) == 2:
            edges.append((len(line), len(line) + 1, width))
        pairs = perfect_matching(len(line) + len(doors), edges)
        weight = {(k, m): cost for k, m, cost in edges}
        return sum(weight[pair] for pair in pairs or ())


def zones(field: Field, cores: Iterable[tuple[range, int]]) -> list[Zone] | None:
    """Return zones around some groups, each with how often it was too narrow before. None if one is too large."""
    spans: list[range] = []
    for groups, times in sorted(cores, key=lambda core: core[0][0]):
        wide = _widen(field, groups, times)
        while spans and spans[-1][-1] + 1 >= wide[0]:
            wide = range(min(spans[-1][0], wide[0]), max(spans.pop()[-1], wide[-1]) + 1)
        spans.append(wide)
    made = [Zone(field, groups) for groups in spans]
    return None if any(len(zone.members) > MOST or len(zone.groups) == len(field.groups) for zone in made) else made


def _widen(field: Field, groups: range, times: int) -> range:
    low, high = groups[0], groups[-1]

    def stops(group: int, added: int) -> bool:
        start, end = field.groups[group]
        return end - start >= LARGE << times or added >= MARGIN << times

    core = field.groups[low][0], field.groups[high][1]
    while low > 0 and not stops(low - 1, core[0] - field.groups[low][0]):
        low -= 1
    while high < len(field.groups) - 1 and not stops(high + 1, field.groups[high][1] - core[1]):
        high += 1
    return range(low, high + 1)
