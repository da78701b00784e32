"""Tie-breaks: each gives a tied group its values, more being better (`boxes` apart: fewer). The tournament lists them in order.

Individuals take the mean of the two opponents of a game, so that a game weighs as much as a bye; so does a three-pair table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from scorekeeper.tournament.results import PENALTY, Outcomes, RoundOutcome

Values = Mapping[str, int | None]
"""In units of the book."""


@dataclass(frozen=True)
class Book:
    """What tie-breaks read: every entrant's rounds and match points.

    Everything is counted in whole units, `unit` of them to the point, so small that no tie-break needs a part of one.
    """

    rounds: Outcomes
    points: Mapping[str, int]
    unit: int

    @classmethod
    def of(cls, rounds: Outcomes) -> Book:
        """Open the book at these rounds."""
        made = [o for one in rounds.values() for o in one]
        parts = {part.denominator for o in made for part in (o.points, o.margin, o.scored)}
        # The mean of the opponents' points; and once more, for one's own points times that.
        unit = (lcm(*parts) * lcm(*{len(o.opponents) or 1 for o in made})) ** 2
        return cls(rounds, {who: sum(_units(o.points, unit) for o in one) for who, one in rounds.items()}, unit)

    def number(self, units: int) -> Fraction:
        """So many units as a number."""
        return Fraction(units, self.unit)


TieBreak = Callable[[Book, Sequence[str]], Values]


def _units(number: Fraction | int, unit: int) -> int:
    return number.numerator * (unit // number.denominator)


def _opposition(book: Book, who: str, outcome: RoundOutcome) -> int:
    met = outcome.opponents
    if len(met) == 1:
        return book.points[met[0]]
    return sum(book.points[i] for i in met) // len(met) if met else book.points[who]


def _strengths(book: Book, who: str) -> list[int]:
    return sorted(_opposition(book, who, o) for o in book.rounds[who] if not o.open)


def points_made(book: Book, tied: Sequence[str]) -> Values:
    """Match points."""
    return {i: book.points[i] for i in tied}


def head_to_head(book: Book, tied: Sequence[str]) -> Values:
    """Match points from the matches among the tied, only when all of them met each other."""
    others = set(tied)
    points: dict[str, int | None] = {}
    for i in tied:
        among = [o for o in book.rounds[i] if not o.open and others.intersection(o.opponents)]
        if len({j for o in among for j in o.opponents} & others) < len(others) - 1:
            return dict.fromkeys(tied)
        points[i] = sum(_units(o.points, book.unit) for o in among)
    return points


def buchholz(book: Book, tied: Sequence[str]) -> Values:
    """Sum of the opponents' match points; a bye counts one's own."""
    return {i: sum(_strengths(book, i)) for i in tied}


def buchholz_cut(book: Book, tied: Sequence[str]) -> Values:
    """Buchholz without the weakest opponent."""
    return {i: sum(_strengths(book, i)[1:]) for i in tied}


def buchholz_median(book: Book, tied: Sequence[str]) -> Values:
    """Buchholz without the weakest and the strongest opponent."""
    return {i: sum(_strengths(book, i)[1:-1]) for i in tied}


def sonneborn_berger(book: Book, tied: Sequence[str]) -> Values:
    """Each opponent's match points times the points made against them; byes count nothing."""
    unit = book.unit
    return {i: sum(_opposition(book, i, o) * _units(o.points, unit) // unit for o in book.rounds[i] if o.opponents) for i in tied}


def progressive(book: Book, tied: Sequence[str]) -> Values:
    """Sum of the running totals of match points after each round: an early win is worth more."""
    sums = {}
    for i in tied:
        total = running = 0
        made = {o.round: _units(o.points, book.unit) for o in book.rounds[i] if o.kind != PENALTY}
        last = max(made, default=0)
        for number in range(1, last + 1):
            running += made.get(number, 0)
            total += running
        sums[i] = total
    return sums


def wins(book: Book, tied: Sequence[str]) -> Values:
    """Matches won; byes do not count."""
    return {i: book.unit * sum(o.kind == "win" for o in book.rounds[i]) for i in tied}


def margin(book: Book, tied: Sequence[str]) -> Values:
    """Game points for minus against, each match capped where the tournament says so."""
    return {i: _units(sum(o.margin for o in book.rounds[i]), book.unit) for i in tied}


def points_for(book: Book, tied: Sequence[str]) -> Values:
    """Game points made."""
    return {i: _units(sum(o.scored for o in book.rounds[i]), book.unit) for i in tied}


def boxes(book: Book, tied: Sequence[str]) -> Values:
    """Failed contracts; fewer is better."""
    return {i: book.unit * sum(o.boxes for o in book.rounds[i]) for i in tied}


TIEBREAKS: dict[str, TieBreak] = {
    "match_points": points_made,
    "head_to_head": head_to_head,
    "buchholz": buchholz,
    "buchholz_cut": buchholz_cut,
    "buchholz_median": buchholz_median,
    "sonneborn_berger": sonneborn_berger,
    "progressive": progressive,
    "wins": wins,
    "margin": margin,
    "points_for": points_for,
    "boxes": boxes,
}
FEWER_IS_BETTER = frozenset({"boxes"})
AMONG_THE_TIED = frozenset({"head_to_head"})
"""Tie-breaks whose values depend on who is tied; the others give everyone one value for good."""
