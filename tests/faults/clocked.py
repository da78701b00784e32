"""The program with a clock that can be changed: `python -m tests.faults.clocked serve …`.

The file named by SCOREKEEPER_TEST_CLOCK has the offset in seconds, and is read at every query of the time of day. Durations
use the monotonic clock, as in production.
"""

from __future__ import annotations

import os
import time
from datetime import datetime, timedelta, tzinfo
from pathlib import Path

from scorekeeper.cli import command_line
from scorekeeper.core.db import database
from scorekeeper.core.i18n import timezones

VARIABLE = "SCOREKEEPER_TEST_CLOCK"
_real = time.time


def _wrong_by() -> float:
    try:
        return float(Path(os.environ[VARIABLE]).read_text() or 0)
    except FileNotFoundError:
        return 0.0


class _Moved(datetime):
    @classmethod
    def now(cls, tz: tzinfo | None = None) -> datetime:  # type: ignore[override]
        return datetime.now(tz) + timedelta(seconds=_wrong_by())


def main() -> None:
    """Start the program with the wrong clock."""
    time.time = lambda: _real() + _wrong_by()
    database.datetime = timezones.datetime = _Moved  # type: ignore[attr-defined, misc]
    command_line.main()


if __name__ == "__main__":
    main()
