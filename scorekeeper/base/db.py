"""The database: what every table has, and the one way of writing to it. `connections` opens it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from datetime import UTC, datetime
from time import monotonic
from typing import TYPE_CHECKING, Any

import orjson
from flask import current_app
from flask_sqlalchemy import SQLAlchemy
from flask_sqlalchemy.session import Session as FlaskSession
from sqlalchemy import JSON, DateTime, MetaData, func, select
from sqlalchemy.exc import InterfaceError, InternalError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.orm import DeclarativeBase, Session, registry
from sqlalchemy.types import TypeDecorator

if TYPE_CHECKING:
    from sqlalchemy import Connection, Dialect, Engine, Table
    from sqlalchemy.sql import Executable

PATIENCE = 4.5
"""Seconds that anybody waits for a lock in all, whoever holds it: then it is said, and nobody stands in a queue behind it."""

LARGEST_ID = 2**31 - 1
"""The largest whole number that every database keeps."""

WRITE_LOCK = "scorekeeper.write_lock"
"""The lock of a process for its one writer, among the application's extensions; only SQLite needs it."""
WRITES = "scorekeeper_writes"
"""Marks a transaction that writes, and says for how many seconds its lock is waited for (`base/connections.py`)."""
READING = "scorekeeper.reading"
"""The engines of servers, among the application's extensions, each with itself as the session uses it: see `_Reading`."""
READS = "scorekeeper_reads"
"""Marks what begins no transaction on a server until it is told to (`base/connections.py`)."""


NO_TRANSACTION = 0
"""What a server's connection is where no transaction is open on it (libpq's PQTRANS_IDLE)."""

RETRY_AFTER = 5
"""Seconds after which it is worth asking again."""


class DatabaseBusy(Exception):
    """Somebody else writes, and goes on writing: nothing was recorded."""


class OutcomeUnknown(Exception):
    """The database was told to keep it, and its answer never came: it may be recorded or not."""


FAILED = (OperationalError, InterfaceError, InternalError)
"""InternalError: PostgreSQL could not write to its own files, as on a full disk."""
_SQLITE_FULL, _SERVER_FULL = 13, "53100"
"""How SQLite and PostgreSQL call a disk on which there is no room."""
AWAY = (*FAILED, PoolTimeout, DatabaseBusy)
"""What is raised where the database cannot be reached, is locked or cannot write; nothing of what was under way is recorded."""


def is_full(error: BaseException | None) -> bool:
    """Whether a statement failed because there is no room on the disk: that does not pass by waiting."""
    cause = getattr(error, "orig", None)
    return getattr(cause, "sqlite_errorcode", None) == _SQLITE_FULL or getattr(cause, "sqlstate", None) == _SERVER_FULL


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


class _Reading(FlaskSession):
    """A session whose questions to a server each see the present, as they would within a transaction of its usual kind, without
    one: nothing is begun and ended around them, and what the server has prepared for them is kept, which it is not over a
    ROLLBACK. What is written is written by `writing`, which begins a transaction.
    """

    def get_bind(self, *args: Any, **kwargs: Any) -> Engine | Connection:
        """The engine, or what reads from it."""
        found = super().get_bind(*args, **kwargs)
        reading: dict[Any, Engine] = current_app.extensions.get(READING, {})
        return reading.get(found, found)


class _Database(SQLAlchemy):
    """The database of an application; what is left open at the end of a request is let go, whatever became of it."""

    def _teardown_session(self, exc: BaseException | None) -> None:
        try:
            super()._teardown_session(exc)
        except FAILED:
            # A server that went away after the last question was asked: the answer is made, and takes no harm from that.
            self.session.registry.clear()


db = _Database(
    model_class=Base,
    disable_autonaming=True,
    # Names, digests and hashes of passwords are nobody's business in a log: an error shows the question, not its values.
    engine_options={"json_serializer": _dump, "json_deserializer": orjson.loads, "hide_parameters": True},
    # What was written is known: nothing is read back after a commit.
    session_options={"expire_on_commit": False, "class_": _Reading},
)


def now() -> datetime:
    """The time that is written down."""
    return datetime.now(UTC)


def rows(statement: Executable, **values: Any) -> Sequence[Any]:
    """What a question finds, in the session's transaction: rows as they are, without what the session does for mapped objects."""
    return db.session.connection().execute(statement, values).all()


def writing_engine() -> Engine:
    """The application's engine for a library that opens transactions of its own: each of them is one that writes."""
    return db.engine.execution_options(**{WRITES: PATIENCE})


PASSING = "passing"
"""Marks a table (`info`) with what is of this hour only: neither copied with the database nor moved to another."""


def lasting_tables() -> list[Table]:
    """The tables with what is kept."""
    return [table for table in Base.metadata.tables.values() if PASSING not in table.info]


def passing_tables() -> list[Table]:
    """The others, those first whose rows point to rows of others."""
    return [table for table in reversed(Base.metadata.sorted_tables) if PASSING in table.info]


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
    which is fairer and faster than its own. A server has none so far, and begins one here.
    """
    session, lock = db.session(), current_app.extensions.get(WRITE_LOCK)
    if lock is None:
        begin_on_server(session.connection())
        yield from _written(session)
        return
    session.commit()
    with waiting() as left:
        if not lock.acquire(timeout=left()):
            raise DatabaseBusy
        try:
            session.connection(execution_options={WRITES: left()})
            yield from _written(session)
        finally:
            lock.release()


def see_present() -> None:
    """What is read from here on is of now: with SQLite, whatever was read before belongs to a transaction that ends here."""
    if WRITE_LOCK in current_app.extensions:
        db.session.commit()


def begins_by_itself(connection: Connection) -> bool:
    """Whether a server's connection has a transaction, or its driver begins one: where it was told how isolated it is to be."""
    driver: Any = connection.connection.driver_connection
    return not driver.autocommit or driver.info.transaction_status != NO_TRANSACTION


def begin_on_server(connection: Connection) -> None:
    """Begin a transaction, unless it begins by itself."""
    if not begins_by_itself(connection):
        connection.exec_driver_sql("BEGIN")


def _written(session: Session) -> Iterator[Session]:
    try:
        yield session
        session.flush()
    except BaseException:
        session.rollback()
        raise
    try:
        session.commit()
    except FAILED as error:
        with suppress(*FAILED):
            session.rollback()
        if session.get_bind().dialect.name == "sqlite":  # it says itself whether it could
            raise
        raise OutcomeUnknown from error
    except BaseException:
        session.rollback()
        raise
