"""Work that is done apart from those who serve: queues in the database, worked off by processes of low priority.

The queues are firm-queue's. A job comes into the database in the transaction of what it is about; whichever host is free takes
it. Who works says every few seconds that it lives: what was in the hands of one that is gone is given out again, so a job counts
how often it was begun. On each host one process works on a queue: it holds a lock while it lives, is started by whoever finds
none, and ends when nothing came for a while.
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

from scorekeeper.base import settings
from scorekeeper.base.db import AWAY, PASSING, Base, db, writing_engine
from scorekeeper.base.files import free, held, write_whole

if TYPE_CHECKING:
    from firm.queue import Job
    from firm.queue.supervisor import Runtime
    from flask import Flask
    from sqlalchemy import Connection
    from sqlalchemy.orm import Session

FOLDER = "working"
IDLE = 60.0
"""Seconds after which a process ends if nobody has asked."""
SOON = 0.1
"""Seconds from one look at a queue to the next."""
ATTEMPTS = 4
"""How often a job is done that ends in an exception, later each time: the database was away, or a disk full. What it is about
counts how often it was begun (`MOST_BEGUN`), and is given up by the attempt after.
"""
BEAT, DEAD = 10.0, 45.0
"""Seconds from one sign of life to the next, and those without one after which somebody on another host is taken for gone."""
MODULE = "scorekeeper.working"
LEFT = ("printing", "documents")
"""Folders in which earlier versions kept what was made."""

# The library's tables go with our own: made by our migrations, whose test says when the library wants others.
for _table in schema.metadata.sorted_tables:
    _table.to_metadata(Base.metadata).info[PASSING] = True

_log = logging.getLogger(__name__)


class _Here:
    """What the library puts a job into: the transaction that is open, instead of one of its own."""

    def __init__(self, session: Session) -> None:
        self.engine = self
        self._connection = session.connection()

    @contextmanager
    def begin(self) -> Iterator[Connection]:
        """The transaction; it ends with what it belongs to."""
        yield self._connection


def put(session: Session, job: Job, *told: Any) -> None:
    """Put a job into its queue: it is there once the session's transaction is."""
    enqueue(job, told, {}, runtime=cast("Runtime", _Here(session)))


def waiting(queue: str) -> int:
    """How many jobs of a queue are in nobody's hands."""
    found = schema.ready_executions
    with db.engine.connect() as connection:
        return connection.execute(select(func.count()).where(found.c.queue_name == queue)).scalar_one()


def look_after(queue: str) -> None:
    """Start the process where something is left of an earlier start, in nobody's hands or in those of one that is gone."""
    with db.engine.connect() as connection:
        left = connection.execute(select(func.count()).where(schema.jobs.c.queue_name == queue)).scalar_one()
    if left:
        see_to_it(queue)


def lock_of(instance: Path, queue: str) -> Path:
    """What the process holds that works on a queue, on this host."""
    return instance / FOLDER / f"{queue}.lock"


def see_to_it(queue: str, end: float = 0.0) -> None:
    """Start the process where none runs: it was never needed, has ended, or was killed. Wait for it until `end` at most.

    Raises OSError.
    """
    instance = Path(current_app.instance_path)
    if not free(lock_of(instance, queue)):
        return
    with _starting:
        process = _children.get((instance, queue))
        # One that was started and has not come so far yet is as good: whoever asks again and again starts no crowd.
        if process is None or process.poll() is not None:
            process = _children[instance, queue] = begin(instance, current_app.config["SQLALCHEMY_DATABASE_URI"], queue)
    while time.monotonic() < end and process.poll() is None and free(lock_of(instance, queue)):
        time.sleep(SOON / 4)


