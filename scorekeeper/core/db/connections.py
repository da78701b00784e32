"""Opens and checks database connections: safe settings for SQLite, and timeouts for servers."""

from __future__ import annotations

import os
import sqlite3
import threading
from functools import partial
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

from sqlalchemy import event
from sqlalchemy.exc import InvalidatePoolError

from scorekeeper.core.db.database import DATABASE_ERRORS, LOCK_TIMEOUT, READING, READS, WRITE_LOCK, WRITES, begin_on_server, db

if TYPE_CHECKING:
    from flask import Flask
    from sqlalchemy import Connection, Dialect, Engine
    from sqlalchemy.engine import ExceptionContext
    from sqlalchemy.pool import ConnectionPoolEntry

IDLE_SECONDS = 1.0
"""Seconds of idle time after which a server connection is tested before use."""

_IDLE_SINCE = "scorekeeper.idle_since"
_FILE = "scorekeeper.file"


def engine_options(url: str) -> dict[str, Any]:
    """Return engine options with timeouts for connections and locks."""
    if not url.startswith("postgresql"):
        return {}
    locks = f"-c lock_timeout={int(LOCK_TIMEOUT / 2 * 1000)}"
    return {"pool_timeout": LOCK_TIMEOUT / 2, "connect_args": {"connect_timeout": 3, "options": locks}}


def prepare_engines(app: Flask) -> None:
    """Configure the engines.

    SQLite gets WAL, full sync, foreign keys and a single writer. Server connections are tested before use.
    """
    for engine in db.engines.values():
        if engine.dialect.name == "sqlite":
            event.listen(engine, "connect", _set_pragmas)
            event.listen(engine, "begin", _begin)
            _watch_file(engine, file_existed=app.config["PREPARED"])
            app.extensions[WRITE_LOCK] = threading.Lock()
        else:
            from scorekeeper.core.db import postgresql  # only instances with PostgreSQL need the driver

            event.listen(engine, "do_connect", postgresql.connect)
            event.listen(engine, "connect", _use_autocommit)
            event.listen(engine, "begin", _begin_where_needed)
            event.listen(engine, "checkin", _mark_idle)
            event.listen(engine, "checkout", partial(_check_alive, engine.dialect))
            event.listen(engine, "handle_error", _discard_connection)
            app.extensions.setdefault(READING, {})[engine] = engine.execution_options(**{READS: True})


def _use_autocommit(connection: Any, record: object) -> None:  # noqa: ARG001 (SQLAlchemy's signature)
    connection.autocommit = True


def _begin_where_needed(connection: Connection) -> None:
    if READS not in connection.get_execution_options():
        begin_on_server(connection)


def _mark_idle(connection: Any, record: ConnectionPoolEntry) -> None:
    record.info[_IDLE_SINCE] = monotonic()
    if connection is not None and not connection.closed and not connection.autocommit:  # its isolation level was set
        _use_autocommit(connection, record)


def _check_alive(dialect: Dialect, connection: Any, record: ConnectionPoolEntry, proxy: object) -> None:  # noqa: ARG001
    """Test a connection that was idle, and replace the whole pool if a server restart has closed it.

    One in use a moment ago is not tested, which saves a query.
    """
    idle_since = record.info.pop(_IDLE_SINCE, None)
    if idle_since is None or monotonic() - idle_since < IDLE_SECONDS:
        return
    try:
        dialect.do_ping(connection)
    except dialect.loaded_dbapi.Error as error:
        raise InvalidatePoolError from error


def _discard_connection(context: ExceptionContext) -> None:
    """Discard a connection on which a transaction could not begin or end."""
    if context.statement is None and isinstance(context.sqlalchemy_exception, DATABASE_ERRORS):
        context.is_disconnect = True


def _set_pragmas(connection: Any, record: object) -> None:  # noqa: ARG001 (SQLAlchemy's signature)
    # Python's driver begins transactions late and of the wrong kind, so `_begin` does it.
    connection.isolation_level = None
    for pragma in (f"busy_timeout={int(LOCK_TIMEOUT * 1000)}", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    # A transaction cannot wait for the lock after it has read, so a writing one locks first.
    left = connection.get_execution_options().get(WRITES)
    if left is None:
        connection.exec_driver_sql("BEGIN")
    elif left > 0.95 * LOCK_TIMEOUT:
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    else:  # some of the time is used up already
        connection.exec_driver_sql(f"PRAGMA busy_timeout={max(1, int(left * 1000))}")
        try:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        finally:
            connection.exec_driver_sql(f"PRAGMA busy_timeout={int(LOCK_TIMEOUT * 1000)}")


def _file_identity(path: str) -> tuple[int, int] | None:
    try:
        found = os.stat(path)  # noqa: PTH116 (runs for each connection, and a Path costs more than the call)
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino


def _missing_file_text(path: str, log: Path) -> str:
    log_note = f"; its log {log} belongs to it" if log.exists() else ""
    return f"the database file is gone: {path}{log_note}"


def _watch_file(engine: Engine, *, file_existed: bool) -> None:
    """Detect a SQLite file that was moved away, so that nothing is written to it and no empty one replaces it.

    Workers pass `file_existed`, because the file existed before they started. Other processes recognize the case by a log without
    its file. SQLite would treat that as the log of an empty file and delete it, together with committed data.
    """
    path = engine.url.database
    if not path or path == ":memory:":
        return
    seen: list[tuple[int, int]] = []

    look = partial(_file_identity, path)

    def connecting(_dialect: Dialect, _record: object, _args: object, options: dict[str, Any]) -> sqlite3.Connection | None:
        if look() is not None:
            # The file may be moved at this moment. With mode=rw, SQLite does not create an empty one.
            return sqlite3.connect(f"{Path(path).absolute().as_uri()}?mode=rw", uri=True, **options)
        log = Path(f"{path}-wal")
        if file_existed or seen or log.exists():
            raise sqlite3.OperationalError(_missing_file_text(path, log))
        return None

    def connected(connection: object, record: ConnectionPoolEntry) -> None:  # noqa: ARG001 (SQLAlchemy's signature)
        record.info[_FILE] = identity = look()
        if identity is not None:
            seen[:] = [identity]

    def check_same_file(connection: object, record: ConnectionPoolEntry, proxy: object) -> None:  # noqa: ARG001
        if record.info.get(_FILE) != look():
            raise InvalidatePoolError

    event.listen(engine, "do_connect", connecting)
    event.listen(engine, "connect", connected)
    event.listen(engine, "checkout", check_same_file)
