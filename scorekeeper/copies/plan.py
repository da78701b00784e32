"""When copies are made by themselves, how long they are kept, and where else they go: three settings."""

from __future__ import annotations

import os
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from pathlib import Path

from scorekeeper.base import hours
from scorekeeper.base.refusals import Refusal

AT, KEEP, TO = "SCOREKEEPER_BACKUP_AT", "SCOREKEEPER_BACKUP_KEEP", "SCOREKEEPER_BACKUP_TO"
NEVER = "never"
MOST_KEPT = 1000


@dataclass(frozen=True)
class Plan:
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


def plan() -> Plan:
    """What the variables say. Raises Refusal("copy.setting_at", "copy.setting_keep", "copy.setting_to")."""
    usual = Plan()
    return Plan(_at(usual.at), *(_keep() or (usual.days, usual.weeks, usual.months)), to=_to())


def _read(name: str) -> str:
    return os.environ.get(name, "").strip()


def _at(usual: time | None) -> time | None:
    read = _read(AT)
    if not read:
        return usual
    if read == NEVER:
        return None
    try:
        return datetime.strptime(read, "%H:%M").time()  # noqa: DTZ007 (a time of day has no zone)
    except ValueError:
        raise Refusal("copy.setting_at", AT, read=read[:40]) from None


def _keep() -> tuple[int, int, int] | None:
    read = _read(KEEP)
    if not read:
        return None
    parts = [one.strip() for one in read.split(",")]
    if len(parts) != 3 or not all(one.isascii() and one.isdecimal() and int(one[:6]) <= MOST_KEPT for one in parts):
        raise Refusal("copy.setting_keep", KEEP, read=read[:40])
    days, weeks, months = (int(one) for one in parts)
    if not days + weeks + months:  # then none would be kept at all
        raise Refusal("copy.setting_keep", KEEP, read=read[:40])
    return days, weeks, months


def _to() -> Path | None:
    read = _read(TO)
    if not read:
        return None
    if not Path(read).is_absolute():
        raise Refusal("copy.setting_to", TO, read=read[:200])
    return Path(read)
