"""Background jobs: queues in the database, processed by low-priority processes.

A job is a row, added in the same transaction as its subject. A worker of any host claims it, renews the claim while it works,
and deletes the row at the end. A claim that is not renewed is free again, so a job counts how often it was started. Each host
has one process per queue, which holds a lock. It is started when needed and exits after a while without jobs.
"""

from __future__ import annotations

import logging
import os
import secrets
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flask import current_app
from sqlalchemy import JSON, String, delete, func, select, update
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.core.config import settings
from scorekeeper.core.db.database import TEMPORARY, UNAVAILABLE, Base, OutcomeUnknown, db, now, write_transaction
from scorekeeper.core.files import hold_lock, is_unlocked, write_atomically

if TYPE_CHECKING:
    from flask import Flask
    from sqlalchemy import ColumnElement
    from sqlalchemy.orm import Session

FOLDER = "working"
IDLE = 60.0
"""Seconds without jobs after which a process exits."""
POLL_SECONDS = 0.1
"""Seconds between two checks of a queue."""
ATTEMPTS, DELAY = 4, 3.0
"""Attempts for a job that raises an exception, after 3, 9 and 27 seconds: the database may be down or the disk full.

The job's subject counts how often it was started (`MOST_ATTEMPTS`), and the next attempt gives it up.
"""
BEAT, DEAD = 10.0, 45.0
"""Seconds between two renewals of a claim, and without one until its worker counts as dead."""
MODULE = "scorekeeper.server.worker"
LEFT = ("printing", "documents")
"""Folders that earlier releases used for printouts."""

_log = logging.getLogger(__name__)
_AWAY = (*UNAVAILABLE, OutcomeUnknown)
_functions: dict[str, Callable[..., None]] = {}


class Job(Base):
    """A job that is not finished.

    `arguments`: for the queue's function. `failures`: exceptions so far. `due_at`: the earliest start. `worker`: host and
    process that have claimed it, with the last renewal in `renewed_at`.
    """

    __tablename__ = "jobs"
    __table_args__ = ({"info": {TEMPORARY: True}},)

    id: Mapped[int] = mapped_column(primary_key=True)
    queue: Mapped[str] = mapped_column(String(16))
    arguments: Mapped[list[Any]] = mapped_column(JSON)
    failures: Mapped[int] = mapped_column(default=0)
    due_at: Mapped[datetime] = mapped_column(default=now)
    worker: Mapped[str | None] = mapped_column(String(32))
    renewed_at: Mapped[datetime | None]


