"""The same command in several processes: each answers its share of the objects, and the answers come out in order.

A process is the command itself, started again: one object a line in, one answer a line out. It ends when its input does, so
none is left behind whatever becomes of this one.
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
import orjson

try:
    import fcntl
except ImportError:  # not on this system
    fcntl = None  # type: ignore[assignment]

from scorekeeper.base.i18n import terminal_gettext
from scorekeeper.base.output import AT_ONCE
from scorekeeper.engine.errors import GameError
from scorekeeper.wording.marks import N_

MOST = 64
SHARE = 64
"""Objects that a process is given at a time."""
_ROOM = 2**20
"""Bytes that a pipe is to hold: answers come out in order, and who is ahead goes on as long as there is room for theirs."""
AHEAD = 256
"""Shares that may be under way or wait for their turn."""

STOPPED = N_("One of the processes stopped before it was done.")

Step = tuple[int, int] | Exception | None
"""Which process answers next, and how many answers; or what could not be read; None: that was all."""


def jobs_option(function: Callable[..., object]) -> Callable[..., object]:
    """`--jobs`."""
    text = N_("Number of parallel processes. The order of the output stays.")
    return click.option("--jobs", type=click.IntRange(1, MOST), default=1, show_default=True, help=text)(function)


class Several:
    """Processes at work; as a context, they end with it."""

    def __init__(self, command: Sequence[str], jobs: int, share: int = SHARE) -> None:
        """`command`: the arguments of a `scorekeeper` that reads standard input. Raises OSError."""
        self.share = share
        self.failed = False
        self.steps: queue.Queue[Step] = queue.Queue(AHEAD)
        self.left = threading.Event()
        self.processes: list[subprocess.Popen[bytes]] = []
        words = [sys.executable, "-m", "scorekeeper", *command]
        try:
            for _ in range(jobs):
                self.processes.append(_begin(words))
        except OSError:
            self.end()
            raise

    def __enter__(self) -> Several:
        return self

    def __exit__(self, *_: object) -> None:
        self.end()

    def end(self) -> None:
        """Whatever they are doing."""
        self.left.set()
        for process in self.processes:
            process.kill()
            process.wait()
            _pipe(process.stdout).close()
            with suppress(OSError):  # what was still on its way has nobody to go to
                _pipe(process.stdin).close()

    def answers(self, objects: Iterable[object]) -> Iterator[bytes | GameError]:
        """An answer for each object, as a line of JSON, in their order; what could not be read is handed on in its place.

        Sets `failed` where a process said that it could not answer something. Raises
        `click.ClickException` where one was stopped.
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
            whole = [line for line in lines if line.endswith(b"\n")]
            yield from whole
            if len(whole) < count:
                raise click.ClickException(terminal_gettext()(STOPPED))
        self.failed = any(process.wait() != 0 for process in self.processes)

    def _feed(self, objects: Iterable[object]) -> None:
        """Give every process its share in turn. Who is full makes this wait, so that nothing piles up."""
        try:
            self._deal_out(objects)
        except _Left:
            return
        except OSError:  # a process is gone: who reads its answers sees it
            return
        except Exception as error:  # noqa: BLE001 (it is raised where the answers are read)
            self._put(error)
            return
        for process in self.processes:
            _pipe(process.stdin).close()
        self._put(None)

    def _deal_out(self, objects: Iterable[object]) -> None:
        place, held = 0, list[bytes]()
        for obj in objects:
            if not isinstance(obj, GameError):
                held.append(orjson.dumps(obj))
            if len(held) == self.share or isinstance(obj, GameError):
                self._give(place, held)
                place, held = (place + 1) % len(self.processes), []
            if isinstance(obj, GameError):
                self._put(obj)
        self._give(place, held)

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
        raise _Left


class _Left(Exception):
    """Nobody wants more answers."""


def _begin(words: Sequence[str]) -> subprocess.Popen[bytes]:
    # in a session of its own: the keys that end this command are for us, who then end it
    process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True, bufsize=AT_ONCE)  # noqa: S603 (our own program)
    if fcntl is not None and hasattr(fcntl, "F_SETPIPE_SZ"):
        for pipe in (process.stdin, process.stdout):
            with suppress(OSError):  # a user may have so much room in all
                fcntl.fcntl(_pipe(pipe), fcntl.F_SETPIPE_SZ, _ROOM)
    return process


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None
    return pipe
