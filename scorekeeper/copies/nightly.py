"""Copies that are made by themselves, in a process of their own and of low priority, begun by the one that serves nobody.

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
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from scorekeeper.base import settings
from scorekeeper.config import SECRET_KEY_FILE
from scorekeeper.copies import shelf
from scorekeeper.copies.plan import Plan

LOOKS = 60.0
"""Seconds from one look at the clock to the next."""
QUIET = 120.0
"""Seconds after the start in which phones load their pages."""
AGAIN = timedelta(hours=1)
"""After a copy that failed."""

_log = logging.getLogger(__name__)


def due(instance: Path, plan: Plan, now: datetime) -> bool:
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
    command = [sys.executable, "-m", "scorekeeper", "backup", "--as", kind]
    environment = {**os.environ, settings.INSTANCE.variable: str(instance)}
    return subprocess.Popen(  # noqa: S603 (ourselves)
        command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, start_new_session=True
    )


def begin_apart(instance: Path, kind: str) -> None:
    """The same from a process that serves: somebody waits for its end there, so that nothing of it is left."""
    shelf.begun(instance)
    process = begin(instance, kind)
    threading.Thread(target=process.wait, daemon=True).start()


@dataclass
class Nightly:
    """What the first process asks in passing: looks at the clock once a minute, and begins a copy when one is due."""

    instance: Path
    plan: Plan
    quiet: float = QUIET
    _process: subprocess.Popen[bytes] | None = None
    _next: float = field(default=0.0, init=False)

    def __post_init__(self) -> None:
        self._next = time.monotonic() + self.quiet

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
            if due(self.instance, self.plan, datetime.now(UTC)):
                self._process = begin(self.instance, "nightly")
        except (OSError, OverflowError) as error:
            _log.warning("no copy can be made: %s", error)
