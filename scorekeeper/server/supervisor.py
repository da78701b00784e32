"""The supervisor of `scorekeeper serve`: worker processes share the load and are replaced if they exit or hang.

Each worker has its own socket, which the supervisor holds, so that connections wait while a worker is replaced. SIGHUP
restarts the program, or its new version, on the same sockets without refusing a connection.
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

from scorekeeper.server.http import http_server

if TYPE_CHECKING:
    from collections.abc import Callable

    from scorekeeper.server.http.http_server import Application

    Make = Callable[[], Application]

SHORTEST = 5.0
"""Shortest normal lifetime in seconds. A process that exits sooner is replaced only after this delay."""

SOCKETS, METRICS_SOCKET, BEFORE = "SCOREKEEPER_SOCKETS", "SCOREKEEPER_METRICS_SOCKET", "SCOREKEEPER_PROCESSES_BEFORE"
"""Environment variables for the next start: open sockets, and the processes that serve them until then."""

SIGNALS = {getattr(signal, name) for name in ("SIGTERM", "SIGINT", "SIGHUP", "SIGCHLD") if hasattr(signal, name)}


@dataclass(frozen=True)
class SidecarServer:
    """An additional service with one process on its own socket. `make` creates its application.

    `ended` is called with the id of every process that exits.
    """

    make: Make
    socket: socket.socket
    ended: Callable[[int], None]


def inherited_sockets(variable: str = SOCKETS) -> list[socket.socket]:
    """Return the sockets of the previous start, or none on the first."""
    return [socket.socket(fileno=int(number)) for number in os.environ.pop(variable, "").split()]


def run(
    make: Make,
    sockets: list[socket.socket],
    threads: int = http_server.THREADS,
    sidecar: SidecarServer | None = None,
    also: Callable[[], object] = bool,
) -> None:
    """Serve until interrupted. Each process calls `make` for its application, so that none inherits an open database.

    The supervisor calls `also` about once a second; it must return quickly.
    """
    if hasattr(os, "fork"):
        _Supervisor(make, sockets, threads, sidecar, also).run()
        return
    if sidecar is not None:
        what = (sidecar.make(), sidecar.socket, lambda: False)
        threading.Thread(target=http_server.serve, args=what, kwargs={"threads": 1}, daemon=True).start()
    http_server.serve(_create_application(make), sockets[0], lambda: False, also, threads=threads)


def _create_application(make: Make) -> Application:
    """Create the application and exclude it from garbage collection.

    A collection stops every thread, for a second on a small computer, and would find nothing there.
    """
    application = make()
    gc.collect()
    gc.freeze()
    return application


def _run_worker(make: Make, listener: socket.socket, parent: int, ready: int, threads: int) -> None:
    """Run a worker process."""
    stop_signals: list[int] = []
    signal.set_wakeup_fd(-1)
    for one in SIGNALS:
        signal.signal(one, signal.SIG_IGN)  # Ctrl-C is for the supervisor, which stops the others
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.signal(signal.SIGTERM, lambda number, _frame: stop_signals.append(number))
    signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
    application = _create_application(make)
    os.set_blocking(ready, False)

    def alive() -> None:
        with contextlib.suppress(OSError):  # no one listens while the program restarts
            os.write(ready, b"1")

    alive()
    http_server.serve(application, listener, lambda: bool(stop_signals) or os.getppid() != parent, alive, threads=threads)


@dataclass
class _Worker:
    """A process that serves a socket. `signs` is the pipe with its signs of life."""

    socket: socket.socket
    signs: int
    began: float
    heard: float

    def is_hung(self, now: float) -> bool:
        with contextlib.suppress(BlockingIOError):
            if os.read(self.signs, 4096):
                self.heard = now
        return now - self.heard > http_server.HUNG


@dataclass
class _Supervisor:
    """The supervisor, which holds the sockets and keeps a worker on each."""

    make: Make
    sockets: list[socket.socket]
    threads: int
    beside: SidecarServer | None = None
    also: Callable[[], object] = bool
    serves: dict[int, _Worker] = field(default_factory=dict)
    later: list[tuple[float, socket.socket]] = field(default_factory=list)

    def run(self) -> None:
        before = [int(number) for number in os.environ.pop(BEFORE, "").split()]
        # Closing a terminal stops what was started in it.
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
            signals = set(hearing.recv(64) if select.select([hearing], [], [], http_server.LOOP_SECONDS)[0] else b"")
            if signals & ends:
                return self._end([*self.serves])
            if signal.SIGHUP in signals:
                self._restart_program()
            self._replace()
            self.also()

    def _listeners(self) -> list[socket.socket]:
        return self.sockets if self.beside is None else [*self.sockets, self.beside.socket]

    def _begin(self, one: socket.socket) -> None:
        """Fork a worker for a socket. Return once it serves or has exited."""
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
                    _run_worker(self.beside.make, one, first, writing, 1)
                else:
                    _run_worker(self.make, one, first, writing, self.threads)
                code = 0
            except BaseException:  # noqa: BLE001 (the supervisor's code must not continue in this process)
                sys.excepthook(*sys.exc_info())
            finally:
                os._exit(code)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
        os.close(writing)
        os.read(reading, 1)
        os.set_blocking(reading, False)
        now = time.monotonic()
        self.serves[process] = _Worker(one, reading, now, now)

    def _replace(self) -> None:
        now = time.monotonic()
        for process, it in [*self.serves.items()]:
            if os.waitpid(process, os.WNOHANG)[0]:
                del self.serves[process]
                os.close(it.signs)
                self._note_exit(process)
                self.later.append((now if now - it.began > SHORTEST else now + SHORTEST, it.socket))
            elif it.is_hung(now):
                _kill(process, signal.SIGKILL)
        due, self.later = [one for at, one in self.later if at <= now], [wait for wait in self.later if wait[0] > now]
        for one in due:
            self._begin(one)

    def _restart_program(self) -> None:
        """Restart the program on the same sockets. The current workers serve until the new ones are ready."""
        for one in self._listeners():
            one.set_inheritable(True)
        if self.beside is not None:
            os.environ[METRICS_SOCKET] = str(self.beside.socket.fileno())
        os.environ[SOCKETS] = " ".join(str(one.fileno()) for one in self.sockets)
        os.environ[BEFORE] = " ".join(map(str, self.serves))
        os.execv(sys.executable, [sys.executable, "-m", "scorekeeper", *sys.argv[1:]])  # noqa: S606 (ourselves)

    def _end(self, processes: list[int]) -> None:
        """Stop processes once their requests are finished. Kill any that take too long."""
        left = {process for process in processes if _kill(process, signal.SIGTERM)}
        end = time.monotonic() + http_server.SHUTDOWN_SECONDS + 2 * http_server.LOOP_SECONDS
        while left:
            exited = {process for process in left if os.waitpid(process, os.WNOHANG)[0]}
            for process in exited:
                self._note_exit(process)
            left -= exited
            if left and time.monotonic() > end:
                for process in left:
                    _kill(process, signal.SIGKILL)
            time.sleep(0.02)

    def _note_exit(self, process: int) -> None:
        if self.beside is not None:
            self.beside.ended(process)


def _kill(process: int, number: int) -> bool:
    try:
        os.kill(process, number)
    except ProcessLookupError:
        return False
    return True
