"""The database: how it is opened, and the one way of writing to it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import orjson
from flask import current_app
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import JSON, DateTime, MetaData, event
from sqlalchemy.orm import DeclarativeBase, Session, registry
from sqlalchemy.types import TypeDecorator

if TYPE_CHECKING:
    from flask import Flask
    from sqlalchemy import Connection, Dialect

WAIT_FOR_LOCK = 10_000
"""Milliseconds that a write waits for another process to finish its own."""

LARGEST_ID = 2**31 - 1
"""The largest whole number that every database keeps."""

_LOCK = "scorekeeper.write_lock"
_WRITES = "scorekeeper_writes"


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


db = SQLAlchemy(
    model_class=Base,
    disable_autonaming=True,
    engine_options={"json_serializer": _dump, "json_deserializer": orjson.loads},
    # What was written is known: nothing is read back after a commit.
    session_options={"expire_on_commit": False},
)


def now() -> datetime:
    """The time that is written down."""
    return datetime.now(UTC)


def prepare_engines(app: Flask) -> None:
    """Make SQLite safe: write-ahead log, written through to the disk, foreign keys kept, one writer at a time."""
    for engine in db.engines.values():
        if engine.dialect.name == "sqlite":
            event.listen(engine, "connect", _set_pragmas)
            event.listen(engine, "begin", _begin)
            app.extensions[_LOCK] = threading.Lock()


def _set_pragmas(connection: Any, record: object) -> None:  # noqa: ARG001 (SQLAlchemy's signature)
    # Python's driver begins transactions late and of the wrong kind; `_begin` does it instead.
    connection.isolation_level = None
    for pragma in (f"busy_timeout={WAIT_FOR_LOCK}", "journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    # A transaction that has read cannot wait for the lock any more: one that will write takes it first.
    writes = connection.get_execution_options().get(_WRITES)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


@contextmanager
def writing() -> Iterator[Session]:
    """One short write transaction, committed at its end, rolled back where an exception leaves it.

    Whatever was read before belongs to a transaction that ends here. SQLite's writers queue up on a lock of the process,
    which is fairer and faster than its own.
    """
    session = db.session()
    session.commit()
    with current_app.extensions.get(_LOCK) or nullcontext():
        session.connection(execution_options={_WRITES: True})
        try:
            yield session
            session.commit()
        except BaseException:
            session.rollback()
            raise
