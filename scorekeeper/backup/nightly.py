"""Nightly jobs of the supervisor, each in a low-priority process: applying retention periods, then a backup.

The supervisor and a lock make sure that only one backup is made, even if several programs serve the instance. The server
continues if it fails; the result is stored and shown to the operator.
"""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import threading
import time
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import ClassVar

from scorekeeper.backup import storage
from scorekeeper.backup.storage import BackupPlan
from scorekeeper.core import files
from scorekeeper.core.config import settings
from scorekeeper.core.config.flask_config import SECRET_KEY_FILE

CHECK_SECONDS = 60.0
"""Seconds between two checks of the clock."""
QUIET_SECONDS = 120.0
"""Seconds after the start without jobs, while phones load their pages."""
RETRY_AFTER_FAILURE = timedelta(hours=1)
"""Time until the next attempt after a failure."""
RETENTION_FILE = "tidied"
"""File with the time at which retention periods were last applied."""

_log = logging.getLogger(__name__)


def is_due(instance: Path, plan: BackupPlan, now: datetime) -> bool:
    """Return whether a backup is overdue, or it is time to retry a failed one."""
    moment = plan.last_due(now)
    if moment is None:
        return False
    last = storage.last_attempt(instance)
    if last is None:
        return _creation_time(instance, now) < moment
    if last.at > now:  # the clock was wrong then
        return True
    return now - last.at > RETRY_AFTER_FAILURE if last.nothing else last.at < moment


def _creation_time(instance: Path, now: datetime) -> datetime:
    try:
        return datetime.fromtimestamp((instance / SECRET_KEY_FILE).stat().st_mtime, UTC)
    except OSError:
        return now


def start_backup(instance: Path, kind: str) -> subprocess.Popen[bytes]:
    """Start a backup in a separate process that writes to this process's log. Raises OSError."""
    return _start_process(instance, "backup", "--as", kind)


def _start_process(instance: Path, *command: str) -> subprocess.Popen[bytes]:
    environment = {**os.environ, settings.INSTANCE.variable: str(instance)}
    return subprocess.Popen(  # noqa: S603 (ourselves)
        [sys.executable, "-m", "scorekeeper", *command],
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    )


def start_detached_backup(instance: Path, kind: str) -> None:
    """Start a backup from a worker. A thread waits for the process so that it does not become a zombie."""
    storage.note_start(instance)
    process = start_backup(instance, kind)
    threading.Thread(target=process.wait, daemon=True).start()


@dataclass
class DailyJob:
    """A job that checks the clock once a minute and starts a process when it is due."""

    instance: Path
    plan: BackupPlan
    quiet: float = QUIET_SECONDS
    _process: subprocess.Popen[bytes] | None = None
    _next: float = field(default=0.0, init=False)
    failed: ClassVar[str]

    def __post_init__(self) -> None:
        self._next = time.monotonic() + self.quiet

    def is_due(self, now: datetime) -> bool:
        """Return whether the job is due."""
        raise NotImplementedError

    def start(self) -> subprocess.Popen[bytes]:
        """Start the job. Raises OSError."""
        raise NotImplementedError

    @property
    def busy(self) -> bool:
        """Whether the job is running."""
        return self._process is not None and self._process.poll() is None

    def turn(self) -> None:
        """Start the job if it is due. Never raises."""
        if time.monotonic() < self._next:
            return
        self._next = time.monotonic() + CHECK_SECONDS
        if self._process is not None:
            code = self._process.poll()
            if code is None:
                return
            self._process = None
            if code:  # it has reported why; wait in case it could not even store that
                self._next = time.monotonic() + RETRY_AFTER_FAILURE.total_seconds()
                return
        try:
            if self.is_due(datetime.now(UTC)):
                self._process = self.start()
        except (OSError, OverflowError) as error:
            _log.warning("%s: %s", self.failed, error)


class BackupJob(DailyJob):
    """The nightly backup."""

    failed = "no copy can be made"

    def is_due(self, now: datetime) -> bool:
        return is_due(self.instance, self.plan, now)

    def start(self) -> subprocess.Popen[bytes]:
        return start_backup(self.instance, "nightly")


class RetentionJob(DailyJob):
    """Applies retention periods every night, before the backup, so that the backup does not contain expired data."""

    failed = "what is kept no longer cannot be removed"

    def is_due(self, now: datetime) -> bool:
        """Return whether it was not done at the last due time, or never, as after a restore."""
        moment = replace(self.plan, at=self.plan.at or BackupPlan.at).last_due(now)
        last = retention_applied_at(self.instance)
        return last is None or moment is None or last < moment or last > now

    def start(self) -> subprocess.Popen[bytes]:
        return _start_process(self.instance, "privacy", "run", "--nightly")


def retention_applied_at(instance: Path) -> datetime | None:
    """Return when retention periods were last applied, or None if never."""
    try:
        return datetime.fromisoformat((instance / RETENTION_FILE).read_text("ascii").strip())
    except (OSError, ValueError):
        return None


def note_retention_applied(instance: Path) -> None:
    """Note that retention periods were applied now."""
    files.write_atomically(instance / RETENTION_FILE, datetime.now(UTC).isoformat().encode())
