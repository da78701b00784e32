"""Prints the rulebook to PDF in advance while the server is idle. The first reader need not wait for 50 pages."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from scorekeeper.core.i18n.translation import LANGUAGES
from scorekeeper.core.jobs.idle_time import IdleTimer
from scorekeeper.core.pdf.page_sizes import SIZES
from scorekeeper.core.pdf.rendering import write_pdf
from scorekeeper.core.pdf.sheet_options import SheetOptions
from scorekeeper.rules.printouts.rulebook import BOTH, cache_path, rulebook_html, write_to_cache

IDLE_SECONDS = 300.0
"""Seconds after the start without background work. Small computers are busy then, and phones load their pages."""
POLL_SECONDS = 5.0
"""Seconds between checks for an idle server."""
STRETCH = 0.2
"""Seconds of processor time between checks during the work. It pauses if the server is busy."""


def start(instance: Path) -> subprocess.Popen[bytes]:
    """Start a process of the lowest priority that ends with this one. Raises OSError."""
    return subprocess.Popen(  # noqa: S603 (ourselves)
        [sys.executable, "-m", "scorekeeper.rules.printouts.prerendering", str(instance), str(os.getpid())],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        process_group=0,  # away from Ctrl-C; in a session of its own, Linux would give it as much time as the server
    )


@dataclass
class BackgroundPrinting:
    """Starts the work once, when the server is idle at least five minutes after its start.

    On systems that can't interrupt the work (no `setitimer`), it never starts, and the first reader waits.
    """

    instance: Path
    now: Callable[[], float] = time.monotonic
    begin: Callable[[Path], subprocess.Popen[bytes]] = start
    process: subprocess.Popen[bytes] | None = field(default=None, init=False)

    def __post_init__(self) -> None:
        self._next = self.now() + IDLE_SECONDS
        self._calm = IdleTimer(self.instance, self.now)

    def turn(self) -> None:
        """Start the work if it is time. Raises nothing."""
        if self.now() < self._next or not hasattr(signal, "setitimer"):
            return
        self._next = self.now() + POLL_SECONDS
        if self.process is not None:
            if self.process.poll() is not None:
                self._next = float("inf")
        elif self._calm.has_elapsed():
            try:
                self.process = self.begin(self.instance)
            except OSError:
                self._next = float("inf")


def make_books(instance: Path, until_calm: Callable[[], None]) -> None:
    """Make every missing version of the book. Calls `until_calm` before each."""
    for size in SIZES:
        for lang in (*LANGUAGES, BOTH):
            until_calm()
            options = SheetOptions(size, lang)
            html = rulebook_html(options)
            path = cache_path(instance, html, options)
            if not path.is_file():
                write_to_cache(path, write_pdf(html))


def idle_waiter(calm: IdleTimer, server: int, sleep: Callable[[float], None] = time.sleep) -> Callable[[], None]:
    """Return a function that waits until the server is idle. It raises SystemExit once process `server` has ended."""

    def until_calm() -> None:
        while _is_running(server) and not calm.has_elapsed():
            sleep(POLL_SECONDS)
        if not _is_running(server):
            raise SystemExit

    return until_calm


def _is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except OSError:
        return False
    return True


def main(instance: Path, server: int) -> None:
    """Make the books, pausing even in the middle of a page while the server is busy."""
    os.nice(19)
    until_calm = idle_waiter(IdleTimer(instance), server)
    signal.signal(signal.SIGPROF, lambda _number, _frame: until_calm())
    signal.setitimer(signal.ITIMER_PROF, STRETCH, STRETCH)
    make_books(instance, until_calm)


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
