"""The server behind `scorekeeper serve`: nobody's slowness is another's, and a process that dies is replaced.

Waitress reads whole requests and sends whole answers in one thread, so that the threads that work wait for nobody's network.
Several processes share the work, each with a socket of its own that the first process holds: connections wait there while
one is replaced. SIGHUP starts the program anew, with its new version if there is one, on the same sockets: nothing is refused
meanwhile.
"""

from __future__ import annotations

import contextlib
import gc
import logging
import os
import select
import signal
import socket
import sys
import threading
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from waitress import create_server

from scorekeeper.archives.unpacked import MOST_PACKED
from scorekeeper.base import settings as told
from scorekeeper.serving_errors import Channel
from scorekeeper.serving_held import Held

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Application = Callable[..., Any]
    Make = Callable[[], Application]

WORKERS, THREADS = int(told.WORKERS.default), int(told.THREADS.default)
BACKLOG = 1024
GRACE = 10.0
"""Seconds for what is being answered when the server is told to stop."""
IDLE = 20
"""Seconds without a byte after which a connection is closed: half a request, or none."""
A_TURN = 1.0
HUNG = 30.0
"""Seconds without a sign of life after which a process is ended and replaced."""
SHORTEST = 5.0
"""Seconds: a process that ends sooner than that after its start is replaced only after as many."""

SOCKETS, METRICS_SOCKET, BEFORE = "SCOREKEEPER_SOCKETS", "SCOREKEEPER_METRICS_SOCKET", "SCOREKEEPER_PROCESSES_BEFORE"
"""What one start of the program hands to the next: numbers of open sockets, and of the processes that serve them until then."""

CHANNEL = "channel"
"""Under this name an application may bring, among its extensions, what is to look after a connection (`https.tls`)."""

SIGNALS = {getattr(signal, name) for name in ("SIGTERM", "SIGINT", "SIGHUP", "SIGCHLD") if hasattr(signal, name)}


@dataclass(frozen=True)
class Beside:
    """What is served beside the program, on a socket of its own: by one process, which `make` makes its application for.

    `ended` is told of every process that is gone.
    """

    make: Make
    socket: socket.socket
    ended: Callable[[int], None]


def settings(threads: int = THREADS) -> dict[str, Any]:
    """Waitress' settings. It has no access log: the paths of secret links would be in it (`base/watching.py`)."""
    return {
        "threads": threads,
        "backlog": BACKLOG,
        "connection_limit": _most_connections(),
        "channel_timeout": IDLE,
        "cleanup_interval": 5,
        "asyncore_use_poll": True,
        "max_request_header_size": 32 * 1024,
        "max_request_body_size": MOST_PACKED + 2**20,  # the program's own limits are lower, and say so in a page
        "ident": None,
        "log_socket_errors": False,
        # Whose X-Forwarded headers are believed is said in one place, SCOREKEEPER_TRUSTED_PROXIES (`base/proxies.py`).
        "clear_untrusted_proxy_headers": False,
    }


def _most_connections() -> int:
    try:
        import resource
    except ImportError:  # not on this system
        return 1000
    return max(200, min(4000, resource.getrlimit(resource.RLIMIT_NOFILE)[0] - 200))


def listen(host: str, port: int, count: int = WORKERS) -> list[socket.socket]:
    """Sockets that listen at one address: as many as are asked for, one where the system shares none. Raises OSError."""
    family, kind, protocol, _, address = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[
        0
    ]
    shared = hasattr(socket, "SO_REUSEPORT") and hasattr(os, "fork")
    found = []
    for _n in range(count if shared else 1):
        one = socket.socket(family, kind, protocol)
        if os.name == "posix":
            one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if shared:
            one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        one.bind(address)
        one.listen(BACKLOG)
        found.append(one)
    return found


def handed_down(variable: str = SOCKETS) -> list[socket.socket]:
    """The sockets of the start before this one; none at the first."""
    return [socket.socket(fileno=int(number)) for number in os.environ.pop(variable, "").split()]


