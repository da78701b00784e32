"""The draw of a knock-out among those without a seed, where some should be kept apart in the first round.

Seeds have their places (tournament record, section 1); whoever has none stands behind them in order of entry, which is but a way
to fill the places that are left. Where those who should be apart would meet so, they are filled otherwise: best is what a
matching finds of all without a seed with one another, with the seeds who wait for one of them, and with the byes left to them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from scorekeeper.tournament.apart import KeptApart
from scorekeeper.tournament.draft import Reason
from scorekeeper.tournament.exchanging import IN_ORDER, Two, worse
from scorekeeper.tournament.matching import perfect_matching
from scorekeeper.tournament.record import Tournament
from scorekeeper.tournament.tree import bracket_size

Price = tuple[int, int, int]
Drawn = tuple[int, int]
"""Two places of the line (from 1) whose holders meet; of a bye, one past all entrants."""


@dataclass(frozen=True)
class OpenDraw:
    """`line`: everyone by seed, then by entry; `free`: the places in it of those without a seed."""

    line: Sequence[str]
    free: Sequence[int]
    apart: KeptApart

    @property
    def _size(self) -> int:
        return bracket_size(len(self.line))

    @cached_property
    def _edges(self) -> Mapping[Drawn, Price]:
        """Who may meet in the first round, and what it costs: never, rather not, how far that is from the order of entry."""
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
        """Who meets whom among those in question; None where there is no draw without two that are named."""
        edges = {two: price for two, price in self._edges.items() if two != without}
        vertices = sorted({v for two in edges for v in two})
        at = {v: k for k, v in enumerate(vertices)}
        much = self._size**3 + 1
        flat = [(at[a], at[b], (never * self._size + rather) * much + far) for (a, b), (never, rather, far) in edges.items()]
        found = perfect_matching(len(vertices), flat)
        ways = [] if found is None else [(vertices[a], vertices[b]) for a, b in found]
        return None if found is None else [(a, b) if (a, b) in edges else (b, a) for a, b in ways]

    def price(self, drawn: Sequence[Drawn]) -> Price:
        """What a draw costs."""
        never, rather, far = (sum(column) for column in zip(*(self._edges[two] for two in drawn), strict=True))
        return never, rather, far

    def as_line(self, drawn: Sequence[Drawn]) -> list[str]:
        """Everyone by the place that this draw gives."""
        found = {place: who for place, who in enumerate(self.line, 1) if place not in self.free}
        inside = sorted(sorted(two) for two in drawn if two[1] in self.free)
        places = sorted(p for p in self.free if self._size + 1 - p in self.free)[: len(inside)]
        for (one, other), place in zip(inside, places, strict=True):
            found |= {place: self.line[one - 1], self._size + 1 - place: self.line[other - 1]}
        for one, against in drawn:
            if against not in self.free:
                found[self._size + 1 - against] = self.line[one - 1]
        return [found[place] for place in sorted(found)]


def _draw_of(tournament: Tournament, line: Sequence[str]) -> OpenDraw:
    unseeded = {e.id for e in tournament.entrants if e.seed is None}
    free = [place for place, who in enumerate(line, 1) if who in unseeded]
    return OpenDraw(line, free, KeptApart(tournament.apart, 1))


def drawn_apart(tournament: Tournament, line: list[str]) -> list[str]:
    """The line of seeds, those without one exchanged where some of them should not meet whom they would."""
    draw = _draw_of(tournament, line)
    whole = bracket_size(len(line)) + 1
    first = [(line[p - 1], line[whole - p - 1]) for p in draw.free if whole - p <= len(line)]
    if not draw.apart or not any(any(draw.apart.weight(a, b)) for a, b in first):
        return line
    best = draw.best()
    return line if best is None else draw.as_line(best)


def cost_of_drawing(tournament: Tournament, line: Sequence[str], met: Two) -> tuple[Reason, ...]:
    """What is said of two who meet in the first round, and what another draw would have cost in which they do not. `line`: as in
    `drawn_apart`.
    """
    a, b, _ = met
    draw = _draw_of(tournament, line)
    one, other = (line.index(who) + 1 for who in (a, b))
    if one not in draw.free and other not in draw.free:
        return draw.apart.told(*met), Reason("apart.fixed")
    two = (one, other) if one in draw.free and (other not in draw.free or one < other) else (other, one)
    now, then = draw.best(), draw.best(two)
    changes = [tuple(x - y for x, y in zip(draw.price(then), draw.price(now), strict=True))] if now and then else []
    return worse(draw.apart, met, IN_ORDER, changes)
