"""Appends a row to a log if its head is still at the expected revision (an optimistic lock)."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING, Any

from flask import current_app
from sqlalchemy import Insert, Table, Update, bindparam, insert, select

from scorekeeper.core.db.database import DATABASE_ERRORS, WRITE_LOCK, OutcomeUnknown, db, has_transaction

if TYPE_CHECKING:
    from sqlalchemy import Connection

_RETRYABLE_STATES = ("40", "53", "55")
"""Prefixes of PostgreSQL’s codes for statements not executed: deadlock, no resources, no lock in time."""


def can_commit_alone() -> bool:
    """Return whether a statement commits on its own here: only on a server, at the default isolation level."""
    return WRITE_LOCK not in current_app.extensions and not has_transaction(db.session.connection())


class Append:
    """Prepared statements that append to a log, built once because building costs more than running.

    `head`: the table with the revision. `move_on`: the update that succeeds only at the expected revision. `row`: the
    columns written to the log.
    """

    def __init__(self, head: Table, move_on: Update, log: Table, row: tuple[str, ...]) -> None:
        self._head, self._move_on, self._log, self._row = head, move_on, log, row
        self._add = insert(log)

    @cached_property  # on first use, when all tables are defined from which columns get their types
    def _update_and_insert(self) -> Insert:
        """The update and the insert in one statement, for servers. It needs no explicit transaction."""
        moved = self._move_on.returning(self._head.c.id).cte("moved")
        added = select(*(bindparam(f"row_{name}", type_=self._log.c[name].type) for name in self._row)).select_from(moved)
        return insert(self._log).from_select([*self._row], added).execution_options(preserve_rowcount=True)

    def within(self, connection: Connection, head: Mapping[str, Any], row: Mapping[str, Any]) -> bool:
        """Append within the open transaction. Return False if the revision has changed."""
        if connection.execute(self._move_on, head).rowcount != 1:
            return False
        connection.execute(self._add, row)
        return True

    def alone(self, head: Mapping[str, Any], row: Mapping[str, Any]) -> bool:
        """Append in a separate transaction (`can_commit_alone`). Return False if the revision has changed.

        An error that rules out the write is raised as it is. Raises OutcomeUnknown if the server may have committed.
        """
        session = db.session()
        values = {**head, **{f"row_{name}": value for name, value in row.items()}}
        try:
            return bool(session.connection().execute(self._update_and_insert, values).rowcount == 1)
        except DATABASE_ERRORS as error:
            with suppress(*DATABASE_ERRORS):
                session.rollback()
            if str(getattr(error.orig, "sqlstate", None))[:2] in _RETRYABLE_STATES and not error.connection_invalidated:
                raise
            raise OutcomeUnknown from error
