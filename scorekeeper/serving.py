"""One process that serves (`scorekeeper serve`): nobody's slowness is another's.

Waitress reads whole requests and sends whole answers in one thread, so that the threads that work wait for nobody's network.
Several processes share the work: `serving_family`.
"""

from __future__ import annotations

import logging
import os
import socket
import sys
import time
from typing import TYPE_CHECKING, Any

from waitress import create_server

from scorekeeper import network
from scorekeeper.archives.unpacked import MOST_PACKED
from scorekeeper.base import settings as told
from scorekeeper.serving_errors import Channel
from scorekeeper.serving_held import Held
from scorekeeper.serving_limits import Addresses

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Application = Callable[..., Any]

WORKERS, THREADS = int(told.WORKERS.default), int(told.THREADS.default)
BACKLOG = 1024
MOST, OTHER_FILES = 4000, 200
"""Connections of a process, and what else it may have open."""
GRACE = 10.0
"""Seconds for what is being answered when the server is told to stop."""
IDLE = 20
"""Seconds without a byte after which a connection is closed: half a request, or none."""
A_TURN = 1.0
HUNG = 30.0
"""Seconds without a sign of life after which a process is ended and replaced."""

CHANNEL = "channel"
"""Under this name an application may bring, among its extensions, what is to look after a connection (`https.tls`)."""


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
    """Return how many connections this process may have, once it may open as many files as the system lets it ask for."""
    try:
        import resource
    except ImportError:  # not on this system
        return 1000
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST + OTHER_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST + OTHER_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    return MOST if soft == resource.RLIM_INFINITY else max(OTHER_FILES, min(MOST, soft - OTHER_FILES))


def listen(host: str, port: int, count: int = WORKERS) -> list[socket.socket]:
    """Sockets that listen at one address: as many as are asked for, one where the system shares none. Raises OSError."""
    shared = hasattr(socket, "SO_REUSEPORT") and hasattr(os, "fork")
    found = []
    for _n in range(count if shared else 1):
        one, address = network.socket_for(host, port)
        if shared:
            one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        one.bind(address)
        one.listen(BACKLOG)
        found.append(one)
    return found


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
    server.addresses = Addresses.of_settings(server.adj.connection_limit)

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
