"""Draw unseeded entrants of a knock-out so that entrants who should be apart don't meet in the first round.

Seeds have fixed places (tournament record, section 1). Unseeded entrants fill the rest in order of entry. If that would
bring together entrants who should be apart, a matching finds the best way to fill these places. It covers unseeded entrants,
seeds who await one of them, and the remaining byes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from scorekeeper.pairing.record.draft import Reason
from scorekeeper.pairing.record.record import Tournament
from scorekeeper.pairing.record.tree import bracket_size
from scorekeeper.pairing.search.matching import perfect_matching
from scorekeeper.pairing.search.pairing_constraints import KeptApart
from scorekeeper.pairing.search.swap_search import IN_ORDER, Two, cost_notices

Price = tuple[int, int, int]
Drawn = tuple[int, int]
"""Two places in the line (from 1) whose entrants meet. For a bye, the second is past the last entrant."""


@dataclass(frozen=True)
class OpenDraw:
    """The open part of a draw. `line`: everyone by seed, then by entry. `free`: the places of unseeded entrants in it."""

    line: Sequence[str]
    free: Sequence[int]
    apart: KeptApart

    @property
    def _size(self) -> int:
        return bracket_size(len(self.line))

    @cached_property
    def _edges(self) -> Mapping[Drawn, Price]:
        """Return the possible first-round meetings and their costs: never, rather not, distance from the order of entry."""
        whole, edges = self._size + 1, {}
        for place in self.free:
            against = whole - place
            if against not in self.free:
                for one in self.free:
                    edges[one, against] = (*self._weight(one, against), (one - place) ** 2)
        for one, other in combinations(self.free, 2):
            edges[one, other] = (*self._weight(one, other), (one + other - whole) ** 2)
        return edges

    def _weight(self, one: int, other: int) -> tuple[int, int]:
        if other > len(self.line):
            return 0, 0
        return self.apart.weight(self.line[one - 1], self.line[other - 1])

    def best(self, without: Drawn | None = None) -> list[Drawn] | None:
        """Return the cheapest meetings. None if there is no draw without the meeting `without`."""
        edges = {two: price for two, price in self._edges.items() if two != without}
        vertices = sorted({v for two in edges for v in two})
        at = {v: k for k, v in enumerate(vertices)}
        much = self._size**3 + 1
        flat = [(at[a], at[b], (never * self._size + rather) * much + far) for (a, b), (never, rather, far) in edges.items()]
        found = perfect_matching(len(vertices), flat)
        ways = [] if found is None else [(vertices[a], vertices[b]) for a, b in found]
        return None if found is None else [(a, b) if (a, b) in edges else (b, a) for a, b in ways]

    def price(self, drawn: Sequence[Drawn]) -> Price:
        """Return the cost of a draw."""
        never, rather, far = (sum(column) for column in zip(*(self._edges[two] for two in drawn), strict=True))
        return never, rather, far

    def as_line(self, drawn: Sequence[Drawn]) -> list[str]:
        """Return everyone by the place that this draw gives them."""
        found = {place: who for place, who in enumerate(self.line, 1) if place not in self.free}
        inside = sorted(sorted(two) for two in drawn if two[1] in self.free)
        places = sorted(p for p in self.free if self._size + 1 - p in self.free)[: len(inside)]
        for (one, other), place in zip(inside, places, strict=True):
            found |= {place: self.line[one - 1], self._size + 1 - place: self.line[other - 1]}
        for one, against in drawn:
            if against not in self.free:
                found[self._size + 1 - against] = self.line[one - 1]
        return [found[place] for place in sorted(found)]


def _open_draw(tournament: Tournament, line: Sequence[str]) -> OpenDraw:
    unseeded = {e.id for e in tournament.entrants if e.seed is None}
    free = [place for place, who in enumerate(line, 1) if who in unseeded]
    return OpenDraw(line, free, KeptApart(tournament.apart, 1))


def draw_apart(tournament: Tournament, line: list[str]) -> list[str]:
    """Return the line of seeds, with unseeded entrants exchanged if some would meet who should not."""
    draw = _open_draw(tournament, line)
    whole = bracket_size(len(line)) + 1
    first = [(line[p - 1], line[whole - p - 1]) for p in draw.free if whole - p <= len(line)]
    if not draw.apart or not any(any(draw.apart.weight(a, b)) for a, b in first):
        return line
    best = draw.best()
    return line if best is None else draw.as_line(best)


def cost_of_drawing(tournament: Tournament, line: Sequence[str], met: Two) -> tuple[Reason, ...]:
    """Return the notices for two who meet in the first round, and what a draw without that meeting would have cost.

    `line`: as in `draw_apart`.
    """
    a, b, _ = met
    draw = _open_draw(tournament, line)
    one, other = (line.index(who) + 1 for who in (a, b))
    if one not in draw.free and other not in draw.free:
        return draw.apart.meeting_notice(*met), Reason("apart.fixed")
    two = (one, other) if one in draw.free and (other not in draw.free or one < other) else (other, one)
    now, then = draw.best(), draw.best(two)
    changes = [tuple(x - y for x, y in zip(draw.price(then), draw.price(now), strict=True))] if now and then else []
    return cost_notices(draw.apart, met, IN_ORDER, changes)