def job(queue: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Register the function that runs the jobs of a queue."""

    def register(function: Callable[..., None]) -> Callable[..., None]:
        _functions[queue] = function
        return function

    return register


def add_job(session: Session, queue: str, *arguments: Any) -> None:
    """Add a job to a queue. It becomes visible when the session's transaction commits."""
    session.add(Job(queue=queue, arguments=list(arguments)))


def count_waiting(queue: str) -> int:
    """Return the number of jobs in a queue that are due and that no worker has claimed."""
    return _count_jobs(_is_free(queue))


def resume_queue(queue: str) -> None:
    """Start a worker if the queue has jobs left from an earlier start."""
    if _count_jobs(Job.queue == queue):
        ensure_worker(queue)


def _is_free(queue: str) -> ColumnElement[bool]:
    return (Job.queue == queue) & Job.worker.is_(None) & (Job.due_at <= now())


def _count_jobs(condition: ColumnElement[bool]) -> int:
    with db.engine.connect() as connection:
        return connection.execute(select(func.count()).select_from(Job).where(condition)).scalar_one()


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
            worker = _Worker(app, queue, idle, most)
            worker.run(threads)
            return not worker.broken and count_waiting(queue) > 0


class _Worker:
    """A process that works on a queue."""

    def __init__(self, app: Flask, queue: str, idle: float, most: int) -> None:
        self.app, self.queue, self.idle, self.left = app, queue, idle, most
        self.host = _host(Path(app.instance_path))
        self.name = f"{self.host} {os.getpid()}"
        self.running: set[int] = set()
        self.last, self.busy, self.lock = time.monotonic(), 0, threading.Lock()
        self.over, self.broken = threading.Event(), False

    def run(self, threads: int) -> None:
        """Work until nothing is left to do."""
        # We hold the lock, so the last worker on this host is gone.
        self._release_jobs(Job.worker.startswith(f"{self.host} ", autoescape=True))
        self._renew_claims()
        looked = time.monotonic()
        pool = [threading.Thread(target=self._run_thread, daemon=True) for _ in range(threads)]
        for one in pool:
            one.start()
        try:
            while any(one.is_alive() for one in pool):
                if time.monotonic() - looked > BEAT:
                    looked = time.monotonic()
                    self._renew_claims()
                for one in pool:
                    one.join(POLL_SECONDS)
        finally:
            self.over.set()

    def _renew_claims(self) -> None:
        """Renew the claims on jobs that run here, and release claims of dead workers."""
        try:
            with self.lock:
                running = list(self.running)
            if running:
                with write_transaction() as session:
                    session.execute(update(Job).where(Job.id.in_(running), Job.worker == self.name).values(renewed_at=now()))
            self._release_jobs(Job.renewed_at < now() - timedelta(seconds=DEAD))
        except _AWAY as error:
            _log_error(error)

    def _release_jobs(self, condition: ColumnElement[bool]) -> None:
        claimed = (Job.queue == self.queue) & Job.worker.is_not(None) & condition
        if _count_jobs(claimed):
            with write_transaction() as session:
                session.execute(update(Job).where(claimed).values(worker=None, renewed_at=None))

    def _run_thread(self) -> None:
        """Run one job after another in a thread."""
        with self.app.app_context():
            while not self.over.is_set():
                if not self._start_one():
                    return
                done = False
                try:
                    done = self._run_next()
                except _AWAY as error:
                    _log_error(error)
                except Exception:
                    self.broken = True  # do not retry at once what would fail again
                    raise
                finally:
                    db.session.remove()
                    self._finish_one(done=done)
                if not done:
                    if self._is_idle():
                        return
                    time.sleep(POLL_SECONDS)

    def _run_next(self) -> bool:
        """Run the first free job. Return whether there was one."""
        job = self._claim_job() if count_waiting(self.queue) else None
        if job is None:
            return False
        with self.lock:
            self.running.add(job.id)
        failed = False
        try:
            _functions[self.queue](*job.arguments)
        except Exception as error:  # noqa: BLE001 (the job is tried again; other jobs continue)
            _log_error(error)
            failed = True
        finally:
            db.session.remove()
            with self.lock:
                self.running.discard(job.id)
        self._end_job(job, failed=failed)
        return True

    def _claim_job(self) -> Job | None:
        with write_transaction() as session:
            # Workers on other hosts skip the row that one of them is about to claim. SQLite has a single writer.
            free = select(Job).where(_is_free(self.queue)).order_by(Job.id).limit(1).with_for_update(skip_locked=True)
            job = session.scalar(free)
            if job is not None:
                job.worker, job.renewed_at = self.name, now()
            return job

    def _end_job(self, job: Job, *, failed: bool) -> None:
        """Delete a finished job, or schedule the next attempt. Do nothing if another worker has claimed it since."""
        mine = (Job.id == job.id) & (Job.worker == self.name)
        failures = job.failures + 1
        with write_transaction() as session:
            if failed and failures < ATTEMPTS:
                due = now() + timedelta(seconds=DELAY**failures)
                session.execute(update(Job).where(mine).values(failures=failures, due_at=due, worker=None, renewed_at=None))
            else:
                session.execute(delete(Job).where(mine))

    def _start_one(self) -> bool:
        with self.lock:
            if self.left <= 0:
                return False
            self.left -= 1
            self.busy += 1
            return True

    def _finish_one(self, *, done: bool) -> None:
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
