"""Tie-breaks: each returns values for a tied group, higher is better (except `boxes`). The tournament lists them in order.

For individuals, and at three-pair tables, a game's two opponents count with their mean, so that a game weighs as much as a
bye.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from scorekeeper.messages.marks import N_
from scorekeeper.pairing.standings.results import PENALTY, Outcomes, RoundOutcome

Values = Mapping[str, int | None]
"""In units of the book."""


@dataclass(frozen=True)
class Book:
    """What tie-breaks read: every entrant's rounds and match points.

    All numbers are whole units, `unit` of them to the point. Units are small enough that no tie-break needs a fraction.
    """

    rounds: Outcomes
    points: Mapping[str, int]
    unit: int

    @classmethod
    def of(cls, rounds: Outcomes) -> Book:
        """Return the book for these rounds."""
        outcomes = [o for one in rounds.values() for o in one]
        parts = {part.denominator for o in outcomes for part in (o.points, o.margin, o.scored)}
        # Once for the mean of the opponents' points, and once more to multiply it by the entrant's points.
        unit = (lcm(*parts) * lcm(*{len(o.opponents) or 1 for o in outcomes})) ** 2
        return cls(rounds, {who: sum(_units(o.points, unit) for o in one) for who, one in rounds.items()}, unit)

    def number(self, units: int) -> Fraction:
        """Return a number of units as a fraction."""
        return Fraction(units, self.unit)


def _units(number: Fraction | int, unit: int) -> int:
    return number.numerator * (unit // number.denominator)


def _opposition(book: Book, who: str, outcome: RoundOutcome) -> int:
    opponents = outcome.opponents
    if len(opponents) == 1:
        return book.points[opponents[0]]
    return sum(book.points[i] for i in opponents) // len(opponents) if opponents else book.points[who]


def _strengths(book: Book, who: str) -> list[int]:
    return sorted(_opposition(book, who, o) for o in book.rounds[who] if not o.open)


def points_made(book: Book, tied: Sequence[str]) -> Values:
    """Return match points."""
    return {i: book.points[i] for i in tied}


def head_to_head(book: Book, tied: Sequence[str]) -> Values:
    """Return match points from matches among the tied, or None unless all of them met each other."""
    others = set(tied)
    points: dict[str, int | None] = {}
    for i in tied:
        among = [o for o in book.rounds[i] if not o.open and others.intersection(o.opponents)]
        if len({j for o in among for j in o.opponents} & others) < len(others) - 1:
            return dict.fromkeys(tied)
        points[i] = sum(_units(o.points, book.unit) for o in among)
    return points


def buchholz(book: Book, tied: Sequence[str]) -> Values:
    """Return the total of the opponents' match points. A bye counts the entrant's own."""
    return {i: sum(_strengths(book, i)) for i in tied}


def buchholz_cut(book: Book, tied: Sequence[str]) -> Values:
    """Return the Buchholz without the weakest opponent."""
    return {i: sum(_strengths(book, i)[1:]) for i in tied}


def buchholz_median(book: Book, tied: Sequence[str]) -> Values:
    """Return the Buchholz without the weakest and strongest opponents."""
    return {i: sum(_strengths(book, i)[1:-1]) for i in tied}


def sonneborn_berger(book: Book, tied: Sequence[str]) -> Values:
    """Return each opponent's match points times the points scored against them, added up. Byes count nothing."""
    unit = book.unit
    return {i: sum(_opposition(book, i, o) * _units(o.points, unit) // unit for o in book.rounds[i] if o.opponents) for i in tied}


def progressive(book: Book, tied: Sequence[str]) -> Values:
    """Add up the running totals of match points after each round, so that early wins count more."""
    sums = {}
    for i in tied:
        total = running = 0
        points_by_round = {o.round: _units(o.points, book.unit) for o in book.rounds[i] if o.kind != PENALTY}
        last = max(points_by_round, default=0)
        for number in range(1, last + 1):
            running += points_by_round.get(number, 0)
            total += running
        sums[i] = total
    return sums


def wins(book: Book, tied: Sequence[str]) -> Values:
    """Return matches won, without byes."""
    return {i: book.unit * sum(o.kind == "win" for o in book.rounds[i]) for i in tied}


def margin(book: Book, tied: Sequence[str]) -> Values:
    """Return game points for minus against, with each match capped if the tournament sets a cap."""
    return {i: _units(sum(o.margin for o in book.rounds[i]), book.unit) for i in tied}


def points_for(book: Book, tied: Sequence[str]) -> Values:
    """Return game points scored."""
    return {i: _units(sum(o.scored for o in book.rounds[i]), book.unit) for i in tied}


def boxes(book: Book, tied: Sequence[str]) -> Values:
    """Return failed contracts. Fewer is better."""
    return {i: book.unit * sum(o.boxes for o in book.rounds[i]) for i in tied}


@dataclass(frozen=True)
class TieBreak:
    """A tie-break. `title`, `short_title`: message ids of its column. `count`: returns its values for a tied group.

    `fewer_is_better`: lower ranks first. `among_tied`: values depend on who is tied; otherwise an entrant has a single value.
    `fractional`: values are match points or come from them, so JSON has a number with a decimal point.
    """

    key: str
    title: str
    short_title: str
    count: Callable[[Book, Sequence[str]], Values]
    fewer_is_better: bool = False
    among_tied: bool = False
    fractional: bool = False


TIEBREAKS = {
    one.key: one
    for one in (
        TieBreak("match_points", N_("Match points"), N_("Pts"), points_made, fractional=True),
        TieBreak("head_to_head", N_("Head to head"), N_("H2H"), head_to_head, among_tied=True, fractional=True),
        TieBreak("buchholz", N_("Buchholz"), N_("Bhz"), buchholz, fractional=True),
        TieBreak("buchholz_cut", N_("Buchholz cut"), N_("Bhz−"), buchholz_cut, fractional=True),
        TieBreak("buchholz_median", N_("Median Buchholz"), N_("Bhz±"), buchholz_median, fractional=True),
        TieBreak("sonneborn_berger", N_("Sonneborn-Berger"), N_("SB"), sonneborn_berger, fractional=True),
        TieBreak("progressive", N_("Progressive"), N_("Prog."), progressive, fractional=True),
        TieBreak("wins", N_("Wins"), N_("Won"), wins),
        TieBreak("margin", N_("Margin"), N_("+/−"), margin),
        TieBreak("points_for", N_("Points for"), N_("For"), points_for),
        TieBreak("boxes", N_("Boxes"), N_("Boxes"), boxes, fewer_is_better=True),
    )
}

MEANINGS = {
    "match_points": N_("the points for matches won or tied."),
    "head_to_head": N_("the matches of the tied against each other, if all of them met."),
    "buchholz": N_("the match points of all opponents. Stronger opponents rank you higher."),
    "buchholz_cut": N_("the match points of all opponents but the weakest."),
    "buchholz_median": N_("the match points of all opponents but the strongest and the weakest."),
    "sonneborn_berger": N_("the match points of opponents you beat, and half of the points of opponents you tied with."),
    "progressive": N_("the running total after each round. Early wins count more."),
    "wins": N_("all matches won, without byes."),
    "margin": N_("all game points won, minus the points of the opponents."),
    "points_for": N_("all game points won."),
    "boxes": N_("failed contracts. Fewer is better."),
}
"""What each tie-break is, to follow its title. These are message ids."""
