"""How a row is written into a log: its head moves on from the revision that was seen and the row is added, or neither."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from functools import cached_property
from typing import TYPE_CHECKING, Any

from flask import current_app
from sqlalchemy import Insert, Table, Update, bindparam, insert, select

from scorekeeper.base.db import FAILED, WRITE_LOCK, OutcomeUnknown, begins_by_itself, db

if TYPE_CHECKING:
    from sqlalchemy import Connection

_REFUSED = ("40", "53", "55")
"""How PostgreSQL’s codes begin that say that a statement was not done: two wait for each other, no room, no lock in time."""


def goes_alone() -> bool:
    """Whether a statement is a transaction of its own where none was begun: with a server, unless it is to be isolated more."""
    return WRITE_LOCK not in current_app.extensions and not begins_by_itself(db.session.connection())


class Append:
    """`head`: the table of what moves on; `move_on`: how it does, where it is still at the revision that was seen; `row`: the
    columns of the log that are written. Made once: making a statement costs more than running it.
    """

    def __init__(self, head: Table, move_on: Update, log: Table, row: tuple[str, ...]) -> None:
        self._head, self._move_on, self._log, self._row = head, move_on, log, row
        self._add = insert(log)

    @cached_property  # made at first use: by then every table is there that a column points to, and has its type from
    def _both(self) -> Insert:
        """Both as one, for a server: it writes neither where it has moved on, and nobody has to begin or end anything."""
        moved = self._move_on.returning(self._head.c.id).cte("moved")
        added = select(*(bindparam(f"row_{name}", type_=self._log.c[name].type) for name in self._row)).select_from(moved)
        return insert(self._log).from_select([*self._row], added).execution_options(preserve_rowcount=True)

    def within(self, connection: Connection, head: Mapping[str, Any], row: Mapping[str, Any]) -> bool:
        """Write into the open transaction; False where it has moved on."""
        if connection.execute(self._move_on, head).rowcount != 1:
            return False
        connection.execute(self._add, row)
        return True

    def alone(self, head: Mapping[str, Any], row: Mapping[str, Any]) -> bool:
        """Write in a transaction of its own (`goes_alone`); False where it has moved on.

        What the server says it did not do is not written. Raises OutcomeUnknown where it says nothing of the kind: it was told
        to keep the row, as by a COMMIT.
        """
        session = db.session()
        values = {**head, **{f"row_{name}": value for name, value in row.items()}}
        try:
            return bool(session.connection().execute(self._both, values).rowcount == 1)
        except FAILED as error:
            with suppress(*FAILED):
                session.rollback()
            if str(getattr(error.orig, "sqlstate", None))[:2] in _REFUSED and not error.connection_invalidated:
                raise
            raise OutcomeUnknown from error
