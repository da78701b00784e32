"""The metrics of `scorekeeper serve`, on a port of their own if one is set."""

from __future__ import annotations

import errno
from functools import partial
from typing import TYPE_CHECKING

from scorekeeper.core import metrics
from scorekeeper.core.config import settings
from scorekeeper.core.db.database import UNAVAILABLE
from scorekeeper.core.net import own_addresses
from scorekeeper.core.pdf import pdf_queue
from scorekeeper.server import supervisor, worker
from scorekeeper.server.http import http_server
from scorekeeper.server.startup import opening

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from scorekeeper.messages.marks import Gettext


def metrics_service(instance: Path, t: Gettext) -> supervisor.SidecarServer | None:
    """Return the metrics service, or None if no port is set. Raises click.ClickException if the port is unavailable."""
    host, port = settings.METRICS_HOST.value(), settings.METRICS_PORT.value()
    if port is None:
        return None
    place = metrics.folder(instance, port)
    handed = supervisor.inherited_sockets(supervisor.METRICS_SOCKET)
    afresh = not handed
    if afresh:
        try:
            if not own_addresses.port_is_free(host, port):
                raise OSError(errno.EADDRINUSE, "Address already in use")
            handed = http_server.listen(host, port, 1)
        except OSError as error:
            raise opening.cannot_listen(host, port, error, t) from error
    metrics.prepare(place, afresh=afresh)
    return supervisor.SidecarServer(
        lambda: metrics.application(_documents(instance), place), handed[0], partial(metrics.note_exit, place)
    )


def _documents(instance: Path) -> Callable[[], int | None]:
    """Return a function that counts waiting documents. Only the metrics process calls it."""
    app = worker.application(instance)

    def waiting() -> int | None:
        with app.app_context():
            try:
                return pdf_queue.count_waiting()
            except UNAVAILABLE:
                return None

    return waiting


def start_measuring() -> None:
    """Start measuring in this process if a port is set."""
    if settings.METRICS_PORT.value() is not None:
        metrics.start_measuring()
