"""Ratings of pairs and of players over a season, by Glicko-2, a tournament being a rating period.

Pairs. A pair is rated as such: its opponents are the pairs it met (at a table of three, both of the others). Matches that were
not played are not rated; a round with somebody else on a chair belongs to those who sat there.

Players. Each match is taken as a game against a composite opponent, after Garrick J. Williams, “Abstracting Glicko-2 for Team
Games”, University of Cincinnati, 2013 (the composite opponent: the mean of the opposing team). One thing is added, because
partners at a club differ and change: the composite opponent is made stronger where a player's own partner is weaker than the
player, and weaker where the partner is stronger, by half of the difference, so that the result that is expected is the one
between the means of both sides; and how unsure the partner's rating is counts like that of the opponents.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import permutations
from math import sqrt

from scorekeeper.season import glicko2
from scorekeeper.season.facts import PlayedMatch, SeasonEvent, SeasonSeat, in_order

SETTLED = 110.0
"""A deviation from which on a rating may be called settled; above it, it is provisional."""


@dataclass(frozen=True, slots=True)
class RatingChange:
    """A rating after a tournament that was played in. `matches`: how many were rated."""

    event: int
    rating: glicko2.Rating
    matches: int
    change: float


@dataclass(frozen=True, slots=True)
class History:
    """Somebody's ratings, tournament by tournament. `now`: after all of the season, times without play counted."""

    key: str
    now: glicko2.Rating
    steps: tuple[RatingChange, ...]

    @property
    def matches(self) -> int:
        """How many matches were rated."""
        return sum(step.matches for step in self.steps)


Book = dict[str, list[glicko2.Game]]
Known = dict[str, glicko2.Rating]


def team_ratings(events: Sequence[SeasonEvent]) -> dict[str, History]:
    """Ratings of pairs, by key."""
    return _rated(events, _team_games)


def player_ratings(events: Sequence[SeasonEvent]) -> dict[str, History]:
    """Ratings of players, by key."""
    return _rated(events, _player_games)


def ranked(histories: Iterable[History]) -> list[History]:
    """The settled ones first, the highest rating first; then the provisional ones likewise."""
    return sorted(histories, key=lambda h: (h.now.deviation > SETTLED, -h.now.rating, h.key))


def _rated(events: Sequence[SeasonEvent], games_of: object) -> dict[str, History]:
    now: Known = {}
    steps: dict[str, list[RatingChange]] = {}
    for event in in_order(list(events)):
        book: Book = games_of(event.matches, now)  # type: ignore[operator]
        before = dict(now)
        for key in {**before, **book}:
            old = before.get(key, glicko2.Rating())
            now[key] = glicko2.updated(old, book.get(key, ()))
            if book.get(key):
                change = now[key].rating - old.rating
                steps.setdefault(key, []).append(RatingChange(event.id, now[key], len(book[key]), change))
    return {key: History(key, now[key], tuple(steps[key])) for key in steps}


def _meetings(matches: Iterable[PlayedMatch]) -> Iterable[tuple[SeasonSeat, SeasonSeat, float]]:
    """Each side of each match that was played against each other one, with the result."""
    for match in matches:
        if match.played:
            for a, b in permutations(range(len(match.sides)), 2):
                yield match.sides[a], match.sides[b], match.result(a, b)


def _team_games(matches: Sequence[PlayedMatch], known: Known) -> Book:
    book: Book = {}
    for own, other, score in _meetings(matches):
        if own.team and other.team:
            book.setdefault(own.team, []).append((known.get(other.team, glicko2.Rating()), score))
    return book


def _player_games(matches: Sequence[PlayedMatch], known: Known) -> Book:
    book: Book = {}
    for own, other, score in _meetings(matches):
        if own.players and other.players:
            for player in own.players:
                book.setdefault(player, []).append((composite(player, own.players, other.players, known), score))
    return book


def composite(player: str, own: Sequence[str], other: Sequence[str], known: Known) -> glicko2.Rating:
    """The one opponent that stands for a match of two sides, as this player meets it."""
    mates = [known.get(p, glicko2.Rating()) for p in own]
    theirs = [known.get(p, glicko2.Rating()) for p in other]
    mine = known.get(player, glicko2.Rating()).rating
    gap = mine - sum(r.rating for r in mates) / len(mates)
    rating = sum(r.rating for r in theirs) / len(theirs) + gap
    partners = [known.get(p, glicko2.Rating()) for p in own if p != player]
    unsure = sum(r.deviation**2 for r in theirs) / len(theirs) ** 2 + sum(r.deviation**2 for r in partners) / len(own) ** 2
    return glicko2.Rating(rating, sqrt(unsure))
