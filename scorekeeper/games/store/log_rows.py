"""The log rows of games from the database."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import bindparam, select

from scorekeeper.core.db.database import db
from scorekeeper.games.store.change import Change
from scorekeeper.games.store.log import LogRow

if TYPE_CHECKING:
    from collections.abc import Iterable

_COLUMNS = [getattr(Change, name) for name in LogRow._fields]
_LOGS = select(*_COLUMNS).order_by(Change.game_id, Change.revision)
# Built once, because building a statement costs more than running it.
_LOG = _LOGS.where(Change.game_id == bindparam("game"), Change.revision.between(bindparam("low"), bindparam("high")))


LAST = 2**31 - 1
"""Greater than every revision."""


def rows_of(game_id: int, low: int = 1, high: int = LAST) -> list[LogRow]:
    """Return the log of a game from revision `low` to `high`, in one query."""
    rows = db.session.execute(_LOG, {"game": game_id, "low": low, "high": high})
    return [LogRow._make(row) for row in rows]


def rows_of_many(game_ids: Iterable[int]) -> dict[int, list[LogRow]]:
    """Return the logs of several games, in one query."""
    logs: dict[int, list[LogRow]] = {}
    for row in db.session.execute(_LOGS.where(Change.game_id.in_(list(game_ids)))):
        logs.setdefault(row.game_id, []).append(LogRow._make(row))
    return logs
