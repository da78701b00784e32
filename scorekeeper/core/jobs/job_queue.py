"""Background jobs: queues in the database, processed by low-priority processes.

The queues are firm-queue's. A job is added in the same transaction as its subject, and any free host runs it. Workers send
heartbeats. The jobs of a dead worker are given to another, so a job counts how often it was started. Each host has one
process per queue, which holds a lock. It is started when needed and exits after a while without jobs.
"""

from __future__ import annotations

import logging
import os
import secrets
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from firm.queue import schema
from firm.queue.enqueue import enqueue
from flask import current_app
from sqlalchemy import delete, func, select

from scorekeeper.core.config import settings
from scorekeeper.core.db.database import TEMPORARY, UNAVAILABLE, Base, db, writing_engine
from scorekeeper.core.files import hold_lock, is_unlocked, write_atomically

if TYPE_CHECKING:
    from firm.queue import Job
    from firm.queue.supervisor import Runtime
    from flask import Flask
    from sqlalchemy import Connection
    from sqlalchemy.orm import Session

FOLDER = "working"
IDLE = 60.0
"""Seconds without jobs after which a process exits."""
POLL_SECONDS = 0.1
"""Seconds between two checks of a queue."""
ATTEMPTS = 4
"""Attempts for a job that raises an exception, with growing delays: the database may be down or the disk full.

The job's subject counts how often it was started (`MOST_BEGUN`), and the next attempt gives it up.
"""
BEAT, DEAD = 10.0, 45.0
"""Seconds between heartbeats, and without one until a worker on another host counts as dead."""
MODULE = "scorekeeper.server.worker"
LEFT = ("printing", "documents")
"""Folders that earlier releases used for printouts."""

# Our migrations create the library's tables. Their test fails when the library changes them.
for _table in schema.metadata.sorted_tables:
    _table.to_metadata(Base.metadata).info[TEMPORARY] = True

_log = logging.getLogger(__name__)


class _OpenTransaction:
    """Lets the library add a job within the open transaction."""

    def __init__(self, session: Session) -> None:
        self.engine = self
        self._connection = session.connection()

    @contextmanager
    def begin(self) -> Iterator[Connection]:
        yield self._connection


def add_job(session: Session, job: Job, *told: Any) -> None:
    """Add a job to its queue. It becomes visible when the session's transaction commits."""
    enqueue(job, told, {}, runtime=cast("Runtime", _OpenTransaction(session)))


def count_waiting(queue: str) -> int:
    """Return the number of jobs in a queue that no worker has taken."""
    found = schema.ready_executions
    with db.engine.connect() as connection:
        return connection.execute(select(func.count()).where(found.c.queue_name == queue)).scalar_one()


def resume_queue(queue: str) -> None:
    """Start a worker if the queue has jobs left from an earlier start."""
    with db.engine.connect() as connection:
        left = connection.execute(select(func.count()).where(schema.jobs.c.queue_name == queue)).scalar_one()
    if left:
        ensure_worker(queue)


def lock_of(instance: Path, queue: str) -> Path:
    """Return the lock file of the process that works on a queue on this host."""
    return instance / FOLDER / f"{queue}.lock"


def ensure_worker(queue: str, end: float = 0.0) -> None:
    """Start a worker if none is running, and wait for it until `end` at most.

    Raises OSError.
    """
    instance = Path(current_app.instance_path)
    if not is_unlocked(lock_of(instance, queue)):
        return
    with _starting:
        process = _children.get((instance, queue))
        # A process that is still starting counts too, so that repeated requests do not start a crowd.
        if process is None or process.poll() is not None:
            process = _children[instance, queue] = start_worker(instance, current_app.config["SQLALCHEMY_DATABASE_URI"], queue)
    while time.monotonic() < end and process.poll() is None and is_unlocked(lock_of(instance, queue)):
        time.sleep(POLL_SECONDS / 4)


