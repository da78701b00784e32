"""PostgreSQL: a connection with timeouts for a server that stops responding, and columns described only on demand.

The server itself enforces `lock_timeout` and `statement_timeout`, and `connect_timeout` covers only connecting. None of them
helps if the server stops in between, so this watches the time since its last message.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from functools import cached_property
from time import monotonic
from typing import Any

import psycopg
from flask import g, has_request_context

SILENCE_TIMEOUT = 4.0
"""Seconds without a message during a request. Migrations, and servers that keep responding, may take longer."""

_Waiting = Generator[Any, Any, Any]


class DatabaseTimeout(psycopg.OperationalError):
    """The server was silent for too long, and the connection is abandoned."""


class Connection(psycopg.Connection[Any]):
    """A connection that is abandoned when the server is silent for too long."""

    def wait(self, gen: _Waiting, *args: Any, **more: Any) -> Any:
        """Wait as psycopg does, but with a timeout during a request."""
        if not has_request_context():
            return super().wait(gen, *args, **more)
        try:
            return super().wait(_with_timeout(gen), *args, **more)
        except DatabaseTimeout:
            g.database_silent = True
            self.close()
            raise


def _with_timeout(gen: _Waiting) -> _Waiting:
    answered_at = monotonic()
    try:
        state = next(gen)
        while True:
            ready = yield state
            if ready:
                answered_at = monotonic()
            elif monotonic() - answered_at > SILENCE_TIMEOUT:
                raise DatabaseTimeout(f"no answer from the database in {SILENCE_TIMEOUT:g} s")
            state = gen.send(ready)
    except StopIteration as done:
        return done.value


def connect(dialect: object, record: object, args: Any, parameters: Any) -> Connection:  # noqa: ARG001 (SQLAlchemy's signature)
    """Open a connection. A request that has already run into a timeout fails at once, so that it waits only once."""
    if has_request_context() and g.get("database_silent"):
        raise DatabaseTimeout("the database did not answer a moment ago")
    try:
        return Connection.connect(*args, **parameters, cursor_factory=LazyCursor)
    except psycopg.OperationalError:
        if has_request_context():
            g.database_silent = True
        raise


class _LazyColumns(Sequence[psycopg.Column]):
    """The columns of a result, described on first access."""

    def __init__(self, tell: Callable[[], list[psycopg.Column] | None]) -> None:
        self._tell = tell

    @cached_property
    def _columns(self) -> list[psycopg.Column]:
        return self._tell() or []

    def __len__(self) -> int:
        return len(self._columns)

    def __getitem__(self, at: Any) -> Any:
        return self._columns[at]


class LazyCursor(psycopg.Cursor[Any]):
    """A cursor that describes its columns lazily, which saves a tenth of a short statement.

    SQLAlchemy asks every result whether it has columns, but knows a statement's columns from its first run.
    """

    @property
    def description(self) -> Any:
        """Like psycopg's own, but for the result that is current at first access."""
        result = self.pgresult
        return _LazyColumns(lambda: super(LazyCursor, self).description) if result and result.nfields else None
