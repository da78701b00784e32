"""The round clock as it stands: no timer runs anywhere, every look at it computes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any


@dataclass(frozen=True, slots=True)
class Clock:
    """A clock for `round`, of `minutes` in all.

    `started_at`: since when it runs, None while it stands still; `spent`: seconds that had run before that. `called_at`: when
    time was called: the hand in play is finished, and no other is begun.
    """

    round: int | None
    minutes: int
    started_at: datetime | None
    spent: int
    called_at: datetime | None

    @classmethod
    def of(cls, found: dict[str, Any]) -> Clock:
        """From the part of the log."""
        started, called = found.get("started_at"), found.get("called_at")
        return cls(
            found.get("round"),
            found["minutes"],
            datetime.fromisoformat(started) if started else None,
            found["spent"],
            datetime.fromisoformat(called) if called else None,
        )

    def as_json(self) -> dict[str, Any]:
        """As the log keeps it."""
        return {
            "round": self.round,
            "minutes": self.minutes,
            "started_at": self.started_at and self.started_at.isoformat(),
            "spent": self.spent,
            "called_at": self.called_at and self.called_at.isoformat(),
        }

    @property
    def running(self) -> bool:
        """Whether time passes."""
        return self.started_at is not None and self.called_at is None

    def used(self, now: datetime) -> int:
        """Seconds that have run by now."""
        if self.started_at is None:
            return self.spent
        return self.spent + int(((self.called_at or now) - self.started_at).total_seconds())

    def left(self, now: datetime) -> int:
        """Seconds that are left; below zero when time is up."""
        return self.minutes * 60 - self.used(now)

    @property
    def ends_at(self) -> datetime | None:
        """When time will be up, None while the clock stands still or after time was called."""
        if not self.running or self.started_at is None:
            return None
        return self.started_at + timedelta(seconds=self.minutes * 60 - self.spent)

    def last_hand(self, now: datetime) -> bool:
        """Whether the hand in play is the last: time was called, or is up."""
        return self.called_at is not None or self.left(now) <= 0

    def up_since(self, now: datetime) -> datetime | None:
        """Since when the hand in play is the last; None while it is not, and for a clock that was stopped after its end."""
        if not self.last_hand(now):
            return None
        ran_out = self.started_at and self.started_at + timedelta(seconds=self.minutes * 60 - self.spent)
        return min((at for at in (self.called_at, ran_out) if at is not None), default=None)
