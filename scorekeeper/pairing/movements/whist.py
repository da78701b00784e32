"""Whist tournaments Wh(v): everyone partners everyone once and opposes everyone twice.

They take v−1 rounds (v = 4n), or v rounds with one sitting out (v = 4n+1). All rounds come from one by adding 1, 2, 3 … to
every number in it. If v is a prime 4n+1, or the square of a prime 4n+3, powers of a generator of the field give that first
round (R. D. Baker, "Whist tournaments", 1975). The others were found by computer search and are checked by the tests.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import isqrt

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
