"""Glicko-2 ratings of pairs and players over a season. Each tournament is a rating period.

Source: Mark E. Glickman, “Example of the Glicko-2 system”, Boston University, 2013 (glicko.net/glicko/glicko2.pdf). Step
numbers and letters are Glickman's.

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
from math import exp, log, pi, sqrt

from scorekeeper.ratings.facts import PlayedMatch, SeasonEvent, SeasonSeat, in_order

SCALE = 173.7178
"""Converts between the rating scale and the internal scale (step 2)."""
CENTRE = 1500.0
TAU = 0.5
"""Limits how much volatility changes. Glickman suggests 0.3 to 1.2."""
CLOSE = 1e-6
"""The tolerance ε at which the volatility iteration stops."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's or pair's strength.

    `rating`: 1500 when unknown. `deviation`: RD, the rating's uncertainty. `volatility`: σ.
    """

    rating: float = CENTRE
    deviation: float = 350.0
    volatility: float = 0.06

    @property
    def mu(self) -> float:
        """Return the rating on the internal scale (step 2)."""
        return (self.rating - CENTRE) / SCALE

    @property
    def phi(self) -> float:
        """Return the deviation on the internal scale (step 2)."""
        return self.deviation / SCALE


Game = tuple[Rating, float]
"""An opponent's rating before the period, and the result against them: 1 won, ½ tied, 0 lost."""


def update_rating(own: Rating, games: Sequence[Game], tau: float = TAU) -> Rating:
    """Return the rating after a period with these games. Without games, only the deviation grows."""
    mu, phi = own.mu, own.phi
    if not games:
        return Rating(own.rating, min(350.0, SCALE * sqrt(phi**2 + own.volatility**2)), own.volatility)
    # Steps 3 and 4: the estimated variance v, and the estimated improvement Δ.
    weights = [(_g(other.phi), _expected_score(mu, other), score) for other, score in games]
    v = 1 / sum(g**2 * e * (1 - e) for g, e, _ in weights)
    gained = sum(g * (score - e) for g, e, score in weights)
    sigma = _volatility(own.volatility, v * gained, phi, v, tau)
    # Steps 6 to 8.
    wider = sqrt(phi**2 + sigma**2)
    narrower = 1 / sqrt(1 / wider**2 + 1 / v)
    return Rating(CENTRE + SCALE * (mu + narrower**2 * gained), SCALE * narrower, sigma)


def expected_result(own: Rating, other: Rating) -> float:
    """Return the expected result of a game between these two, from 0 to 1."""
    return _expected_score(own.mu, other)


def _g(phi: float) -> float:
    return 1 / sqrt(1 + 3 * phi**2 / pi**2)


def _expected_score(mu: float, other: Rating) -> float:
    # Away from 0 and 1, or a single game against a far stronger opponent would lead to a division by zero.
    probability = 1 / (1 + exp(-max(-30.0, min(30.0, _g(other.phi) * (mu - other.mu)))))
    return min(1 - 1e-9, max(1e-9, probability))


def _volatility(sigma: float, delta: float, phi: float, v: float, tau: float) -> float:
    """Return the new σ (step 5), using the Illinois algorithm."""
    a = log(sigma**2)

    def f(x: float) -> float:
        spread = phi**2 + v + exp(x)
        return exp(x) * (delta**2 - spread) / (2 * spread**2) - (x - a) / tau**2

    low = a
    if delta**2 > phi**2 + v:
        high = log(delta**2 - phi**2 - v)
    else:
        k = 1
        while f(a - k * tau) < 0:
            k += 1
        high = a - k * tau
    at_low, at_high = f(low), f(high)
    while abs(high - low) > CLOSE:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = f(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return exp(low / 2)


SETTLED_DEVIATION = 110.0
"""A rating is settled at this deviation or less, and provisional above it."""


@dataclass(frozen=True, slots=True)
class RatingChange:
    """A rating after a tournament. `matches`: how many were rated."""

    event: int
    rating: Rating
    matches: int
    change: float


@dataclass(frozen=True, slots=True)
class History:
    """A rating tournament by tournament. `now`: the rating at the end of the season, including periods without play."""

    key: str
    now: Rating
    steps: tuple[RatingChange, ...]

    @property
    def matches(self) -> int:
        """Return the number of rated matches."""
        return sum(step.matches for step in self.steps)


Book = dict[str, list[Game]]
Known = dict[str, Rating]


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
            old = before.get(key, Rating())
            now[key] = update_rating(old, book.get(key, ()))
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
            book.setdefault(own.team, []).append((known.get(other.team, Rating()), score))
    return book


def _player_games(matches: Sequence[PlayedMatch], known: Known) -> Book:
    book: Book = {}
    for own, other, score in _meetings(matches):
        if own.players and other.players:
            for player in own.players:
                book.setdefault(player, []).append((composite_opponent(player, own.players, other.players, known), score))
    return book


def composite_opponent(player: str, own: Sequence[str], other: Sequence[str], known: Known) -> Rating:
    """Return the single opponent that replaces a match of two sides in this player's rating."""
    mates = [known.get(p, Rating()) for p in own]
    theirs = [known.get(p, Rating()) for p in other]
    mine = known.get(player, Rating()).rating
    gap = mine - sum(r.rating for r in mates) / len(mates)
    rating = sum(r.rating for r in theirs) / len(theirs) + gap
    partners = [known.get(p, Rating()) for p in own if p != player]
    unsure = sum(r.deviation**2 for r in theirs) / len(theirs) ** 2 + sum(r.deviation**2 for r in partners) / len(own) ** 2
    return Rating(rating, sqrt(unsure))
