"""The log rows of games from the database."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import bindparam, select

from scorekeeper.core.db.database import db
from scorekeeper.games.store.change import StoredGameEvent
from scorekeeper.games.store.log import GameEvent

if TYPE_CHECKING:
    from collections.abc import Iterable

_COLUMNS = [getattr(StoredGameEvent, name) for name in GameEvent._fields]
_LOGS = select(*_COLUMNS).order_by(StoredGameEvent.game_id, StoredGameEvent.revision)
# Built once, because building a statement costs more than running it.
_LOG = _LOGS.where(
    StoredGameEvent.game_id == bindparam("game"), StoredGameEvent.revision.between(bindparam("low"), bindparam("high"))
)


LAST = 2**31 - 1
"""Greater than every revision."""


def events_of(game_id: int, low: int = 1, high: int = LAST) -> list[GameEvent]:
    """Return the log of a game from revision `low` to `high`, in one query."""
    rows = db.session.execute(_LOG, {"game": game_id, "low": low, "high": high})
    return [GameEvent._make(row) for row in rows]


def events_of_many(game_ids: Iterable[int]) -> dict[int, list[GameEvent]]:
    """Return the logs of several games, in one query."""
    logs: dict[int, list[GameEvent]] = {}
    for row in db.session.execute(_LOGS.where(StoredGameEvent.game_id.in_(list(game_ids)))):
        logs.setdefault(row.game_id, []).append(GameEvent._make(row))
    return logs
