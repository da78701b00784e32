"""A worker process of `scorekeeper serve`, in which slow clients do not delay others.

Waitress reads whole requests and sends whole responses in one thread, so worker threads never wait for a network.
`supervisor` runs several such processes.
"""

from __future__ import annotations

import logging
import os
import socket
import sys
import time
from typing import TYPE_CHECKING, Any

from waitress import create_server

from scorekeeper.archives.unpacking import MOST_PACKED
from scorekeeper.core.config import settings as told
from scorekeeper.core.net import own_addresses
from scorekeeper.server.http.error_responses import Channel, ConnectionCounter
from scorekeeper.server.http.long_polling import HeldRequests

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Application = Callable[..., Any]

WORKERS, THREADS = int(told.WORKERS.default), int(told.THREADS.default)
BACKLOG = 1024
MOST, OTHER_FILES = 4000, 200
"""Maximum connections of a process, and its allowance for other open files."""
SHUTDOWN_SECONDS = 10.0
"""Seconds for requests in progress to finish when the server stops."""
IDLE = 20
"""Seconds without a byte after which a connection is closed, even in the middle of a request."""
LOOP_SECONDS = 1.0
HUNG = 30.0
"""Seconds without a sign of life after which a process is killed and replaced."""

CHANNEL = "channel"
"""Key in an application's extensions for the class that handles its connections (`server.tls.tls_channel`)."""


def settings(threads: int = THREADS) -> dict[str, Any]:
    """Return Waitress's settings. There is no access log: it would contain secret links (`core/http/request_log.py`)."""
    return {
        "threads": threads,
        "backlog": BACKLOG,
        "connection_limit": _most_connections(),
        "channel_timeout": IDLE,
        "cleanup_interval": 5,
        "asyncore_use_poll": True,
        "max_request_header_size": 32 * 1024,
        "max_request_body_size": MOST_PACKED + 2**20,  # the application's own limits are lower, and have an error page
        "ident": None,
        "log_socket_errors": False,
        # One setting decides which X-Forwarded headers to trust: SCOREKEEPER_TRUSTED_PROXIES (`core/net/proxies.py`).
        "clear_untrusted_proxy_headers": False,
    }


def _most_connections() -> int:
    """Raise the limit of open files if possible. Return how many connections this process may have."""
    try:
        import resource
    except ImportError:  # not on this system
        return 1000
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    target_limit = MOST + OTHER_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST + OTHER_FILES)
    if soft != resource.RLIM_INFINITY and soft < target_limit:
        resource.setrlimit(resource.RLIMIT_NOFILE, (target_limit, hard))
        soft = target_limit
    return MOST if soft == resource.RLIM_INFINITY else max(OTHER_FILES, min(MOST, soft - OTHER_FILES))


def listen(host: str, port: int, count: int = WORKERS) -> list[socket.socket]:
    """Return `count` sockets that listen on one address, or one if the system cannot share ports. Raises OSError."""
    shared = hasattr(socket, "SO_REUSEPORT") and hasattr(os, "fork")
    found = []
    for _n in range(count if shared else 1):
        one, address = own_addresses.socket_for(host, port)
        if shared:
            one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        one.bind(address)
        one.listen(BACKLOG)
        found.append(one)
    return found


def serve(
    application: Application, listener: socket.socket, stopped: Callable[[], bool], alive: Callable[[], Any] = bool, **more: Any
) -> None:
    """Serve one socket in this process until `stopped`, then finish requests in progress.

    `stopped` and `alive` are called about once a second. `alive` is not called while a request has waited `HUNG` seconds for
    a thread.
    """
    # While one thread renders a long sheet, others continue after half a millisecond instead of five.
    sys.setswitchinterval(0.0005)
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # a request that waits its turn is not worth a message
    channels: dict[int, Any] = {}
    server = create_server(application, map=channels, sockets=[listener], **{**settings(), **more})
    server.channel_class = getattr(application, "extensions", {}).get(CHANNEL, Channel)
    server.held = held_requests = HeldRequests(server)
    server.addresses = ConnectionCounter.of_settings(server.adj.connection_limit)

    def turn(seconds: float) -> None:
        server.asyncore.loop(timeout=seconds, use_poll=True, map=channels, count=1)

    next_one, since, last_alive = None, 0.0, 0.0
    while not stopped():
        turn(LOOP_SECONDS)
        waits, now = _oldest(server.task_dispatcher.queue), time.monotonic()
        if waits is not next_one:
            next_one, since = waits, now
        if now - last_alive >= LOOP_SECONDS / 2 and (waits is None or now - since < HUNG):  # not at every byte that comes
            alive()
            last_alive = now
    server.accepting = False
    held_requests.end()
    end = time.monotonic() + SHUTDOWN_SECONDS
    while time.monotonic() < end and any(_is_in_progress(channel) for channel in server.active_channels.values()):
        turn(0.05)
    server.task_dispatcher.shutdown(timeout=0.5)
    for one in [*channels.values()]:
        one.close()


def _oldest(queue: Sequence[Any]) -> Any:
    """Return the oldest item of a queue that other threads take from, or None."""
    try:
        return queue[0]
    except IndexError:
        return None


def _is_in_progress(channel: Channel) -> bool:
    """Return whether a request on this connection is in progress or may still be arriving."""
    return bool(channel.requests or channel.writable() or time.time() - channel.last_activity < LOOP_SECONDS)
