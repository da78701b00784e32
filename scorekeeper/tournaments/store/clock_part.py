"""The clock of a round, as a part of the log. What it shows is computed on each reading."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Annotated

from scorekeeper.pairing.record.shapes import Whole


@dataclass(frozen=True, slots=True)
class Clock:
    """A clock for `round`, of `minutes` in total.

    `started_at`: when it was last started, None while paused. `spent`: seconds used before that. `called_at`: when time was
    called. Players then finish the hand in play and start no other.
    """

    round: int | None
    minutes: Annotated[int, Whole(1, 9_999)]
    started_at: datetime | None
    spent: Annotated[int, Whole(0, 9_999_999)]
    called_at: datetime | None

    @property
    def running(self) -> bool:
        return self.started_at is not None and self.called_at is None

    def used(self, now: datetime) -> int:
        """Return the seconds used so far."""
        if self.started_at is None:
            return self.spent
        return self.spent + int(((self.called_at or now) - self.started_at).total_seconds())

    def left(self, now: datetime) -> int:
        """Return the seconds left, below zero when time is up."""
        return self.minutes * 60 - self.used(now)

    @property
    def ends_at(self) -> datetime | None:
        """When time will be up; None while the clock is paused or after time was called."""
        if not self.running or self.started_at is None:
            return None
        return self.started_at + timedelta(seconds=self.minutes * 60 - self.spent)

    def last_hand(self, now: datetime) -> bool:
        """Return whether the hand in play is the last, because time was called or is up."""
        return self.called_at is not None or self.left(now) <= 0

    def time_up_since(self, now: datetime) -> datetime | None:
        """Return when time was called or ran out, whichever came first.

        None before that, and for a clock that was stopped after its end.
        """
        if not self.last_hand(now):
            return None
        ran_out = self.started_at and self.started_at + timedelta(seconds=self.minutes * 60 - self.spent)
        return min((at for at in (self.called_at, ran_out) if at is not None), default=None)
