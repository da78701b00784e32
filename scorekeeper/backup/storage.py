"""The folders of backups, how often they are made, which ones to keep, and the result of the last attempt."""

from __future__ import annotations

import hashlib
import re
import shutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, time, timedelta
from pathlib import Path
from typing import Any

from scorekeeper.backup.package import BackupFile, Manifest
from scorekeeper.core import files
from scorekeeper.core.config import settings
from scorekeeper.core.i18n import timezones
from scorekeeper.core.refusals import Refusal
from scorekeeper.formats import strict_json

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
    kept_names = {one.name for one in nightly[:1]}
    for many, period in ((days, _day), (weeks, _week), (months, _month)):
        kept_names |= _best_of_each(nightly, many, period)
    for kind, many in (("hand", MOST_BY_HAND), ("before", MOST_BEFORE)):
        kept_names |= {one.name for one in [one for one in newest if one.kind == kind][:many]}
    return {one.name for one in newest} - kept_names


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
        local_now = now.astimezone(timezones.server_zone())
        today = local_now.replace(hour=self.at.hour, minute=self.at.minute, second=0, microsecond=0, fold=0)
        return today if today <= local_now else today - timedelta(days=1)


def plan() -> BackupPlan:
    """Return the plan from the settings."""
    days, weeks, months = settings.BACKUP_KEEP.value()
    return BackupPlan(settings.BACKUP_AT.value(), days, weeks, months, settings.BACKUP_TO.value())


FOLDER = "copies"
WORK = ".work"
FAULTY = "copy.faults_in_it"
_LOCK, _LAST, _BEGUN = "lock", "last.json", "begun"
START_TIMEOUT = timedelta(minutes=2)
"""Time within which a backup process has started, or never will."""
_NAME = re.compile(r"scorekeeper-([0-9a-f]{6})-(\d{8}T\d{6})Z-(hand|nightly|before)\.zip")


@dataclass(frozen=True)
class StoredBackup:
    """A stored backup. `manifest` is None if it cannot be read."""

    path: Path
    kind: str
    made_at: datetime
    size: int
    manifest: Manifest | None

    @property
    def sound(self) -> bool:
        """Whether the backup was replayed without faults when it was made."""
        return self.manifest is not None and self.manifest.tried


@dataclass(frozen=True)
class Attempt:
    """The result of the last backup. `code`, `params`: what failed, for `refusals`, or "".

    `elsewhere`: why it could not be stored in the second folder.
    """

    at: datetime
    kind: str
    code: str = ""
    params: dict[str, Any] | None = None
    elsewhere: str = ""

    @property
    def failed(self) -> bool:
        """Whether there is something to report."""
        return bool(self.code)

    @property
    def nothing(self) -> bool:
        """Whether no backup was made. One with unreadable data counts as made."""
        return self.failed and self.code != FAULTY


def folder_of(instance: Path) -> Path:
    return instance / FOLDER


def mark_of(secret: str) -> str:
    """Return the mark in the file names of one instance's backups, so that several can share a folder."""
    return hashlib.sha256(f"scorekeeper.copies/{secret}".encode()).hexdigest()[:6]


def name_of(mark: str, made_at: datetime, kind: str) -> str:
    """Return the file name of a backup."""
    return f"scorekeeper-{mark}-{made_at.astimezone(UTC):%Y%m%dT%H%M%S}Z-{kind}.zip"


def list_backups(folder: Path, mark: str) -> list[StoredBackup]:
    """Return an instance's backups in a folder, newest first. Raises OSError if the folder cannot be read."""
    copies = []
    for path in folder.iterdir() if folder.exists() else ():
        match = _NAME.fullmatch(path.name)
        if match and match[1] == mark and path.is_file():
            made_at = datetime.strptime(match[2], "%Y%m%dT%H%M%S").replace(tzinfo=UTC)
            copies.append(StoredBackup(path, match[3], made_at, path.stat().st_size, _manifest(path)))
    return sorted(copies, key=lambda one: (one.made_at, one.path.name), reverse=True)


def _manifest(path: Path) -> Manifest | None:
    try:
        with BackupFile(path) as copy:
            return copy.manifest
    except (Refusal, OSError):
        return None


def delete_expired(folder: Path, mark: str, plan: BackupPlan) -> None:
    """Delete backups that have expired."""
    for draft in folder.glob(f".scorekeeper-{mark}-*"):  # left by a killed process
        draft.unlink(missing_ok=True)
    copies = list_backups(folder, mark)
    dated = [BackupFacts(one.path.name, one.kind, one.made_at, one.sound) for one in copies]
    for name in expired_backups(dated, plan.days, plan.weeks, plan.months):
        (folder / name).unlink(missing_ok=True)


@contextmanager
def lock_for_backup(instance: Path, *, wait: bool = False) -> Iterator[Path]:
    """Lock the instance for a backup. Yield an empty work folder, which is deleted afterwards.

    Raises Refusal("copy.busy").
    """
    folder = folder_of(instance)
    with files.hold_lock(folder / _LOCK, wait=wait) as mine:
        if not mine:
            raise Refusal("copy.busy")
        work = folder / WORK
        shutil.rmtree(work, ignore_errors=True)  # left by a killed process
        work.mkdir(mode=0o700)
        try:
            yield work
        finally:
            shutil.rmtree(work, ignore_errors=True)


def note_start(instance: Path) -> None:
    """Note that a backup process is about to start."""
    folder_of(instance).mkdir(mode=0o700, parents=True, exist_ok=True)
    (folder_of(instance) / _BEGUN).touch(mode=0o600)


def is_running(instance: Path) -> bool:
    """Return whether a backup is running or is about to start."""
    if not files.is_unlocked(folder_of(instance) / _LOCK):
        return True
    try:
        since = datetime.fromtimestamp((folder_of(instance) / _BEGUN).stat().st_mtime, UTC)
    except OSError:
        return False
    ended = last_attempt(instance)
    return abs(datetime.now(UTC) - since) < START_TIMEOUT and (ended is None or ended.at < since)


def store_attempt(instance: Path, attempt: Attempt) -> None:
    """Store the result of an attempt. If even that fails, the result is only in the log."""
    facts = asdict(attempt)
    with suppress(OSError):
        files.write_atomically(folder_of(instance) / _LAST, strict_json.dumps(facts, default=str))


def last_attempt(instance: Path) -> Attempt | None:
    """Return the result of the last attempt, or None before the first."""
    try:
        read = strict_json.loads((folder_of(instance) / _LAST).read_bytes())
        at = datetime.fromisoformat(read["at"])
        return Attempt(at, str(read["kind"]), str(read["code"]), dict(read["params"] or {}), str(read["elsewhere"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None
