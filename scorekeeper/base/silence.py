"""A server that says nothing, as one whose machine is held up: nobody waits for it longer than for a lock.

`lock_timeout` and `statement_timeout` are kept by the server itself, `connect_timeout` ends with the connection: none of them
helps where the server stops in between. So whoever waits for an answer here watches the time since the last sign of life.
"""

from __future__ import annotations

from collections.abc import Generator
from time import monotonic
from typing import Any

import psycopg
from flask import g, has_request_context

from scorekeeper.base.described import Cursor

PATIENCE = 4.0
"""Seconds without a word during a request: what keeps answering, and a migration, may take their time."""

_Waiting = Generator[Any, Any, Any]


class Silence(psycopg.OperationalError):
    """The server has said nothing for too long; the connection is given up."""


class Connection(psycopg.Connection[Any]):
    """A connection that is given up when the server has been silent for too long."""

    def wait(self, gen: _Waiting, *args: Any, **more: Any) -> Any:
        """As psycopg's own, under a watch while somebody waits for a page."""
        if not has_request_context():
            return super().wait(gen, *args, **more)
        try:
            return super().wait(_watched(gen), *args, **more)
        except Silence:
            g.database_silent = True
            self.close()
            raise


def _watched(gen: _Waiting) -> _Waiting:
    heard = monotonic()
    try:
        state = next(gen)
        while True:
            ready = yield state
            if ready:
                heard = monotonic()
            elif monotonic() - heard > PATIENCE:
                raise Silence(f"no answer from the database in {PATIENCE:g} s")
            state = gen.send(ready)
    except StopIteration as done:
        return done.value


def connect(dialect: object, record: object, args: Any, parameters: Any) -> Connection:  # noqa: ARG001 (SQLAlchemy's signature)
    """A new connection; none for a request that has met the server's silence already, so that it waits only once."""
    if has_request_context() and g.get("database_silent"):
        raise Silence("the database did not answer a moment ago")
    try:
        return Connection.connect(*args, **parameters, cursor_factory=Cursor)
    except psycopg.OperationalError:
        if has_request_context():
            g.database_silent = True
        raise
