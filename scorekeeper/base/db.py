"""The database: how it is opened, and the one way of writing to it."""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

import orjson
from flask import current_app
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import JSON, DateTime, MetaData, event, func, select
from sqlalchemy.exc import InterfaceError, InternalError, InvalidatePoolError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.orm import DeclarativeBase, Session, registry
from sqlalchemy.types import TypeDecorator

if TYPE_CHECKING:
    from flask import Flask
    from sqlalchemy import Connection, Dialect, Engine, Table
    from sqlalchemy.pool import ConnectionPoolEntry
    from sqlalchemy.sql import Executable

PATIENCE = 4.5
"""Seconds that anybody waits for a lock in all, whoever holds it: then it is said, and nobody stands in a queue behind it."""

LARGEST_ID = 2**31 - 1
"""The largest whole number that every database keeps."""

IDLE = 1.0
"""Seconds after which a connection to a server is asked whether it is still alive before it is used."""

_IDLE_SINCE = "scorekeeper.idle_since"
_LOCK = "scorekeeper.write_lock"
_FILE = "scorekeeper.file"
_WRITES = "scorekeeper_writes"


RETRY_AFTER = 5
"""Seconds after which it is worth asking again."""


class DatabaseBusy(Exception):
    """Somebody else writes, and goes on writing: nothing was recorded."""


class OutcomeUnknown(Exception):
    """The database was told to keep it, and its answer never came: it may be recorded or not."""


_FAILED = (OperationalError, InterfaceError, InternalError)
"""InternalError: PostgreSQL could not write to its own files, as on a full disk."""
AWAY = (*_FAILED, PoolTimeout, DatabaseBusy)
"""What is raised where the database cannot be reached, is locked or cannot write; nothing of what was under way is recorded."""


class Moment(TypeDecorator[datetime]):
    """A time with its zone, kept in UTC; SQLite knows no zones."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """To UTC."""
        if value is None:
            return None
        value = value.astimezone(UTC)
        return value.replace(tzinfo=None) if dialect.name == "sqlite" else value

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        """From UTC."""
        return value if value is None else value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class Base(DeclarativeBase):
    """What every table has: named constraints, so that migrations can change them."""

    registry = registry(
        metadata=MetaData(
            naming_convention={
                "ix": "ix_%(table_name)s_%(column_0_N_name)s",
                "uq": "uq_%(table_name)s_%(column_0_N_name)s",
                "ck": "ck_%(table_name)s_%(constraint_name)s",
                "fk": "fk_%(table_name)s_%(column_0_N_name)s",
                "pk": "pk_%(table_name)s",
            }
        ),
        type_annotation_map={datetime: Moment(), dict[str, Any]: JSON(none_as_null=True)},
    )


def _dump(value: object) -> str:
    return orjson.dumps(value).decode()


class _Database(SQLAlchemy):
    """The database of an application; what is left open at the end of a request is let go, whatever became of it."""

    def _teardown_session(self, exc: BaseException | None) -> None:
        try:
            super()._teardown_session(exc)
        except _FAILED:
            # A server that went away after the last question was asked: the answer is made, and takes no harm from that.
            with suppress(*_FAILED):
                self.session().invalidate()
            self.session.registry.clear()


db = _Database(
    model_class=Base,
    disable_autonaming=True,
    # Names, digests and hashes of passwords are nobody's business in a log: an error shows the question, not its values.
    engine_options={"json_serializer": _dump, "json_deserializer": orjson.loads, "hide_parameters": True},
    # What was written is known: nothing is read back after a commit.
    session_options={"expire_on_commit": False},
)


def now() -> datetime:
    """The time that is written down."""
    return datetime.now(UTC)


def rows(statement: Executable, **values: Any) -> Sequence[Any]:
    """What a question finds, in the session's transaction: rows as they are, without what the session does for mapped objects."""
    return db.session.connection().execute(statement, values).all()


def writing_engine() -> Engine:
    """The application's engine for a library that opens transactions of its own: each of them is one that writes."""
    return db.engine.execution_options(**{_WRITES: PATIENCE})


PASSING = "passing"
"""Marks a table (`info`) with what is of this hour only: neither copied with the database nor moved to another."""


def lasting_tables() -> list[Table]:
    """The tables with what is kept."""
    return [table for table in Base.metadata.tables.values() if PASSING not in table.info]


def passing_tables() -> list[Table]:
    """The others, those first whose rows point to rows of others."""
    return [table for table in reversed(Base.metadata.sorted_tables) if PASSING in table.info]


def engine_options(url: str) -> dict[str, Any]:
    """How long a server is waited for: to answer at all, and to give a lock."""
    if not url.startswith("postgresql"):
        return {}
    locks = f"-c lock_timeout={int(PATIENCE / 2 * 1000)}"
    return {"pool_timeout": PATIENCE / 2, "connect_args": {"connect_timeout": 3, "options": locks}}


def prepare_engines(app: Flask) -> None:
    """Make SQLite safe: write-ahead log, written through to the disk, foreign keys kept, one writer at a time. See that a
    server's connections are alive.
    """
    for engine in db.engines.values():
        if engine.dialect.name == "sqlite":
            event.listen(engine, "connect", _set_pragmas)
            event.listen(engine, "begin", _begin)
            _watch_file(engine, there=app.config["PREPARED"])
            app.extensions[_LOCK] = threading.Lock()
        else:
            from scorekeeper.base import silence  # the driver of a server, which few need

            event.listen(engine, "do_connect", silence.connect)
            event.listen(engine, "checkin", _lie_idle)
            event.listen(engine, "checkout", partial(_see_alive, engine.dialect))


