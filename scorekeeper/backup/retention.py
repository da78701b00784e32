"""Decides which backups to keep: the newest of each recent day, week and month."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime

from scorekeeper.core.i18n import timezones

MOST_BY_HAND = 10
MOST_BEFORE = 3


@dataclass(frozen=True)
class BackupFacts:
    """The facts of a backup that decide its retention. `sound`: it was replayed without faults."""

    name: str
    kind: str
    made_at: datetime
    sound: bool


def expired_backups(copies: Iterable[BackupFacts], days: int, weeks: int, months: int) -> set[str]:
    """Return the names of the backups to delete.

    Of nightly backups, the newest sound one of each day, week and month stays, or the newest if none is sound. The newest
    ten made by hand stay, and the newest three made before a schema upgrade.
    """
    newest = sorted(copies, key=lambda one: (one.made_at, one.name), reverse=True)
    nightly = [one for one in newest if one.kind == "nightly"]
    kept = {one.name for one in nightly[:1]}
    for many, period in ((days, _day), (weeks, _week), (months, _month)):
        kept |= _best_of_each(nightly, many, period)
    for kind, many in (("hand", MOST_BY_HAND), ("before", MOST_BEFORE)):
        kept |= {one.name for one in [one for one in newest if one.kind == kind][:many]}
    return {one.name for one in newest} - kept


def _best_of_each(newest: list[BackupFacts], many: int, period: Callable[[datetime], object]) -> set[str]:
    best: dict[object, BackupFacts] = {}
    for one in newest:
        which = period(one.made_at.astimezone(timezones.server_zone()))
        if which not in best or (one.sound and not best[which].sound):
            best[which] = one
    return {one.name for one in list(best.values())[:many]}


def _day(at: datetime) -> object:
    return at.date()


def _week(at: datetime) -> object:
    return at.isocalendar()[:2]


def _month(at: datetime) -> object:
    return at.year, at.month
