"""Metrics for Prometheus, if a port is set. If not, nothing is measured or imported.

Each process writes its own files in a folder of the instance (`prometheus_client`, multiprocess mode), and the metrics
process adds them up. Labels are routes, methods, statuses and commands, so visitors cannot create new ones.
"""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    Application = Callable[[dict[str, Any], Any], Iterable[bytes]]

BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Seconds: recording a hand takes the second or third bucket, waiting for a document the last."""
PATH = "/metrics"
FOLDER = "metrics"
_VARIABLE = "PROMETHEUS_MULTIPROC_DIR"
"""Environment variable that the library reads on import for its folder."""


@dataclass(frozen=True)
class _Metrics:
    requests: Any
    seconds: Any
    changes: Any
    database_errors: Any


_measured: _Metrics | None = None


def folder(instance: Path, port: int) -> Path:
    """Return the folder for metrics. `port` separates two servers of one instance."""
    return instance / FOLDER / str(port)


def prepare(place: Path, *, afresh: bool) -> None:
    """Set the folder before workers start. `afresh`: delete old values."""
    if afresh:
        shutil.rmtree(place, ignore_errors=True)
    place.mkdir(mode=0o700, parents=True, exist_ok=True)
    os.environ[_VARIABLE] = str(place)


def start_measuring() -> None:
    """Start measuring in this process."""
    global _measured  # one per process, like the library's own
    from prometheus_client import Counter, Gauge, Histogram  # reads the variable on import, and is seldom needed

    _measured = _Metrics(
        Counter("scorekeeper_requests", "Requests answered, by route.", ("route", "method", "status"), registry=None),
        Histogram(
            "scorekeeper_request_seconds",
            "Seconds until a request was answered, by route.",
            ("route", "method"),
            buckets=BUCKETS,
            registry=None,
        ),
        Counter("scorekeeper_changes", "Changes recorded, by what they are of and which.", ("of", "act"), registry=None),
        Counter("scorekeeper_database_errors", "Requests that the database failed.", registry=None),
    )
    Gauge("scorekeeper_processes", "Processes that serve.", multiprocess_mode="livesum", registry=None).set(1)


def note_exit(place: Path, process: int) -> None:
    """Note that a process has exited. Its counts stay."""
    from prometheus_client.multiprocess import mark_process_dead  # imported late, as above

    mark_process_dead(process, str(place))


def is_measuring() -> bool:
    """Return whether this process measures."""
    return _measured is not None


def count_request(route: str, method: str, status: int, seconds: float) -> None:
    """Count a request and its duration."""
    if _measured is not None:
        _measured.requests.labels(route, method, str(status)).inc()
        _measured.seconds.labels(route, method).observe(seconds)


def count_change(of: str, action: str) -> None:
    """Count a change of a `game` (a hand is `record`) or of a `tournament` (a result is `result`)."""
    if _measured is not None:
        _measured.changes.labels(of, action).inc()


def count_database_failure() -> None:
    """Count a failure of the database."""
    if _measured is not None:
        _measured.database_errors.inc()


class _Documents:
    """A collector for the number of waiting documents, left out if unknown."""

    def __init__(self, waiting: Callable[[], int | None]) -> None:
        self.waiting = waiting

    def collect(self) -> Iterator[Any]:
        from prometheus_client.core import GaugeMetricFamily  # imported late, as above

        waiting = self.waiting()
        if waiting is None:
            return
        yield GaugeMetricFamily("scorekeeper_documents_waiting", "Documents that wait to be made as PDF.", value=waiting)


def application(waiting: Callable[[], int | None], place: Path) -> Application:
    """Return the WSGI application for Prometheus. `waiting`: number of waiting documents, or None if unknown."""
    # Late, as above.
    from prometheus_client import CollectorRegistry, make_wsgi_app
    from prometheus_client.multiprocess import MultiProcessCollector

    registry = CollectorRegistry()
    MultiProcessCollector(registry, str(place))
    registry.register(_Documents(waiting))
    answer = make_wsgi_app(registry)

    def only_there(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        if environ.get("PATH_INFO") != PATH:
            start_response("404 Not Found", [("Content-Type", "text/plain; charset=utf-8")])
            return [b"The measurements are at /metrics.\n"]
        chunks: Iterable[bytes] = answer(environ, start_response)
        return chunks

    return only_there