def _lie_idle(connection: Any, record: ConnectionPoolEntry) -> None:  # noqa: ARG001 (SQLAlchemy's signature)
    record.info[_IDLE_SINCE] = monotonic()


def _see_alive(dialect: Dialect, connection: Any, record: ConnectionPoolEntry, proxy: object) -> None:  # noqa: ARG001
    """A server that was restarted leaves dead connections in the pool: raising this one fills it with new ones.

    A connection that was in use a moment ago is not asked: that would be one question more for each.
    """
    idle_since = record.info.pop(_IDLE_SINCE, None)
    if idle_since is None or monotonic() - idle_since < IDLE:
        return
    try:
        dialect.do_ping(connection)
    except dialect.loaded_dbapi.Error as error:
        raise InvalidatePoolError from error


def _set_pragmas(connection: Any, record: object) -> None:  # noqa: ARG001 (SQLAlchemy's signature)
    # Python's driver begins transactions late and of the wrong kind; `_begin` does it instead.
    connection.isolation_level = None
    for pragma in (f"busy_timeout={int(PATIENCE * 1000)}", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    # A transaction that has read cannot wait for the lock any more: one that will write takes it first.
    left = connection.get_execution_options().get(_WRITES)
    if left is None:
        connection.exec_driver_sql("BEGIN")
    elif left > 0.95 * PATIENCE:
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    else:  # a part of the patience is gone already
        connection.exec_driver_sql(f"PRAGMA busy_timeout={max(1, int(left * 1000))}")
        try:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        finally:
            connection.exec_driver_sql(f"PRAGMA busy_timeout={int(PATIENCE * 1000)}")


def _watch_file(engine: Engine, *, there: bool) -> None:
    """Once there is a database file it stays the one: if it is moved away under the program, nothing is written to what was
    moved, and no empty one is made in its place.

    A process that starts meanwhile has never seen it. Those that serve are told that it is `there`: it was made ready before.
    Others know it by a log that is left without its file: SQLite would take that for the log of an empty file, and delete it with
    what was acknowledged.
    """
    path = engine.url.database
    if not path or path == ":memory:":
        return
    seen: list[tuple[int, int]] = []

    def look() -> tuple[int, int] | None:
        try:
            found = os.stat(path)  # noqa: PTH116 (for every connection that is taken: a Path costs more than the question)
        except FileNotFoundError:
            return None
        return found.st_dev, found.st_ino

    def connecting(*_: object) -> None:
        log = Path(f"{path}-wal")
        if look() is None and (there or seen or log.exists()):
            told = f"; its log {log} belongs to it" if log.exists() else ""
            raise sqlite3.OperationalError(f"the database file is gone: {path}{told}")

    def connected(connection: object, record: ConnectionPoolEntry) -> None:  # noqa: ARG001 (SQLAlchemy's signature)
        record.info[_FILE] = identity = look()
        if identity is not None:
            seen[:] = [identity]

    def taken(connection: object, record: ConnectionPoolEntry, proxy: object) -> None:  # noqa: ARG001
        if record.info.get(_FILE) != look():
            raise InvalidatePoolError

    event.listen(engine, "do_connect", connecting)
    event.listen(engine, "connect", connected)
    event.listen(engine, "checkout", taken)


_waiting_since: ContextVar[float | None] = ContextVar("waiting_since", default=None)


@contextmanager
def waiting() -> Iterator[Callable[[], float]]:
    """Whoever has to wait for several things one after the other waits for all of them together: gives the seconds left."""
    since = _waiting_since.get()
    token = _waiting_since.set(monotonic() if since is None else since)
    start = _waiting_since.get() or 0.0
    try:
        yield lambda: max(0.0, start + PATIENCE - monotonic())
    finally:
        _waiting_since.reset(token)


def one_at_a_time(session: Session, name: str) -> None:
    """Let nobody else do what goes by this name until the transaction ends. SQLite has one writer at a time anyway."""
    if session.get_bind().dialect.name == "postgresql":
        session.execute(select(func.pg_advisory_xact_lock(func.hashtext(name))))


@contextmanager
def writing() -> Iterator[Session]:
    """One short write transaction, committed at its end, rolled back where an exception leaves it.

    On SQLite, whatever was read before belongs to a transaction that ends here, and writers queue up on a lock of the process,
    which is fairer and faster than its own. A server goes on in the transaction that there is: it sees the present all the same.
    """
    session, lock = db.session(), current_app.extensions.get(_LOCK)
    if lock is None:
        yield from _written(session)
        return
    session.commit()
    with waiting() as left:
        if not lock.acquire(timeout=left()):
            raise DatabaseBusy
        try:
            session.connection(execution_options={_WRITES: left()})
            yield from _written(session)
        finally:
            lock.release()


def _written(session: Session) -> Iterator[Session]:
    try:
        yield session
        session.flush()
    except BaseException:
        session.rollback()
        raise
    try:
        session.commit()
    except _FAILED as error:
        with suppress(*_FAILED):
            session.rollback()
        if session.get_bind().dialect.name == "sqlite":  # it says itself whether it could
            raise
        raise OutcomeUnknown from error
    except BaseException:
        session.rollback()
        raise
