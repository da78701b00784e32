"""When copies are made by themselves, how long they are kept, and where else they go: three settings."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, time, timedelta
from pathlib import Path

from scorekeeper.base import hours, settings


@dataclass(frozen=True)
class CopyPlan:
    """`at`: the time of day by the machine's clock, None for never. `days`, `weeks`, `months`: of how many the newest copy stays.

    `to`: another folder that every copy is put into as well.
    """

    at: time | None = time(3, 30)
    days: int = 7
    weeks: int = 4
    months: int = 12
    to: Path | None = None

    def last_due(self, now: datetime) -> datetime | None:
        """The last moment at which a copy was to be made; None for never."""
        if self.at is None:
            return None
        here = now.astimezone(hours.machine())
        today = here.replace(hour=self.at.hour, minute=self.at.minute, second=0, microsecond=0, fold=0)
        return today if today <= here else today - timedelta(days=1)


def plan() -> CopyPlan:
    """What the settings say."""
    days, weeks, months = settings.BACKUP_KEEP.value()
    return CopyPlan(settings.BACKUP_AT.value(), days, weeks, months, settings.BACKUP_TO.value())
