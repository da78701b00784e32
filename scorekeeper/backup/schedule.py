"""Settings of automatic backups: time of day, how many are stored, and a second folder."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, time, timedelta
from pathlib import Path

from scorekeeper.core.config import settings
from scorekeeper.core.i18n import timezones


@dataclass(frozen=True)
class BackupPlan:
    """The schedule of automatic backups. `at`: local time of day, or None for never.

    `days`, `weeks`, `months`: the newest backup of each one is stored. `to`: a second folder for every backup.
    """

    at: time | None = time(3, 30)
    days: int = 7
    weeks: int = 4
    months: int = 12
    to: Path | None = None

    def last_due(self, now: datetime) -> datetime | None:
        """Return the last time at which a backup was due, or None for never."""
        if self.at is None:
            return None
        here = now.astimezone(timezones.server_zone())
        today = here.replace(hour=self.at.hour, minute=self.at.minute, second=0, microsecond=0, fold=0)
        return today if today <= here else today - timedelta(days=1)


def plan() -> BackupPlan:
    """Return the plan from the settings."""
    days, weeks, months = settings.BACKUP_KEEP.value()
    return BackupPlan(settings.BACKUP_AT.value(), days, weeks, months, settings.BACKUP_TO.value())
