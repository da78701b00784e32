"""What is done by itself every night, in a process of its own and of low priority, begun by the one that serves nobody: what
clubs keep no longer is removed, and a copy is made.

However many processes serve, there is one first process, and a lock for what several programs do to one instance: so one copy is
made. Whatever becomes of it, the program goes on; how it ended is remembered, and shown to the operator.
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

from scorekeeper.base import files, settings
from scorekeeper.config import SECRET_KEY_FILE
from scorekeeper.copies import shelf
from scorekeeper.copies.plan import CopyPlan

LOOKS = 60.0
"""Seconds from one look at the clock to the next."""
QUIET = 120.0
"""Seconds after the start in which phones load their pages."""
AGAIN = timedelta(hours=1)
"""After one that failed."""
TIDIED = "tidied"
"""The file that says when what is kept no longer was last removed."""

_log = logging.getLogger(__name__)


def due(instance: Path, plan: CopyPlan, now: datetime) -> bool:
    """Whether a copy was to be made by now and has not been; after a failure, whether it is time to try again."""
    moment = plan.last_due(now)
    if moment is None:
        return False
    last = shelf.last(instance)
    if last is None:
        return _born(instance, now) < moment
    if last.at > now:  # by a clock that has been put right since
        return True
    return now - last.at > AGAIN if last.nothing else last.at < moment


def _born(instance: Path, now: datetime) -> datetime:
    try:
        return datetime.fromtimestamp((instance / SECRET_KEY_FILE).stat().st_mtime, UTC)
    except OSError:
        return now


def begin(instance: Path, kind: str) -> subprocess.Popen[bytes]:
    """Make a copy in a process of its own; what it has to say goes where this program's log goes. Raises OSError."""
    return _apart(instance, "backup", "--as", kind)


def _apart(instance: Path, *command: str) -> subprocess.Popen[bytes]:
    environment = {**os.environ, settings.INSTANCE.variable: str(instance)}
    return subprocess.Popen(  # noqa: S603 (ourselves)
        [sys.executable, "-m", "scorekeeper", *command],
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        start_new_session=True,
    )


def begin_apart(instance: Path, kind: str) -> None:
    """The same from a process that serves: somebody waits for its end there, so that nothing of it is left."""
    shelf.begun(instance)
    process = begin(instance, kind)
    threading.Thread(target=process.wait, daemon=True).start()


@dataclass
class Daily:
    """What the first process asks in passing: looks at the clock once a minute, and begins a process when it is time."""

    instance: Path
    plan: CopyPlan
    quiet: float = QUIET
    _process: subprocess.Popen[bytes] | None = None
    _next: float = field(default=0.0, init=False)
    failed: ClassVar[str]

    def __post_init__(self) -> None:
        self._next = time.monotonic() + self.quiet

    def is_due(self, now: datetime) -> bool:
        """Whether it is time."""
        raise NotImplementedError

    def start(self) -> subprocess.Popen[bytes]:
        """Begin it. Raises OSError."""
        raise NotImplementedError

    @property
    def busy(self) -> bool:
        """Whether it is being done."""
        return self._process is not None and self._process.poll() is None

    def turn(self) -> None:
        """See whether it is time. Raises nothing."""
        if time.monotonic() < self._next:
            return
        self._next = time.monotonic() + LOOKS
        if self._process is not None:
            code = self._process.poll()
            if code is None:
                return
            self._process = None
            if code:  # it has said why itself; where it could not even note that, it is not begun anew each minute
                self._next = time.monotonic() + AGAIN.total_seconds()
                return
        try:
            if self.is_due(datetime.now(UTC)):
                self._process = self.start()
        except (OSError, OverflowError) as error:
            _log.warning("%s: %s", self.failed, error)


class Nightly(Daily):
    """A copy every night."""

    failed = "no copy can be made"

    def is_due(self, now: datetime) -> bool:
        """Whether a copy is to be made."""
        return due(self.instance, self.plan, now)

    def start(self) -> subprocess.Popen[bytes]:
        """Make one, in a process of its own."""
        return begin(self.instance, "nightly")


class Tidying(Daily):
    """What clubs keep no longer, every night, whether copies are made or not: before the copy, which is not to hold it either."""

    failed = "what is kept no longer cannot be removed"

    def is_due(self, now: datetime) -> bool:
        """Whether it has not been done since it was to be; at once where it never was, as after a copy was put back."""
        moment = replace(self.plan, at=self.plan.at or CopyPlan.at).last_due(now)
        last = tidied(self.instance)
        return last is None or moment is None or last < moment or last > now

    def start(self) -> subprocess.Popen[bytes]:
        """Do it, in a process of its own."""
        return _apart(self.instance, "privacy", "run", "--nightly")


def tidied(instance: Path) -> datetime | None:
    """When what is kept no longer was last removed by itself; None where it never was."""
    try:
        return datetime.fromisoformat((instance / TIDIED).read_text("ascii").strip())
    except (OSError, ValueError):
        return None


def note_tidied(instance: Path) -> None:
    """Remember that it was done now."""
    files.write_whole(instance / TIDIED, datetime.now(UTC).isoformat().encode())
