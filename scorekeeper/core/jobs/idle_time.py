"""The time of the last request, for work that can wait for a quiet moment.

Workers update a file's modification time.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from flask import request

from scorekeeper.core.jobs import job_queue

if TYPE_CHECKING:
    from flask import Flask

NOTE_SECONDS = 5.0
"""Minimum seconds between two updates by a process."""
CALM_SECONDS = 30.0
"""Seconds without a request after which the server counts as idle. Every open page asks more often."""
UNCOUNTED = "health"
"""Blueprint of health checks, which machines request at all hours."""


def last_request_file(instance: Path) -> Path:
    """Return the file, which does not exist before the first request."""
    return instance / job_queue.FOLDER / "served"


def init_app(app: Flask) -> None:
    """Note requests, in a worker process only."""
    if not app.config["PREPARED"]:
        return
    file, next_at = last_request_file(Path(app.instance_path)), 0.0

    def note() -> None:
        nonlocal next_at
        if request.blueprint != UNCOUNTED and time.monotonic() >= next_at:
            next_at = time.monotonic() + NOTE_SECONDS
            with suppress(OSError):  # a full disk must not prevent a response
                file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                file.touch()

    app.before_request(note)


@dataclass
class IdleTimer:
    """Measures how long the server has been idle, between calls of `lasts`."""

    instance: Path
    now: Callable[[], float] = time.monotonic
    _seen: int = field(default=0, init=False)
    _since: float = field(default=float("-inf"), init=False)

    def __post_init__(self) -> None:
        self._seen = self._stamp()

    def has_elapsed(self) -> bool:
        """Return whether no request came for `CALM_SECONDS` seconds."""
        if (stamp := self._stamp()) != self._seen:
            self._seen, self._since = stamp, self.now()
        return self.now() - self._since >= CALM_SECONDS

    def _stamp(self) -> int:
        try:
            return last_request_file(self.instance).stat().st_mtime_ns
        except OSError:
            return 0
