"""Tie-breaks: each gives a tied group its values, more being better (`boxes` apart: fewer). The tournament lists them in order.

Individuals take the mean of the two opponents of a game, so that a game weighs as much as a bye; so does a three-pair table.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from scorekeeper.tournament.results import Ledger, Outcome, match_points

Values = Mapping[str, Fraction | None]


@dataclass(frozen=True)
class Book:
    """What tie-breaks read: every entrant's rounds and match points."""

    rounds: Ledger
    points: Mapping[str, Fraction]

    @classmethod
    def of(cls, rounds: Ledger) -> Book:
        """Open the book at these rounds."""
        return cls(rounds, match_points(rounds))


TieBreak = Callable[[Book, Sequence[str]], Values]


def _opposition(book: Book, who: str, outcome: Outcome) -> Fraction:
    if not outcome.opponents:
        return book.points[who]
    met = outcome.opponents
    return sum((book.points[i] for i in met), Fraction(0)) / len(met)


def _strengths(book: Book, who: str) -> list[Fraction]:
    return sorted(_opposition(book, who, o) for o in book.rounds[who] if o.kind != "playing")


def points_made(book: Book, tied: Sequence[str]) -> Values:
    """Match points."""
    return {i: book.points[i] for i in tied}


def head_to_head(book: Book, tied: Sequence[str]) -> Values:
    """Match points from the matches among the tied, only when all of them met each other."""
    others = set(tied)
    found: dict[str, Fraction | None] = {}
    for i in tied:
        among = [o for o in book.rounds[i] if o.kind != "playing" and others.intersection(o.opponents)]
        if len({j for o in among for j in o.opponents} & others) < len(others) - 1:
            return dict.fromkeys(tied)
        found[i] = sum((o.points for o in among), Fraction(0))
    return found


def buchholz(book: Book, tied: Sequence[str]) -> Values:
    """Sum of the opponents' match points; a bye counts one's own."""
    return {i: sum(_strengths(book, i), Fraction(0)) for i in tied}


def buchholz_cut(book: Book, tied: Sequence[str]) -> Values:
    """Buchholz without the weakest opponent."""
    return {i: sum(_strengths(book, i)[1:], Fraction(0)) for i in tied}


def buchholz_median(book: Book, tied: Sequence[str]) -> Values:
    """Buchholz without the weakest and the strongest opponent."""
    return {i: sum(_strengths(book, i)[1:-1], Fraction(0)) for i in tied}


def sonneborn_berger(book: Book, tied: Sequence[str]) -> Values:
    """Each opponent's match points times the points made against them; byes count nothing."""
    return {i: sum((_opposition(book, i, o) * o.points for o in book.rounds[i] if o.opponents), Fraction(0)) for i in tied}


def progressive(book: Book, tied: Sequence[str]) -> Values:
    """Sum of the running totals of match points after each round: an early win is worth more."""
    found = {}
    for i in tied:
        total = running = Fraction(0)
        last = max((o.round for o in book.rounds[i]), default=0)
        made = {o.round: o.points for o in book.rounds[i]}
        for number in range(1, last + 1):
            running += made.get(number, Fraction(0))
            total += running
        found[i] = total
    return found


def wins(book: Book, tied: Sequence[str]) -> Values:
    """Matches won; byes do not count."""
    return {i: Fraction(sum(o.kind == "win" for o in book.rounds[i])) for i in tied}


def margin(book: Book, tied: Sequence[str]) -> Values:
    """Game points for minus against, each match capped where the tournament says so."""
    return {i: Fraction(sum(o.margin for o in book.rounds[i])) for i in tied}


def points_for(book: Book, tied: Sequence[str]) -> Values:
    """Game points made."""
    return {i: Fraction(sum(o.scored for o in book.rounds[i])) for i in tied}


def boxes(book: Book, tied: Sequence[str]) -> Values:
    """Failed contracts; fewer is better."""
    return {i: Fraction(sum(o.boxes for o in book.rounds[i])) for i in tied}


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
