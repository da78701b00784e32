"""The processes behind `scorekeeper serve`: they share the work, and one that dies or hangs is replaced.

Each has a socket of its own that the first process holds: connections wait there while one is replaced. SIGHUP starts the
program anew, with its new version if there is one, on the same sockets: nothing is refused meanwhile.
"""

from __future__ import annotations

import contextlib
import gc
import os
import select
import signal
import socket
import sys
import threading
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from scorekeeper import serving

if TYPE_CHECKING:
    from collections.abc import Callable

    from scorekeeper.serving import Application

    Make = Callable[[], Application]

SHORTEST = 5.0
"""Seconds: a process that ends sooner than that after its start is replaced only after as many."""

SOCKETS, METRICS_SOCKET, BEFORE = "SCOREKEEPER_SOCKETS", "SCOREKEEPER_METRICS_SOCKET", "SCOREKEEPER_PROCESSES_BEFORE"
"""What one start of the program hands to the next: numbers of open sockets, and of the processes that serve them until then."""

SIGNALS = {getattr(signal, name) for name in ("SIGTERM", "SIGINT", "SIGHUP", "SIGCHLD") if hasattr(signal, name)}


@dataclass(frozen=True)
class Beside:
    """What is served beside the program, on a socket of its own: by one process, which `make` makes its application for.

    `ended` is told of every process that is gone.
    """

    make: Make
    socket: socket.socket
    ended: Callable[[int], None]


def handed_down(variable: str = SOCKETS) -> list[socket.socket]:
    """The sockets of the start before this one; none at the first."""
    return [socket.socket(fileno=int(number)) for number in os.environ.pop(variable, "").split()]


def run(
    make: Make,
    sockets: list[socket.socket],
    threads: int = serving.THREADS,
    beside: Beside | None = None,
    also: Callable[[], object] = bool,
) -> None:
    """Serve until interrupted. `make` makes the application in each process, so that none inherits an open database.

    `also` is called about once a second, by the first process alone, and takes no time.
    """
    if hasattr(os, "fork"):
        _Family(make, sockets, threads, beside, also).run()
        return
    if beside is not None:
        what = (beside.make(), beside.socket, lambda: False)
        threading.Thread(target=serving.serve, args=what, kwargs={"threads": 1}, daemon=True).start()
    serving.serve(_made(make), sockets[0], lambda: False, also, threads=threads)


def _made(make: Make) -> Application:
    """The application, and what it is made of taken out of the collector's walks: each holds up every thread, a second on a small
    computer, and finds nothing there.
    """
    application = make()
    gc.collect()
    gc.freeze()
    return application


def _work(make: Make, listener: socket.socket, parent: int, ready: int, threads: int) -> None:
    """What a process of the family does."""
    asked: list[int] = []
    signal.set_wakeup_fd(-1)
    for one in SIGNALS:
        signal.signal(one, signal.SIG_IGN)  # Ctrl-C is for the first process, which tells the others
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.signal(signal.SIGTERM, lambda number, _frame: asked.append(number))
    signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
    application = _made(make)
    os.set_blocking(ready, False)

    def alive() -> None:
        with contextlib.suppress(OSError):  # nobody listens while the program starts anew
            os.write(ready, b"1")

    alive()
    serving.serve(application, listener, lambda: bool(asked) or os.getppid() != parent, alive, threads=threads)


@dataclass
class _Process:
    """One that serves a socket; `signs`: where its signs of life come in."""

    socket: socket.socket
    signs: int
    began: float
    heard: float

    def hung(self, now: float) -> bool:
        with contextlib.suppress(BlockingIOError):
            if os.read(self.signs, 4096):
                self.heard = now
        return now - self.heard > serving.HUNG


