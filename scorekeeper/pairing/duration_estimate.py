"""Estimate how long a format takes, and which formats fit into an evening.

The assumptions can be set (`Pace`): four minutes a hand, including shuffling and scoring; six minutes between rounds to
collect slips, pair and find the next table; ten minutes before the first round.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from math import ceil, log2
from typing import Any

FEWEST_HANDS, ENOUGH_HANDS, USUAL_HANDS, MOST_HANDS = 4, 6, 8, 16
MOST_ROUNDS = 12


@dataclass(frozen=True)
class Pace:
    """How long things take, in minutes."""

    minutes_a_hand: int = 4
    minutes_between_rounds: int = 6
    minutes_to_start: int = 10

    def length(self, rounds: int, hands: int) -> int:
        """Return how many minutes this many rounds take, with this many hands each."""
        if not rounds:
            return 0
        return self.minutes_to_start + rounds * hands * self.minutes_a_hand + (rounds - 1) * self.minutes_between_rounds

    def hands_in(self, minutes: int, rounds: int) -> int:
        """Return the most hands per round that fit."""
        spare = minutes - self.minutes_to_start - (rounds - 1) * self.minutes_between_rounds
        return max(0, spare // (rounds * self.minutes_a_hand))


@dataclass(frozen=True)
class Proposal:
    """A format that fits the evening, or nearly.

    `method`, `options`: as in a tournament. `minutes`: its length.
    `fits`: whether that is within the available time.
    `code`, `params`: the reason to choose it (see the method's `offered`).
    `rank`: its position among the proposals that fit, from 0.
    """

    method: str
    options: dict[str, Any]
    rounds: int
    hands: int
    minutes: int
    fits: bool
    code: str
    params: dict[str, Any] = field(default_factory=dict)
    rank: int = 0

    def ends(self, starts: datetime) -> datetime:
        """Return when it will be over."""
        return starts + timedelta(minutes=self.minutes)


@dataclass(frozen=True)
class Evening:
    """How many entrants there are (pairs, or players if `individuals`), and how many minutes."""

    entrants: int
    minutes: int
    individuals: bool = False
    pace: Pace = Pace()

    @property
    def rounds_to_find_best(self) -> int:
        """Return the number of rounds needed to find the best pair."""
        return max(3, ceil(log2(self.entrants)))

    @property
    def rounds_to_meet_all(self) -> int:
        """Return the number of rounds in which everyone meets everyone."""
        return self.entrants - 1 + self.entrants % 2

    def fitting_rounds(self, enough: int, most: int) -> int:
        """Return as many rounds as fit at the usual length, between `enough` and `most`."""
        rounds = max(1, min(enough, most))
        while rounds < most and self.pace.hands_in(self.minutes, rounds + 1) >= USUAL_HANDS:
            rounds += 1
        return rounds

    def proposal(
        self, method: str, code: str, rounds: int, *, rank: int, options: dict[str, Any] | None = None, **params: Any
    ) -> Proposal:
        """Return a format with this many rounds and as many hands in each as time allows."""
        hands = max(FEWEST_HANDS, min(MOST_HANDS, self.pace.hands_in(self.minutes, rounds)))
        full = {**(options or {}), "match": {"kind": "hands", "hands": hands}}
        length = self.pace.length(rounds, hands)
        facts = {"rounds": rounds, "hands": hands, "entrants": self.entrants, **params}
        return Proposal(method, full, rounds, hands, length, length <= self.minutes, code, facts, rank)
