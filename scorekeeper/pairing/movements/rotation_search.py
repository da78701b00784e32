"""Search from a seed for rounds that mix players: new partners, evenly spread opponents, sit-outs in turn.

Two matchings build a round: players into pairs, then pairs into tables. Repeated meetings cost the most. A finished schedule
that is not perfect is then improved by exchanging two players of a round at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import exp
from random import Random
from typing import TypeVar

from scorekeeper.pairing.search.matching import perfect_matching

Table = tuple[int, int, int, int]
Item = TypeVar("Item")

# A repeated partner weighs as much as this many repeated opponents.
PARTNER = 64
PAIRS = ((0, 1, True), (2, 3, True), (0, 2, False), (0, 3, False), (1, 2, False), (1, 3, False))
"""The pairs of seats at a table, as partners (True) or opponents."""
Dear = Mapping[tuple[int, int], int]


@dataclass
class Mix:
    """Counts for players numbered from 0: how often any two were partners and opponents, and how often each sat out.

    `dear`: extra costs of two players (smaller number first) as partners, and as opponents, if they should be apart.
    `partner`: the weight of a repeated partner.
    """

    players: int
    dear: tuple[Dear, Dear] = field(default_factory=lambda: ({}, {}))
    partner: int = PARTNER
    partners: list[list[int]] = field(init=False)
    opponents: list[list[int]] = field(init=False)
    out: list[int] = field(init=False)

    def __post_init__(self) -> None:
        self.partners = [[0] * self.players for _ in range(self.players)]
        self.opponents = [[0] * self.players for _ in range(self.players)]
        self.out = [0] * self.players

    def count(self, table: Sequence[int], sign: int = 1) -> None:
        """Add a table of four, with partners side by side, or remove it with sign −1."""
        for a, b, together in PAIRS:
            counts = self.partners if together else self.opponents
            counts[table[a]][table[b]] += sign
            counts[table[b]][table[a]] += sign

    def price(self, table: Sequence[int]) -> int:
        """Return what seating these four adds to the weighted sum of squares."""
        total = 0
        for a, b, together in PAIRS:
            counts = self.partners if together else self.opponents
            total += (self.partner if together else 1) * (2 * counts[table[a]][table[b]] + 1)
        if self.dear[0] or self.dear[1]:
            total += sum(self.extra_cost(table[a], table[b], partners=together) for a, b, together in PAIRS)
        return total

    def extra_cost(self, i: int, j: int, *, partners: bool = True) -> int:
        """Return the extra cost of these two as partners or opponents."""
        return self.dear[0 if partners else 1].get((min(i, j), max(i, j)), 0)


def make_round(mix: Mix, draw: Random, present: Sequence[int] | None = None) -> tuple[list[Table], list[int]]:
    """Return the next round's tables and sit-outs, and count them in `mix`."""
    here = list(range(mix.players)) if present is None else list(present)
    draw.shuffle(here)
    here.sort(key=lambda i: -mix.out[i])
    seats = len(here) // 4 * 4
    sitting = sorted(here[seats:])
    for i in sitting:
        mix.out[i] += 1
    playing = here[:seats]
    pairs = _match_cheapest(
        playing, lambda i, j: mix.partner * mix.partners[i][j] + mix.opponents[i][j] + mix.extra_cost(i, j), draw
    )
    meet = mix.opponents

    def met(p: tuple[int, int], q: tuple[int, int]) -> int:
        return sum(meet[i][j] for i in p for j in q) ** 2 + sum(mix.extra_cost(i, j, partners=False) for i in p for j in q)

    tables: list[Table] = [(*one, *other) for one, other in _match_cheapest(pairs, met, draw)]
    for table in tables:
        mix.count(table)
    return tables, sitting


def _match_cheapest(items: Sequence[Item], price: Callable[[Item, Item], int], draw: Random) -> list[tuple[Item, Item]]:
    n = len(items)
    edges = [(i, j, price(items[i], items[j]) << 30 | draw.getrandbits(30)) for i in range(n) for j in range(i + 1, n)]
    return [(items[i], items[j]) for i, j in perfect_matching(n, edges) or ()]


def anneal(mix: Mix, rounds: list[tuple[list[Table], list[int]]], draw: Random, tries: int, enough: Callable[[], bool]) -> None:
    """Improve rounds by simulated annealing: exchange two players of a round, up to `tries` times.

    A worse exchange is accepted now and then.
    """
    busy = [k for k, (tables, _) in enumerate(rounds) if tables]
    if not busy:
        return
    pause = 256 + sum(len(tables) for tables, _ in rounds)
    for step in range(tries):
        if step % pause == 0 and enough():
            return
        heat = 3.0 * (1 - step / tries) + 0.05
        tables = rounds[draw.choice(busy)][0]
        s, t = draw.randrange(4 * len(tables)), draw.randrange(4 * len(tables))
        if s // 2 == t // 2:
            continue
        _exchange(mix, tables, s, t, heat, draw)


def keep_more_apart(mix: Mix, rounds: Sequence[tuple[list[Table], list[int]]]) -> None:
    """Exchange two players of a round while that keeps more players apart who should be."""
    if not (mix.dear[0] or mix.dear[1]):
        return
    for tables, _ in rounds:
        seats = [(s, t) for t in range(4 * len(tables)) for s in range(t) if s // 2 != t // 2]
        while any(_exchange(mix, tables, s, t, 0, None) for s, t in seats):
            pass


def _exchange(mix: Mix, tables: list[Table], s: int, t: int, heat: float, draw: Random | None) -> bool:
    """Exchange two seats if it makes the round cheaper. With `draw`, a worse exchange may pass too, more often at higher
    `heat`.
    """
    a, b = s // 4, t // 4
    old = [tables[a]] if a == b else [tables[a], tables[b]]
    new = [list(table) for table in old]
    one, other = new[0], new[-1]
    one[s % 4], other[t % 4] = other[t % 4], one[s % 4]
    for table in old:
        mix.count(table, -1)
    change = sum(mix.price(table) for table in new) - sum(mix.price(table) for table in old)
    keep = change < 0 if draw is None else change <= 0 or draw.random() < exp(-change / heat)
    for four in new if keep else old:
        mix.count(four)
    if keep:
        tables[a] = (one[0], one[1], one[2], one[3])
        tables[b] = (other[0], other[1], other[2], other[3])
    return keep
