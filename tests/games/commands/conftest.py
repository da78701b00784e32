"""Counts the database queries of actions."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy import event


@pytest.fixture
def count_queries(inside):
    """A context manager that yields the list of statements sent to the database."""
    engine = inside.extensions["sqlalchemy"].engine

    @contextmanager
    def counting() -> Iterator[list[str]]:
        seen: list[str] = []

        def note(connection, cursor, statement, *rest) -> None:
            if not statement.startswith("BEGIN"):
                seen.append(statement)

        event.listen(engine, "before_cursor_execute", note)
        yield seen
        event.remove(engine, "before_cursor_execute", note)

    return counting