def start_worker(instance: Path, database: str, *queues: str) -> subprocess.Popen[bytes]:
    """Start a process for these queues. Without any, it starts workers where jobs are waiting. Raises OSError."""
    environment = {**os.environ, settings.INSTANCE.variable: str(instance), settings.DATABASE_URL.variable: database}
    return subprocess.Popen(  # noqa: S603 (our own program; nothing in the command comes from a visitor)
        [sys.executable, "-m", MODULE, *queues],
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def start_waiting_workers(instance: Path, database: str) -> None:
    """Resume unfinished jobs in a detached process, because the server counts its children.

    Raises OSError.
    """
    if not hasattr(os, "fork"):
        _children[instance, ""] = start_worker(instance, database)
        return
    first = os.fork()
    if first:
        os.waitpid(first, 0)
        return
    try:
        start_worker(instance, database)
    finally:
        os._exit(0)


_children: dict[tuple[Path, str], subprocess.Popen[bytes]] = {}
"""The last process started for each instance and queue. The next start collects its exit status."""
_starting = threading.Lock()


def run_jobs(app: Flask, queue: str, *, threads: int = 1, idle: float = IDLE, most: int = 1_000_000) -> bool:
    """Run a queue's jobs until `most` are done or none came for `idle` seconds. Return whether more are waiting.

    Does nothing if another process on this host works on the queue.
    """
    instance = Path(app.instance_path)
    with hold_lock(lock_of(instance, queue), attempts=5) as mine:
        if not mine:
            return False
        with app.app_context():
            shift = _Worker(app, queue, idle, most)
            shift.run(threads)
            return not shift.broken and count_waiting(queue) > 0


class _Worker:
    """A process that works on a queue."""

    def __init__(self, app: Flask, queue: str, idle: float, most: int) -> None:
        from firm.queue.config import QueueSettings  # processes that only add jobs need not import this
        from firm.queue.supervisor import Runtime

        self.app, self.queue, self.idle, self.left = app, queue, idle, most
        self.runtime = Runtime(QueueSettings(preserve_finished_jobs=False), engine=writing_engine())
        self.over = threading.Event()
        self.last, self.busy, self.lock = time.monotonic(), 0, threading.Lock()
        self.process, self.broken = 0, False

    def run(self, threads: int) -> None:
        """Work until nothing is left to do."""
        from firm.queue.supervisor import HeartbeatPoller, ProcessInfo, process_registry  # as above

        host = _host(Path(self.app.instance_path))
        engine = self.runtime.engine
        self._delete_dead_workers(f"{self.queue} {host} ")  # we hold the lock, so the last worker on this host is gone
        name = f"{self.queue} {host} {os.getpid()}"
        self.process = process_registry.register(engine, ProcessInfo(self.queue, name, os.getpid(), socket.gethostname()))
        heart = HeartbeatPoller(engine, self.process, BEAT, on_error=_log_error, on_evicted=self.over.set)
        heart.start()
        hands = [threading.Thread(target=self._hand, daemon=True) for _ in range(threads)]
        looked = float("-inf")
        try:
            while True:
                if time.monotonic() - looked > BEAT:
                    _tolerate_unavailable(self._recover_jobs)
                    if looked < 0:
                        for one in hands:
                            one.start()
                    looked = time.monotonic()
                for one in hands:
                    one.join(POLL_SECONDS)
                if not any(one.is_alive() for one in hands):
                    break
        finally:
            self.over.set()
            heart.stop()
            _tolerate_unavailable(lambda: process_registry.deregister(engine, self.process))

    def _delete_dead_workers(self, name: str) -> None:
        """Release the jobs of dead workers with this name prefix, then delete the workers, since SQLite reuses ids."""
        from firm.queue.recovery import recover_orphaned_claims  # as above

        known = schema.processes.c
        with self.runtime.engine.connect() as connection:
            gone = connection.scalars(select(known.id).where(known.name.startswith(name, autoescape=True))).all()
        recover_orphaned_claims(self.runtime, gone)
        with self.runtime.engine.begin() as connection:
            connection.execute(delete(schema.processes).where(known.id.in_(gone)))

    def _recover_jobs(self) -> None:
        """Release the jobs of workers without a heartbeat, and schedule failed jobs that are due again."""
        from firm.queue.dispatcher import dispatch_once  # as above
        from firm.queue.recovery import recover_orphaned_claims
        from firm.queue.supervisor import process_registry

        recover_orphaned_claims(self.runtime, process_registry.prune_dead(self.runtime.engine, DEAD))
        recover_orphaned_claims(self.runtime)
        dispatch_once(self.runtime)

    def _hand(self) -> None:
        """Run one job after another in a thread."""
        from firm.queue.worker import run_ready  # as above

        with self.app.app_context():
            while not self.over.is_set():
                if not self._begins():
                    return
                done = False
                try:
                    done = count_waiting(self.queue) > 0 and run_ready(self.runtime, [self.queue], 1, self.process) > 0
                except UNAVAILABLE as error:
                    _log_error(error)
                except Exception:
                    self.broken = True  # do not retry at once what would fail again
                    raise
                finally:
                    db.session.remove()
                    self._ended(done=done)
                if not done:
                    if self._is_idle():
                        return
                    time.sleep(POLL_SECONDS)

    def _begins(self) -> bool:
        with self.lock:
            if self.left <= 0:
                return False
            self.left -= 1
            self.busy += 1
            return True

    def _ended(self, *, done: bool) -> None:
        with self.lock:
            self.busy -= 1
            self.left += not done
            if done:
                self.last = time.monotonic()

    def _is_idle(self) -> bool:
        with self.lock:
            return not self.busy and time.monotonic() - self.last >= self.idle


def _host(instance: Path) -> str:
    """Return the random name of this host's workers, created once in the instance folder."""
    path = instance / FOLDER / "host"
    with suppress(FileNotFoundError):
        return path.read_text("ascii")
    write_atomically(path, secrets.token_hex(8).encode())
    return path.read_text("ascii")


def _log_error(error: BaseException) -> None:
    _log.warning("work: %s", error)


def _tolerate_unavailable(what: Callable[[], object]) -> None:
    """Call a function, but only log an unavailable database, so that the worker continues."""
    try:
        what()
    except UNAVAILABLE as error:
        _log_error(error)
