"""The database: shared table features and write transactions. `connections` opens it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from datetime import UTC, datetime
from time import monotonic
from typing import TYPE_CHECKING, Any

from flask import current_app
from flask_sqlalchemy import SQLAlchemy
from flask_sqlalchemy.session import Session as FlaskSession
from sqlalchemy import JSON, DateTime, MetaData, func, select
from sqlalchemy.exc import InterfaceError, InternalError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.orm import DeclarativeBase, Session, registry
from sqlalchemy.types import TypeDecorator

from scorekeeper.formats import strict_json

if TYPE_CHECKING:
    from sqlalchemy import Connection, Dialect, Engine, Table
    from sqlalchemy.sql import Executable

LOCK_TIMEOUT = 4.5
"""Total seconds that a request waits for locks before it fails, so that no queue builds up."""

LARGEST_ID = 2**31 - 1
"""The largest integer that every database stores."""

WRITE_LOCK = "scorekeeper.write_lock"
"""Key in `app.extensions` for the process's write lock, which only SQLite needs."""
WRITES = "scorekeeper_writes"
"""Execution option of a transaction that writes: the seconds to wait for its lock (`core/db/connections.py`)."""
READING = "scorekeeper.reading"
"""Key in `app.extensions` for the server engines, each mapped to its variant for reading (see `_ReadSession`)."""
READS = "scorekeeper_reads"
"""Execution option for statements that start no transaction on a server (`core/db/connections.py`)."""


NO_TRANSACTION = 0
"""A server connection's status without an open transaction (libpq's PQTRANS_IDLE)."""

RETRY_AFTER = 5
"""Seconds after which a retry makes sense."""


class DatabaseBusy(Exception):
    """Another writer held the lock for too long, so nothing was saved."""


class OutcomeUnknown(Exception):
    """The database never confirmed the commit, so the data may or may not be saved."""


DATABASE_ERRORS = (OperationalError, InterfaceError, InternalError)
"""Database errors. InternalError: PostgreSQL could not write its files, for example on a full disk."""
_SQLITE_FULL, _SERVER_FULL = 13, "53100"
"""Error codes of SQLite and PostgreSQL for a full disk."""
UNAVAILABLE = (*DATABASE_ERRORS, PoolTimeout, DatabaseBusy)
"""Exceptions for a database that is unreachable, locked or not writable. Nothing was saved."""


def is_full(error: BaseException | None) -> bool:
    """Return whether a statement failed because the disk is full, which waiting does not solve."""
    cause = getattr(error, "orig", None)
    return getattr(cause, "sqlite_errorcode", None) == _SQLITE_FULL or getattr(cause, "sqlstate", None) == _SERVER_FULL


class UtcDateTime(TypeDecorator[datetime]):
    """A timestamp stored in UTC, because SQLite has no time zones."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        value = value.astimezone(UTC)
        return value.replace(tzinfo=None) if dialect.name == "sqlite" else value

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        return value if value is None else value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class Base(DeclarativeBase):
    """Base class of all tables. Constraints are named so that migrations can change them."""

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
        type_annotation_map={datetime: UtcDateTime(), dict[str, Any]: JSON(none_as_null=True)},
    )


def _dump(value: object) -> str:
    return strict_json.dumps(value).decode()


class _ReadSession(FlaskSession):
    """A session that reads from a server without transactions.

    Each query still sees the present, as in a transaction at the default isolation level. This saves BEGIN and ROLLBACK, and
    keeps prepared statements. `write_transaction` begins a transaction for writes.
    """

    def get_bind(self, *args: Any, **kwargs: Any) -> Engine | Connection:
        found = super().get_bind(*args, **kwargs)
        reading: dict[Any, Engine] = current_app.extensions.get(READING, {})
        return reading.get(found, found)


class _Database(SQLAlchemy):
    """SQLAlchemy whose session is always released at the end of a request."""

    def _teardown_session(self, exc: BaseException | None) -> None:
        try:
            super()._teardown_session(exc)
        except DATABASE_ERRORS:
            # The server went away after the last query. The response is complete, so this does not matter.
            self.session.registry.clear()


db = _Database(
    model_class=Base,
    disable_autonaming=True,
    # Names and password hashes do not belong in a log, so errors show statements without values.
    engine_options={"json_serializer": _dump, "json_deserializer": strict_json.loads, "hide_parameters": True},
    # Written objects are still known after a commit, so do not reload them.
    session_options={"expire_on_commit": False, "class_": _ReadSession},
)


def now() -> datetime:
    """Return the current time for storage."""
    return datetime.now(UTC)


def rows(statement: Executable, **values: Any) -> Sequence[Any]:
    """Return the result rows of a query in the session's transaction, without the ORM's overhead."""
    return db.session.connection().execute(statement, values).all()


TEMPORARY = "passing"
"""Key in a table's `info` for temporary data that is neither backed up nor copied."""


