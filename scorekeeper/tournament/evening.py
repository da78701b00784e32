"""How long a format takes, and what of it fits into an evening.

What is assumed can be set (`Pace`): four minutes a hand, shuffling and writing the score included; six minutes between rounds, to
bring slips in, pair, and find the next table; ten before the first.
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
        """Minutes for so many rounds of so many hands."""
        if not rounds:
            return 0
        return self.minutes_to_start + rounds * hands * self.minutes_a_hand + (rounds - 1) * self.minutes_between_rounds

    def hands_in(self, minutes: int, rounds: int) -> int:
        """The most hands a round that fit."""
        spare = minutes - self.minutes_to_start - (rounds - 1) * self.minutes_between_rounds
        return max(0, spare // (rounds * self.minutes_a_hand))


@dataclass(frozen=True)
class Proposal:
    """A format that fits, or nearly: `method` and `options` as a tournament takes them; `minutes`: how long it will take.

    `fits`: within the time there is. `code` and `params` say in words why one would choose it (`offered` of the method). `rank`:
    its place among those that fit, 0 first.
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
        """When it will be over."""
        return starts + timedelta(minutes=self.minutes)


@dataclass(frozen=True)
class Evening:
    """So many entrants (pairs, or players where `individuals`) and so many minutes."""

    entrants: int
    minutes: int
    individuals: bool = False
    pace: Pace = Pace()

    @property
    def to_tell_the_best(self) -> int:
        """Rounds that are enough to tell the best pair from the others."""
        return max(3, ceil(log2(self.entrants)))

    @property
    def to_meet_all(self) -> int:
        """Rounds in which everyone meets everyone."""
        return self.entrants - 1 + self.entrants % 2

    def rounds_that_fit(self, enough: int, most: int) -> int:
        """As many rounds as there is time for at the usual length, at least enough to tell the best from the others."""
        rounds = max(1, min(enough, most))
        while rounds < most and self.pace.hands_in(self.minutes, rounds + 1) >= USUAL_HANDS:
            rounds += 1
        return rounds

    def proposal(
        self, method: str, code: str, rounds: int, *, rank: int, options: dict[str, Any] | None = None, **params: Any
    ) -> Proposal:
        """A format of so many rounds, with as many hands in each as there is time for."""
        hands = max(FEWEST_HANDS, min(MOST_HANDS, self.pace.hands_in(self.minutes, rounds)))
        full = {**(options or {}), "match": {"kind": "hands", "hands": hands}}
        length = self.pace.length(rounds, hands)
        facts = {"rounds": rounds, "hands": hands, "entrants": self.entrants, **params}
        return Proposal(method, full, rounds, hands, length, length <= self.minutes, code, facts, rank)