def run(
    make: Make,
    sockets: list[socket.socket],
    threads: int = THREADS,
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
        threading.Thread(target=serve, args=what, kwargs={"threads": 1}, daemon=True).start()
    serve(_made(make), sockets[0], lambda: False, also, threads=threads)


def _made(make: Make) -> Application:
    """The application, and what it is made of taken out of the collector's walks: each holds up every thread, a second on a small
    computer, and finds nothing there.
    """
    application = make()
    gc.collect()
    gc.freeze()
    return application


# ---- one process


def serve(
    application: Application, listener: socket.socket, stopped: Callable[[], bool], alive: Callable[[], Any] = bool, **more: Any
) -> None:
    """Serve one socket in this process until `stopped`, which is asked once a second, and what was begun by then is answered.

    `alive` is called as often, as long as somebody works: not while a request has waited for `HUNG` seconds for one who would.
    """
    # Threads that waited for the disk go on after half a millisecond, not after five, while another one draws a long sheet.
    sys.setswitchinterval(0.0005)
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # a page that waits its turn is nothing to tell of
    channels: dict[int, Any] = {}
    server = create_server(application, map=channels, sockets=[listener], **{**settings(), **more})
    server.channel_class = getattr(application, "extensions", {}).get(CHANNEL, Channel)
    server.held = held = Held(server)

    def turn(seconds: float) -> None:
        server.asyncore.loop(timeout=seconds, use_poll=True, map=channels, count=1)

    next_one, since, said = None, 0.0, 0.0
    while not stopped():
        turn(A_TURN)
        waits, now = _first(server.task_dispatcher.queue), time.monotonic()
        if waits is not next_one:
            next_one, since = waits, now
        if now - said >= A_TURN / 2 and (waits is None or now - since < HUNG):  # not at every byte that comes
            alive()
            said = now
    server.accepting = False
    held.end()
    end = time.monotonic() + GRACE
    while time.monotonic() < end and any(_begun(channel) for channel in server.active_channels.values()):
        turn(0.05)
    server.task_dispatcher.shutdown(timeout=0.5)
    for one in [*channels.values()]:
        one.close()


def _first(queue: Sequence[Any]) -> Any:
    """What waits there the longest; None where nothing waits. Other threads take from it meanwhile."""
    try:
        return queue[0]
    except IndexError:
        return None


def _begun(channel: Channel) -> bool:
    """Whether something is being answered there, or may be on its way: it came a moment ago, or was answered then."""
    return bool(channel.requests or channel.writable() or time.time() - channel.last_activity < A_TURN)


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
    serve(application, listener, lambda: bool(asked) or os.getppid() != parent, alive, threads=threads)


# ---- the family


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
        return now - self.heard > HUNG


@dataclass
class _Family:
    """The first process: it serves nobody, holds the sockets, and sees to it that each is served."""

    make: Make
    sockets: list[socket.socket]
    threads: int
    beside: Beside | None = None
    also: Callable[[], object] = bool
    serving: dict[int, _Process] = field(default_factory=dict)
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
            heard = set(hearing.recv(64) if select.select([hearing], [], [], A_TURN)[0] else b"")
            if heard & ends:
                return self._end([*self.serving])
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
        self.serving[process] = _Process(one, reading, now, now)

    def _replace(self) -> None:
        now = time.monotonic()
        for process, it in [*self.serving.items()]:
            if os.waitpid(process, os.WNOHANG)[0]:
                del self.serving[process]
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
        os.environ[BEFORE] = " ".join(map(str, self.serving))
        os.execv(sys.executable, [sys.executable, "-m", "scorekeeper", *sys.argv[1:]])  # noqa: S606 (ourselves)

    def _end(self, processes: list[int]) -> None:
        """Tell processes to stop, wait until they have answered what they began, and end those that do not come to an end."""
        left = {process for process in processes if _kill(process, signal.SIGTERM)}
        end = time.monotonic() + GRACE + 2 * A_TURN
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