def permanent_tables() -> list[Table]:
    """Return the tables with permanent data."""
    return [table for table in Base.metadata.tables.values() if TEMPORARY not in table.info]


def temporary_tables() -> list[Table]:
    """Return the tables with temporary data, dependent tables first."""
    return [table for table in reversed(Base.metadata.sorted_tables) if TEMPORARY in table.info]


_waiting_since: ContextVar[float | None] = ContextVar("waiting_since", default=None)


@contextmanager
def shared_time_limit() -> Iterator[Callable[[], float]]:
    """Share one time limit between nested waits. Yields a function that returns the seconds left."""
    since = _waiting_since.get()
    token = _waiting_since.set(monotonic() if since is None else since)
    start = _waiting_since.get() or 0.0
    try:
        yield lambda: max(0.0, start + LOCK_TIMEOUT - monotonic())
    finally:
        _waiting_since.reset(token)


def hold_named_lock(session: Session, name: str) -> None:
    """Hold a lock with this name until the transaction ends. SQLite has a single writer anyway."""
    if session.get_bind().dialect.name == "postgresql":
        session.execute(select(func.pg_advisory_xact_lock(func.hashtext(name))))


@contextmanager
def write_transaction() -> Iterator[Session]:
    """Run a short write transaction: committed at the end, rolled back on an exception.

    On SQLite, this ends the earlier read transaction. Writers queue on a lock in the process, which is fairer and faster
    than SQLite's own. On a server, this begins the transaction.
    """
    session, lock = db.session(), current_app.extensions.get(WRITE_LOCK)
    if lock is None:
        begin_on_server(session.connection())
        yield from _commit_or_rollback(session)
        return
    session.commit()
    with shared_time_limit() as left:
        if not lock.acquire(timeout=left()):
            raise DatabaseBusy
        try:
            session.connection(execution_options={WRITES: left()})
            yield from _commit_or_rollback(session)
        finally:
            lock.release()


def refresh_reads() -> None:
    """Make later reads see the present. On SQLite, this ends the read transaction."""
    if WRITE_LOCK in current_app.extensions:
        db.session.commit()


def has_transaction(connection: Connection) -> bool:
    """Return whether a server connection is in a transaction, or its driver will begin one."""
    driver: Any = connection.connection.driver_connection
    return not driver.autocommit or driver.info.transaction_status != NO_TRANSACTION


def begin_on_server(connection: Connection) -> None:
    """Begin a transaction unless there is one."""
    if not has_transaction(connection):
        connection.exec_driver_sql("BEGIN")


def _commit_or_rollback(session: Session) -> Iterator[Session]:
    try:
        yield session
        session.flush()
    except BaseException:
        session.rollback()
        raise
    try:
        session.commit()
    except DATABASE_ERRORS as error:
        with suppress(*DATABASE_ERRORS):
            session.rollback()
        if session.get_bind().dialect.name == "sqlite":  # its errors are definite
            raise
        raise OutcomeUnknown from error
    except BaseException:
        session.rollback()
        raise
