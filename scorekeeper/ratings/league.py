"""A league: points for ranks, the best results of a season, and the standings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scorekeeper.ratings.facts import Place

TEAMS, PLAYERS = "teams", "players"
WHO = (TEAMS, PLAYERS)
"""What a league ranks: pairs that stay together, or single players with any partner."""

RANKS, MATCH_POINTS, GAME_POINTS = "ranks", "match_points", "game_points"
COUNTS = (RANKS, MATCH_POINTS, GAME_POINTS)
"""What a tournament brings: points for the rank there, or the match points or the points scored there."""

TABLES: dict[str, tuple[int, ...]] = {
    "first_ten": (25, 18, 15, 12, 10, 8, 6, 4, 2, 1),
    "countdown": (10, 9, 8, 7, 6, 5, 4, 3, 2, 1),
    "podium": (5, 3, 1),
}
"""Points tables to start from."""

MOST_PLACES = 64
MOST_POINTS = 1000


@dataclass(frozen=True, slots=True)
class Rules:
    """How a league is counted.

    `counts`: one of COUNTS. `points`: of the first, second … rank; `others`: of every rank below. `share`: entrants who share a
    rank divide the points of the ranks they take; if not, each gets the points of that rank. These three apply to ranks only.
    `best`: how many results count, None for all.
    """

    points: tuple[int, ...] = TABLES["first_ten"]
    others: int = 0
    best: int | None = None
    share: bool = True
    who: str = TEAMS
    counts: str = RANKS

    def worth(self, place: int) -> int:
        """Return the points for a rank, counted from 1."""
        return self.points[place - 1] if place <= len(self.points) else self.others


def league_points(rules: Rules, places: Sequence[Place]) -> list[Fraction]:
    """Return the league points of each place of a tournament, in their order."""
    if rules.counts == RANKS:
        return rank_points(rules, [place.rank for place in places])
    return [place.match_points if rules.counts == MATCH_POINTS else place.game_points for place in places]


def rank_points(rules: Rules, ranks: Sequence[int]) -> list[Fraction]:
    """Return the points for each of an event's ranks, in the same order. Shared ranks repeat (1, 2, 2, 4)."""
    many = {rank: ranks.count(rank) for rank in ranks}
    points = {}
    for rank, count in many.items():
        places = range(rank, rank + count) if rules.share else (rank,)
        points[rank] = Fraction(sum(rules.worth(place) for place in places), len(places))
    return [points[rank] for rank in ranks]


@dataclass(frozen=True, slots=True)
class Result:
    """A result in one tournament. `counts`: whether it is among the best."""

    event: int
    rank: int
    points: Fraction
    counts: bool = True


BREAKS = ("points", "countback", "all")
"""In order: points that count; the best result, then the second best, and so on; points from all results."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the league's standings.

    `results`: in the order of the tournaments.
    `separated_by`: which of BREAKS put this line below the one above, or None if they share a rank.
    """

    rank: int
    key: str
    points: Fraction
    results: tuple[Result, ...]
    separated_by: str | None


def standings(rules: Rules, results_by_key: Mapping[str, Sequence[Result]]) -> list[Line]:
    """Return the league's standings. Entrants who tie on everything share a rank, in the order given.

    `results_by_key`: in the order of the tournaments.
    """
    counted = {key: _mark_best(rules, results) for key, results in results_by_key.items()}
    values = {key: _break_values(results) for key, results in counted.items()}
    order = sorted(counted, key=lambda key: values[key], reverse=True)
    lines: list[Line] = []
    for n, key in enumerate(order):
        by = None
        if n:
            pairs = zip(BREAKS, values[order[n - 1]], values[key], strict=True)
            by = next((name for name, above, mine in pairs if above != mine), None)
        rank = n + 1 if by or not n else lines[-1].rank
        lines.append(Line(rank, key, values[key][0], counted[key], by))
    return lines


def _mark_best(rules: Rules, results: Sequence[Result]) -> tuple[Result, ...]:
    """Mark the best results, the earlier of two equal ones."""
    order = sorted(range(len(results)), key=lambda n: (-results[n].points, n))
    best = set(order if rules.best is None else order[: rules.best])
    return tuple(Result(r.event, r.rank, r.points, n in best) for n, r in enumerate(results))


def _break_values(results: Sequence[Result]) -> tuple[Fraction, tuple[Fraction, ...], Fraction]:
    counting = sorted((r.points for r in results if r.counts), reverse=True)
    # A missing result is worth as much as a result of 0: 5 and 0 is no better than 5 alone.
    while counting and counting[-1] == 0:
        counting.pop()
    return sum(counting, Fraction(0)), tuple(counting), sum((r.points for r in results), Fraction(0))
