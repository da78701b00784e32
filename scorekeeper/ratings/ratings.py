"""Glicko-2 ratings of pairs and players over a season. Each tournament is a rating period.

Pairs. A pair is rated against the pairs it met, which at a table of three are both others. Forfeits are not rated. A match
with a substitute counts for the players who sat there.

Players. Each match counts as a game against a composite opponent, the mean of the opposing side, after Garrick J. Williams,
“Abstracting Glicko-2 for Team Games”, University of Cincinnati, 2013. Because partners at a club differ and change, one
thing is added. A player with a weaker partner meets a stronger composite opponent, and one with a stronger partner a weaker
opponent, by half of the difference. The expected result is then the one between the means of both sides. The partner's
deviation counts like the opponents'.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import permutations
from math import sqrt

from scorekeeper.ratings import glicko2
from scorekeeper.ratings.facts import PlayedMatch, SeasonEvent, SeasonSeat, in_order

SETTLED_DEVIATION = 110.0
"""A rating is settled at this deviation or less, and provisional above it."""


@dataclass(frozen=True, slots=True)
class RatingChange:
    """A rating after a tournament. `matches`: how many were rated."""

    event: int
    rating: glicko2.Rating
    matches: int
    change: float


@dataclass(frozen=True, slots=True)
class History:
    """A rating tournament by tournament. `now`: the rating at the end of the season, including periods without play."""

    key: str
    now: glicko2.Rating
    steps: tuple[RatingChange, ...]

    @property
    def matches(self) -> int:
        """Return the number of rated matches."""
        return sum(step.matches for step in self.steps)


Book = dict[str, list[glicko2.Game]]
Known = dict[str, glicko2.Rating]


def team_ratings(events: Sequence[SeasonEvent]) -> dict[str, History]:
    """Return rating histories of pairs, by key."""
    return _rate_events(events, _team_games)


def player_ratings(events: Sequence[SeasonEvent]) -> dict[str, History]:
    """Return rating histories of players, by key."""
    return _rate_events(events, _player_games)


def rank_histories(histories: Iterable[History]) -> list[History]:
    """Return settled ratings, highest first, then provisional ones, highest first."""
    return sorted(histories, key=lambda h: (h.now.deviation > SETTLED_DEVIATION, -h.now.rating, h.key))


def _rate_events(events: Sequence[SeasonEvent], games_of: object) -> dict[str, History]:
    now: Known = {}
    steps: dict[str, list[RatingChange]] = {}
    for event in in_order(list(events)):
        book: Book = games_of(event.matches, now)  # type: ignore[operator]
        before = dict(now)
        for key in {**before, **book}:
            old = before.get(key, glicko2.Rating())
            now[key] = glicko2.update_rating(old, book.get(key, ()))
            if book.get(key):
                change = now[key].rating - old.rating
                steps.setdefault(key, []).append(RatingChange(event.id, now[key], len(book[key]), change))
    return {key: History(key, now[key], tuple(steps[key])) for key in steps}


def _meetings(matches: Iterable[PlayedMatch]) -> Iterable[tuple[SeasonSeat, SeasonSeat, float]]:
    """Yield each side of each played match with each other side, and the result."""
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
                book.setdefault(player, []).append((composite_opponent(player, own.players, other.players, known), score))
    return book


def composite_opponent(player: str, own: Sequence[str], other: Sequence[str], known: Known) -> glicko2.Rating:
    """Return the single opponent that replaces a match of two sides in this player's rating."""
    mates = [known.get(p, glicko2.Rating()) for p in own]
    theirs = [known.get(p, glicko2.Rating()) for p in other]
    mine = known.get(player, glicko2.Rating()).rating
    gap = mine - sum(r.rating for r in mates) / len(mates)
    rating = sum(r.rating for r in theirs) / len(theirs) + gap
    partners = [known.get(p, glicko2.Rating()) for p in own if p != player]
    unsure = sum(r.deviation**2 for r in theirs) / len(theirs) ** 2 + sum(r.deviation**2 for r in partners) / len(own) ** 2
    return glicko2.Rating(rating, sqrt(unsure))
