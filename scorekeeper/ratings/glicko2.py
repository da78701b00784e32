"""The Glicko-2 rating system, step by step as published.

Source: Mark E. Glickman, “Example of the Glicko-2 system”, Boston University, 2013 (glicko.net/glicko/glicko2.pdf). Step
numbers and letters are Glickman's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, pi, sqrt

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