def begin(instance: Path, database: str, *queues: str) -> subprocess.Popen[bytes]:
    """A process that works on queues; without any, it sees which of them somebody has to work on. Raises OSError."""
    environment = {**os.environ, settings.INSTANCE.variable: str(instance), settings.DATABASE_URL.variable: database}
    return subprocess.Popen(  # noqa: S603 (our own program; nothing in the command was written by a visitor)
        [sys.executable, "-m", MODULE, *queues],
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def resume(instance: Path, database: str) -> None:
    """Have gone on with what was left by an earlier start, by a process that is nobody's child: servers count theirs.

    Raises OSError.
    """
    if not hasattr(os, "fork"):
        _children[instance, ""] = begin(instance, database)
        return
    first = os.fork()
    if first:
        os.waitpid(first, 0)
        return
    try:
        begin(instance, database)
    finally:
        os._exit(0)


_children: dict[tuple[Path, str], subprocess.Popen[bytes]] = {}
"""The processes that this one has started last, by instance and queue; whoever starts one takes note of its end."""
_starting = threading.Lock()


def work(app: Flask, queue: str, *, threads: int = 1, idle: float = IDLE, most: int = 1_000_000) -> bool:
    """Do what waits in a queue, so many jobs at once, until nothing came for `idle` seconds or `most` are done.

    Whether more waits. Nothing where another process of this host works on it.
    """
    instance = Path(app.instance_path)
    with held(lock_of(instance, queue), attempts=5) as mine:
        if not mine:
            return False
        with app.app_context():
            shift = _Shift(app, queue, idle, most)
            shift.run(threads)
            return not shift.broken and waiting(queue) > 0


class _Shift:
    """One process at work on a queue."""

    def __init__(self, app: Flask, queue: str, idle: float, most: int) -> None:
        from firm.queue.config import QueueSettings  # who only asks for documents need not know how they are worked off
        from firm.queue.supervisor import Runtime

        self.app, self.queue, self.idle, self.left = app, queue, idle, most
        self.runtime = Runtime(QueueSettings(preserve_finished_jobs=False), engine=writing_engine())
        self.over = threading.Event()
        self.last, self.busy, self.lock = time.monotonic(), 0, threading.Lock()
        self.process, self.broken = 0, False

    def run(self, threads: int) -> None:
        """Until it is over."""
        from firm.queue.supervisor import HeartbeatPoller, ProcessInfo, process_registry  # as above

        host = _host(Path(self.app.instance_path))
        engine = self.runtime.engine
        self._bury(f"{self.queue} {host} ")  # we hold the lock: whoever held it before on this host is gone
        name = f"{self.queue} {host} {os.getpid()}"
        self.process = process_registry.register(engine, ProcessInfo(self.queue, name, os.getpid(), socket.gethostname()))
        heart = HeartbeatPoller(engine, self.process, BEAT, on_error=_remark, on_evicted=self.over.set)
        heart.start()
        hands = [threading.Thread(target=self._hand, daemon=True) for _ in range(threads)]
        looked = float("-inf")
        try:
            while True:
                if time.monotonic() - looked > BEAT:
                    _trying(self._look_around)
                    if looked < 0:
                        for one in hands:
                            one.start()
                    looked = time.monotonic()
                for one in hands:
                    one.join(SOON)
                if not any(one.is_alive() for one in hands):
                    break
        finally:
            self.over.set()
            heart.stop()
            _trying(lambda: process_registry.deregister(engine, self.process))

    def _bury(self, name: str) -> None:
        """Give out again what those held whose names begin so, then forget them: SQLite gives their numbers to the next."""
        from firm.queue.recovery import recover_orphaned_claims  # as above

        known = schema.processes.c
        with self.runtime.engine.connect() as connection:
            gone = connection.scalars(select(known.id).where(known.name.startswith(name, autoescape=True))).all()
        recover_orphaned_claims(self.runtime, gone)
        with self.runtime.engine.begin() as connection:
            connection.execute(delete(schema.processes).where(known.id.in_(gone)))

    def _look_around(self) -> None:
        """The same for whoever has shown no sign of life; and whatever failed and is to be done again by now is given out."""
        from firm.queue.dispatcher import dispatch_once  # as above
        from firm.queue.recovery import recover_orphaned_claims
        from firm.queue.supervisor import process_registry

        recover_orphaned_claims(self.runtime, process_registry.prune_dead(self.runtime.engine, DEAD))
        recover_orphaned_claims(self.runtime)
        dispatch_once(self.runtime)

    def _hand(self) -> None:
        """One job after another."""
        from firm.queue.worker import run_ready  # as above

        with self.app.app_context():
            while not self.over.is_set():
                if not self._begins():
                    return
                done = False
                try:
                    done = waiting(self.queue) > 0 and run_ready(self.runtime, [self.queue], 1, self.process) > 0
                except AWAY as error:
                    _remark(error)
                except Exception:
                    self.broken = True  # nobody begins at once what would fail in the same way
                    raise
                finally:
                    db.session.remove()
                    self._ended(done=done)
                if not done:
                    if self._nothing_comes():
                        return
                    time.sleep(SOON)

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

    def _nothing_comes(self) -> bool:
        with self.lock:
            return not self.busy and time.monotonic() - self.last >= self.idle


def _host(instance: Path) -> str:
    """The name under which this host's processes are known: made once, kept in its folder."""
    path = instance / FOLDER / "host"
    with suppress(FileNotFoundError):
        return path.read_text("ascii")
    write_whole(path, secrets.token_hex(8).encode())
    return path.read_text("ascii")


def _remark(error: BaseException) -> None:
    _log.warning("work: %s", error)


def _trying(what: Callable[[], object]) -> None:
    """Another time, where the database is away: who works goes on."""
    try:
        what()
    except AWAY as error:
        _remark(error)
