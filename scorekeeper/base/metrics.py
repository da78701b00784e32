"""What is measured for Prometheus, where a port is set for it: nothing else makes these, and nothing is imported for them.

Each process writes into files of its own in a folder of the instance (`prometheus_client`, multiprocess mode); who is asked
adds them up. Labels are routes, methods, statuses and the names of acts: as many as the program has, whoever asks for what.
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
"""Seconds: a hand is recorded in the second or third, a document waits in the last."""
PATH = "/metrics"
FOLDER = "metrics"
_VARIABLE = "PROMETHEUS_MULTIPROC_DIR"
"""Where the library finds the folder; it looks as it is imported."""


@dataclass(frozen=True)
class _Measured:
    requests: Any
    seconds: Any
    changes: Any
    database_errors: Any


_measured: _Measured | None = None


def folder(instance: Path, port: int) -> Path:
    """Where the processes of a program write; `port`: that of its measurements, as two may have one instance."""
    return instance / FOLDER / str(port)


def prepare(place: Path, *, afresh: bool) -> None:
    """Say where to write, before there are processes; `afresh`: begin at nothing."""
    if afresh:
        shutil.rmtree(place, ignore_errors=True)
    place.mkdir(mode=0o700, parents=True, exist_ok=True)
    os.environ[_VARIABLE] = str(place)


def begin() -> None:
    """Measure in this process from now on."""
    global _measured  # one a process, as the library's own
    from prometheus_client import Counter, Gauge, Histogram  # it reads the variable; few need it

    _measured = _Measured(
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


def ended(place: Path, process: int) -> None:
    """A process is gone: it is counted no more; what it counted stays."""
    from prometheus_client.multiprocess import mark_process_dead  # late, as above

    mark_process_dead(process, str(place))


def measured() -> bool:
    """Whether anything is, in this process."""
    return _measured is not None


def answered(route: str, method: str, status: int, seconds: float) -> None:
    """A request was."""
    if _measured is not None:
        _measured.requests.labels(route, method, str(status)).inc()
        _measured.seconds.labels(route, method).observe(seconds)


def changed(of: str, act: str) -> None:
    """A change was recorded: of a `game` (a hand is `record`) or a `tournament` (a result is `result`)."""
    if _measured is not None:
        _measured.changes.labels(of, act).inc()


def database_failed() -> None:
    """It could not be reached, was locked, or did not answer."""
    if _measured is not None:
        _measured.database_errors.inc()


class _Documents:
    """How many documents wait to be made, looked up when it is asked for; nothing where that cannot be known now."""

    def __init__(self, waiting: Callable[[], int | None]) -> None:
        self.waiting = waiting

    def collect(self) -> Iterator[Any]:
        """The one number."""
        from prometheus_client.core import GaugeMetricFamily  # late, as above

        waiting = self.waiting()
        if waiting is None:
            return
        yield GaugeMetricFamily("scorekeeper_documents_waiting", "Documents that wait to be made as PDF.", value=waiting)


def application(waiting: Callable[[], int | None], place: Path) -> Application:
    """What answers Prometheus; `waiting`: how many documents wait, None where nobody knows."""
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
