"""The ends of the field, where score groups are so small that their members have met one another.

What the best pairing pays there is proven apart from the rest. The members of an end pair legally among themselves, or leave it
for the first group beyond, which is taken to hold as many unknown opponents as anyone likes. Nobody farther away is cheaper: a
step of a + b match points squared costs no less than its two parts. So the least price of each end, and that of the rest with
rematches forgotten, add up to what no pairing can beat; and a pairing that costs no more takes no step across the group beyond.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from operator import index

import rustworkx as rx

from scorekeeper.tournament.field import Field

# The group beyond an end should be large enough to have an opponent for anybody; an end of more members is not weighed.
LARGE = 12
MOST = 240


@dataclass(frozen=True)
class End:
    """The score groups from the top (or bottom) of the field, the bye among those of the bottom, and the one `beyond` them."""

    field: Field
    fold: Mapping[int, int]
    groups: range
    beyond: int

    @cached_property
    def members(self) -> range:
        """Its vertices."""
        groups = self.field.groups
        last = self.groups[-1]
        return range(groups[self.groups[0]][0], groups[last][1] if last < len(groups) - 1 else self.field.vertices)

    def allows(self, a: int, b: int) -> bool:
        """Whether two score groups (a above b) are both of the end, or one of them as far as the group beyond."""
        last = len(self.field.groups) - 1
        lower = min(b, last) if self.beyond == last else b  # the bye counts as an opponent of the last group
        return (a in self.groups or a == self.beyond) and (b in self.groups or lower == self.beyond)

    @cached_property
    def more(self) -> int:
        """How much more its members pay at least than with rematches forgotten."""
        members = self.members
        return self._least - sum(self.field.gap(i, j) for i, j in self.fold.items() if i in members or j in members)

    @cached_property
    def _least(self) -> int:
        field, first = self.field, self.members[0]
        level = field.points[field.groups[self.beyond][0]]
        steps = [field.scores[i] - level for i in self.members]
        # Two who pair save both their steps out of the end, and pay the one between them.
        saved = [
            (i - first, j - first, 2 * steps[i - first] * steps[j - first])
            for i in self.members
            for j in range(i + 1, self.members[-1] + 1)
            if field.legal(i, j)
        ]
        graph: rx.PyGraph[int, int] = rx.PyGraph(multigraph=True)
        graph.add_nodes_from(self.members)
        graph.add_edges_from(saved)
        pairs = rx.max_weight_matching(graph, max_cardinality=False, weight_fn=index)
        return sum(step * step for step in steps) - sum(2 * steps[i] * steps[j] for i, j in pairs)


def top(field: Field, fold: Mapping[int, int]) -> Iterator[End]:
    """Ends from the top, ever longer; `fold`: the pairing that forgets rematches."""
    for g, (start, end) in enumerate(field.groups):
        if start > MOST:
            return
        if g and end - start >= LARGE:
            yield End(field, fold, range(g), g)


def bottom(field: Field, fold: Mapping[int, int]) -> Iterator[End]:
    """Ends from the bottom, ever longer."""
    last = len(field.groups)
    for g in range(last - 2, -1, -1):
        start, end = field.groups[g]
        if field.entrants - end > MOST:
            return
        if end - start >= LARGE:
            yield End(field, fold, range(g + 1, last + field.odd), g)