@dataclass
class _Family:
    """The first process: it serves nobody, holds the sockets, and sees to it that each is served."""

    make: Make
    sockets: list[socket.socket]
    threads: int
    beside: Beside | None = None
    also: Callable[[], object] = bool
    serves: dict[int, _Process] = field(default_factory=dict)
    later: list[tuple[float, socket.socket]] = field(default_factory=list)

    def run(self) -> None:
        before = [int(number) for number in os.environ.pop(BEFORE, "").split()]
        # A terminal that is closed ends what was started in it.
        ends = {signal.SIGTERM, signal.SIGINT} | ({signal.SIGHUP} if sys.stdin and sys.stdin.isatty() else set())
        hearing, bell = socket.socketpair()
        bell.setblocking(False)
        signal.set_wakeup_fd(bell.fileno())
        for one in SIGNALS:
            signal.signal(one, lambda _number, _frame: None)
        for listener in self._listeners():
            self._begin(listener)
        self._end(before)
        while True:
            heard = set(hearing.recv(64) if select.select([hearing], [], [], serving.A_TURN)[0] else b"")
            if heard & ends:
                return self._end([*self.serves])
            if signal.SIGHUP in heard:
                self._anew()
            self._replace()
            self.also()

    def _listeners(self) -> list[socket.socket]:
        return self.sockets if self.beside is None else [*self.sockets, self.beside.socket]

    def _begin(self, one: socket.socket) -> None:
        """A process for a socket. Returns once it serves, or has ended."""
        reading, writing = os.pipe()
        first = os.getpid()
        signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
        process = os.fork()
        if process == 0:
            code = 1
            try:
                os.close(reading)
                for other in self._listeners():
                    if other is not one:
                        other.close()
                if self.beside is not None and one is self.beside.socket:
                    _work(self.beside.make, one, first, writing, 1)
                else:
                    _work(self.make, one, first, writing, self.threads)
                code = 0
            except BaseException:  # noqa: BLE001 (nothing of the first process may go on in this one)
                sys.excepthook(*sys.exc_info())
            finally:
                os._exit(code)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
        os.close(writing)
        os.read(reading, 1)
        os.set_blocking(reading, False)
        now = time.monotonic()
        self.serves[process] = _Process(one, reading, now, now)

    def _replace(self) -> None:
        now = time.monotonic()
        for process, it in [*self.serves.items()]:
            if os.waitpid(process, os.WNOHANG)[0]:
                del self.serves[process]
                os.close(it.signs)
                self._gone(process)
                self.later.append((now if now - it.began > SHORTEST else now + SHORTEST, it.socket))
            elif it.hung(now):
                _kill(process, signal.SIGKILL)
        due, self.later = [one for at, one in self.later if at <= now], [wait for wait in self.later if wait[0] > now]
        for one in due:
            self._begin(one)

    def _anew(self) -> None:
        """The program from its start, on the sockets of this one, whose processes serve them until the new ones do."""
        for one in self._listeners():
            one.set_inheritable(True)
        if self.beside is not None:
            os.environ[METRICS_SOCKET] = str(self.beside.socket.fileno())
        os.environ[SOCKETS] = " ".join(str(one.fileno()) for one in self.sockets)
        os.environ[BEFORE] = " ".join(map(str, self.serves))
        os.execv(sys.executable, [sys.executable, "-m", "scorekeeper", *sys.argv[1:]])  # noqa: S606 (ourselves)

    def _end(self, processes: list[int]) -> None:
        """Tell processes to stop, wait until they have answered what they began, and end those that do not come to an end."""
        left = {process for process in processes if _kill(process, signal.SIGTERM)}
        end = time.monotonic() + serving.GRACE + 2 * serving.A_TURN
        while left:
            gone = {process for process in left if os.waitpid(process, os.WNOHANG)[0]}
            for process in gone:
                self._gone(process)
            left -= gone
            if left and time.monotonic() > end:
                for process in left:
                    _kill(process, signal.SIGKILL)
            time.sleep(0.02)

    def _gone(self, process: int) -> None:
        if self.beside is not None:
            self.beside.ended(process)


def _kill(process: int, number: int) -> bool:
    try:
        os.kill(process, number)
    except ProcessLookupError:
        return False
    return True
