"""Runs a command in several processes that share the objects, and yields their answers in order.

Each process is the same command, which reads one object per line and writes one answer per line. It exits when its input
ends, so none outlives this process.
"""

from __future__ import annotations

import queue
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import islice
from typing import IO

import click

from scorekeeper.formats import strict_json

try:
    import fcntl
except ImportError:  # not on this system
    fcntl = None  # type: ignore[assignment]

from scorekeeper.cli.terminal import BUFFER_BYTES
from scorekeeper.core.i18n.translation import terminal_gettext
from scorekeeper.engine.errors import GameError
from scorekeeper.messages.marks import N_

MOST = 64
SHARE = 64
"""Number of objects given to a process at a time."""
_PIPE_BYTES = 2**20
"""Bytes of pipe buffer, so that a process ahead of its turn can continue."""
MOST_AHEAD = 256
"""Number of shares that may be in progress or waiting."""

STOPPED = N_("One of the processes stopped before it was done.")

Step = tuple[int, int] | Exception | None
"""The next process and its number of answers, an error in the input, or None at the end."""


def jobs_option(function: Callable[..., object]) -> Callable[..., object]:
    """Add the option `--jobs`."""
    text = N_("Number of parallel processes. The order of the output stays.")
    return click.option("--jobs", type=click.IntRange(1, MOST), default=1, show_default=True, help=text)(function)


class ProcessPool:
    """Running processes. They are stopped when this context manager exits."""

    def __init__(self, command: Sequence[str], jobs: int, share: int = SHARE) -> None:
        """`command`: arguments of a `scorekeeper` command that reads standard input. Raises OSError."""
        self.share = share
        self.failed = False
        self.steps: queue.Queue[Step] = queue.Queue(MOST_AHEAD)
        self.left = threading.Event()
        self.processes: list[subprocess.Popen[bytes]] = []
        words = [sys.executable, "-m", "scorekeeper", *command]
        try:
            for _ in range(jobs):
                self.processes.append(_start_process(words))
        except OSError:
            self.end()
            raise

    def __enter__(self) -> ProcessPool:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def end(self) -> None:
        """Kill all processes."""
        self.left.set()
        for process in self.processes:
            process.kill()
            process.wait()
            _pipe(process.stdout).close()
            with suppress(OSError):  # unsent input
                _pipe(process.stdin).close()

    def answers(self, objects: Iterable[object]) -> Iterator[bytes | GameError]:
        """Yield an answer for each object in order, as a line of JSON. Unreadable input is passed on in its place.

        Sets `failed` if a process could not answer something. Raises `click.ClickException` if one was killed.
        """
        threading.Thread(target=self._feed, args=(objects,), daemon=True).start()
        while (step := self.steps.get()) is not None:
            if isinstance(step, GameError):
                yield step
                continue
            if isinstance(step, Exception):
                raise step
            place, count = step
            lines = [*islice(_pipe(self.processes[place].stdout), count)]
            complete_lines = [line for line in lines if line.endswith(b"\n")]
            yield from complete_lines
            if len(complete_lines) < count:
                raise click.ClickException(terminal_gettext()(STOPPED))
        self.failed = any(process.wait() != 0 for process in self.processes)

    def _feed(self, objects: Iterable[object]) -> None:
        """Give each process its share in turn. A full pipe blocks this, so that nothing piles up."""
        try:
            self._distribute(objects)
        except _StopReading:
            return
        except OSError:  # a process has exited, which `answers` detects
            return
        except Exception as error:  # noqa: BLE001 (`answers` raises it)
            self._put(error)
            return
        for process in self.processes:
            _pipe(process.stdin).close()
        self._put(None)

    def _distribute(self, objects: Iterable[object]) -> None:
        place, batch = 0, list[bytes]()
        for obj in objects:
            if not isinstance(obj, GameError):
                batch.append(strict_json.dumps(obj))
            if len(batch) == self.share or isinstance(obj, GameError):
                self._give(place, batch)
                place, batch = (place + 1) % len(self.processes), []
            if isinstance(obj, GameError):
                self._put(obj)
        self._give(place, batch)

    def _give(self, place: int, lines: list[bytes]) -> None:
        if not lines:
            return
        self._put((place, len(lines)))
        pipe = _pipe(self.processes[place].stdin)
        pipe.write(b"\n".join(lines) + b"\n")
        pipe.flush()

    def _put(self, step: Step) -> None:
        while not self.left.is_set():
            try:
                self.steps.put(step, timeout=1)
            except queue.Full:
                continue
            return
        raise _StopReading


class _StopReading(Exception):
    """Raised when the caller needs no further answers."""


def _start_process(words: Sequence[str]) -> subprocess.Popen[bytes]:
    # in its own session, so that Ctrl-C reaches only us and we stop it
    process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True, bufsize=BUFFER_BYTES)  # noqa: S603 (our own program)
    if fcntl is not None and hasattr(fcntl, "F_SETPIPE_SZ"):
        for pipe in (process.stdin, process.stdout):
            with suppress(OSError):  # the user's total may be limited
                fcntl.fcntl(_pipe(pipe), fcntl.F_SETPIPE_SZ, _PIPE_BYTES)
    return process


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None
    return pipe
