"""The Glicko-2 rating system, step by step as in its paper.

Source: Mark E. Glickman, “Example of the Glicko-2 system”, Boston University, 2013 (glicko.net/glicko/glicko2.pdf). Steps and
letters are the paper's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, log, pi, sqrt

SCALE = 173.7178
"""From the scale of ratings to the one that is reckoned on (step 2)."""
CENTRE = 1500.0
TAU = 0.5
"""How much volatility may change; the paper names 0.3 to 1.2."""
CLOSE = 1e-6
"""The ε at which the volatility is near enough."""


@dataclass(frozen=True, slots=True)
class Rating:
    """What is known of a strength: `rating` (1500: nobody knows), `deviation` (RD, how unsure that is), `volatility` (σ)."""

    rating: float = CENTRE
    deviation: float = 350.0
    volatility: float = 0.06

    @property
    def mu(self) -> float:
        """The rating on the inner scale (step 2)."""
        return (self.rating - CENTRE) / SCALE

    @property
    def phi(self) -> float:
        """The deviation on the inner scale (step 2)."""
        return self.deviation / SCALE


Game = tuple[Rating, float]
"""An opponent as rated before the period, and the result against them: 1 won, ½ tied, 0 lost."""


def updated(own: Rating, games: Sequence[Game], tau: float = TAU) -> Rating:
    """The rating after a period in which these games were played, all at once; without any, only the deviation grows."""
    mu, phi = own.mu, own.phi
    if not games:
        return Rating(own.rating, min(350.0, SCALE * sqrt(phi**2 + own.volatility**2)), own.volatility)
    # Steps 3 and 4: the variance v of what the games tell, and the improvement Δ that they speak for.
    weights = [(_g(other.phi), _expected(mu, other), score) for other, score in games]
    v = 1 / sum(g**2 * e * (1 - e) for g, e, _ in weights)
    gained = sum(g * (score - e) for g, e, score in weights)
    sigma = _volatility(own.volatility, v * gained, phi, v, tau)
    # Steps 6 to 8.
    wider = sqrt(phi**2 + sigma**2)
    narrower = 1 / sqrt(1 / wider**2 + 1 / v)
    return Rating(CENTRE + SCALE * (mu + narrower**2 * gained), SCALE * narrower, sigma)


def expected(own: Rating, other: Rating) -> float:
    """What is to be expected of a game between these two, from 0 to 1."""
    return _expected(own.mu, other)


def _g(phi: float) -> float:
    return 1 / sqrt(1 + 3 * phi**2 / pi**2)


def _expected(mu: float, other: Rating) -> float:
    # Kept from 0 and 1, where a lone game against somebody out of reach would tell nothing and be divided by.
    probability = 1 / (1 + exp(-max(-30.0, min(30.0, _g(other.phi) * (mu - other.mu)))))
    return min(1 - 1e-9, max(1e-9, probability))


def _volatility(sigma: float, delta: float, phi: float, v: float, tau: float) -> float:
    """Step 5: the new σ, by the Illinois way of closing in on the zero of f."""
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
