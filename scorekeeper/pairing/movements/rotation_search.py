"""Rounds that mix players: known whist tournaments Wh(v), and a seeded search.

They take v−1 rounds (v = 4n), or v rounds with one sitting out (v = 4n+1). All rounds come from one by adding 1, 2, 3 … to
every number in it. If v is a prime 4n+1, or the square of a prime 4n+3, powers of a generator of the field give that first
round (R. D. Baker, "Whist tournaments", 1975). The others were found by computer search and are checked by the tests.

Two matchings build a round: players into pairs, then pairs into tables. Repeated meetings cost the most. A finished schedule
that is not perfect is then improved by exchanging two players of a round at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import exp, isqrt
from random import Random
from typing import TypeVar

from scorekeeper.pairing.search.matching import perfect_matching

Table = tuple[int, int, int, int]
Element = tuple[int, int]

# First rounds: four numbers for each table, partners side by side. -1 is the seat that stays.
FIRST_ROUNDS: dict[int, tuple[Table, ...]] = {
    4: ((1, -1, 2, 0),),
    8: (
        (1, 4, 3, 5),
        (2, -1, 6, 0),
    ),
    12: (
        (4, -1, 6, 1),
        (7, 3, 2, 0),
        (9, 10, 5, 8),
    ),
    16: (
        (4, 0, 1, 10),
        (7, -1, 3, 5),
        (8, 9, 12, 2),
        (14, 11, 13, 6),
    ),
    20: (
        (-1, 1, 5, 7),
        (4, 10, 13, 12),
        (6, 17, 3, 18),
        (8, 15, 0, 9),
        (16, 2, 11, 14),
    ),
    21: (
        (13, 9, 3, 17),
        (16, 8, 11, 2),
        (18, 7, 5, 6),
        (19, 14, 12, 15),
        (20, 1, 4, 10),
    ),
    24: (
        (2, 9, 11, 5),
        (13, 3, -1, 12),
        (15, 16, 10, 21),
        (17, 8, 20, 18),
        (19, 0, 4, 7),
        (22, 14, 1, 6),
    ),
    25: (
        (4, 8, 22, 16),
        (5, 20, 10, 21),
        (7, 2, 19, 6),
        (9, 1, 3, 12),
        (14, 17, 23, 24),
        (18, 11, 15, 13),
    ),
    28: (
        (0, 13, 8, 26),
        (6, 1, 22, 3),
        (7, 24, 5, 17),
        (10, 12, 21, 25),
        (15, 4, 9, 16),
        (18, -1, 14, 11),
        (19, 20, 2, 23),
    ),
    32: (
        (0, 5, 12, 9),
        (1, 8, 18, 19),
        (4, 23, 21, 10),
        (17, 7, 15, 2),
        (24, 22, 16, -1),
        (25, 29, 26, 20),
        (27, 13, 28, 6),
        (30, 14, 11, 3),
    ),
    33: (
        (4, 2, 14, 31),
        (6, 29, 3, 30),
        (10, 13, 27, 22),
        (12, 20, 25, 1),
        (19, 18, 15, 26),
        (21, 7, 8, 23),
        (24, 11, 16, 9),
        (32, 28, 17, 5),
    ),
    36: (
        (2, 10, 0, 16),
        (7, 3, 27, 33),
        (11, 12, 18, 23),
        (17, -1, 25, 14),
        (22, 4, 21, 19),
        (28, 8, 15, 24),
        (29, 1, 20, 6),
        (30, 5, 13, 26),
        (34, 31, 32, 9),
    ),
    40: (
        (-1, 9, 28, 37),
        (6, 32, 18, 2),
        (11, 17, 16, 4),
        (14, 36, 10, 29),
        (22, 20, 5, 12),
        (23, 8, 26, 31),
        (25, 35, 7, 15),
        (27, 30, 13, 24),
        (33, 19, 3, 21),
        (38, 34, 0, 1),
    ),
    44: (
        (3, 2, 41, 35),
        (7, 31, 38, 4),
        (8, 0, 32, 17),
        (15, 20, 37, 14),
        (16, 34, 6, 19),
        (21, 33, 13, 9),
        (24, -1, 1, 11),
        (25, 23, 18, 39),
        (26, 40, 22, 5),
        (27, 30, 36, 29),
        (28, 12, 42, 10),
    ),
    52: (
        (4, 23, 36, 34),
        (11, -1, 19, 6),
        (12, 20, 48, 15),
        (14, 26, 5, 16),
        (21, 17, 50, 44),
        (22, 31, 28, 0),
        (27, 2, 39, 29),
        (32, 8, 24, 7),
        (38, 18, 1, 37),
        (42, 35, 9, 46),
        (43, 13, 30, 33),
        (47, 25, 40, 41),
        (49, 3, 10, 45),
    ),
}


def whist(players: int) -> list[list[Table]] | None:
    """Return the rounds of Wh(players) with seats 0 to players − 1, or None if none is known here.

    The first two at a table are partners, and so are the last two.
    """
    if players in FIRST_ROUNDS:
        return _cyclic(players, FIRST_ROUNDS[players])
    root = isqrt(players)
    if players % 4 == 1 and _prime(players):
        return _from_field(players, 1)
    if root * root == players and root % 4 == 3 and _prime(root):
        return _from_field(root, root)
    return None


def _prime(number: int) -> bool:
    return number > 1 and all(number % d for d in range(2, isqrt(number) + 1))


def _cyclic(players: int, first: tuple[Table, ...]) -> list[list[Table]]:
    modulus = players - 1 if players % 4 == 0 else players
    fixed = players - 1

    def move(seat: int, by: int) -> int:
        return fixed if seat < 0 else (seat + by) % modulus

    return [[(move(a, r), move(b, r), move(c, r), move(d, r)) for a, b, c, d in first] for r in range(modulus)]


def _from_field(prime: int, imaginary: int) -> list[list[Table]]:
    """Return the rounds over the field of a prime, or of its square.

    `imaginary`: 1 for a prime. For its square it is the prime, and elements are numbers a + bi.
    """

    def times(x: Element, y: Element) -> Element:
        return (x[0] * y[0] - x[1] * y[1]) % prime, (x[0] * y[1] + x[1] * y[0]) % prime

    order = prime * imaginary - 1
    power = next(_powers(times, candidate, order) for candidate in _candidates(prime, imaginary, times, order))
    n = order // 4
    first = [tuple(power[(i + k * n) % order] for k in (0, 2, 1, 3)) for i in range(n)]
    shifts = [(a, b) for a in range(prime) for b in range(imaginary)]

    def seat(x: Element, by: Element) -> int:
        return (x[0] + by[0]) % prime * imaginary + ((x[1] + by[1]) % prime if imaginary > 1 else 0)

    return [[(seat(a, by), seat(b, by), seat(c, by), seat(d, by)) for a, b, c, d in first] for by in shifts]


Times = Callable[[Element, Element], Element]


def _powers(times: Times, base: Element, order: int) -> list[Element]:
    found = [(1, 0)]
    while len(found) < order:
        found.append(times(found[-1], base))
    return found


def _candidates(prime: int, imaginary: int, times: Times, order: int) -> Iterator[Element]:
    """Yield generators: elements whose powers run through everything but 0."""
    for a in range(prime):
        for b in range(imaginary):
            if (a or b) and len(set(_powers(times, (a, b), order))) == order:
                yield a, b


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
    players = list(range(mix.players)) if present is None else list(present)
    draw.shuffle(players)
    players.sort(key=lambda i: -mix.out[i])
    seats = len(players) // 4 * 4
    sitting = sorted(players[seats:])
    for i in sitting:
        mix.out[i] += 1
    playing = players[:seats]
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
