"""Writes a change of a game on the revision that was seen, all of it or nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from sqlalchemy import Table, bindparam, select, update
from sqlalchemy.exc import IntegrityError

from scorekeeper.core.db.database import db, write_transaction
from scorekeeper.core.events.event_append import Append, can_commit_alone
from scorekeeper.games.store.change import StoredGameEvent
from scorekeeper.games.store.game import Game
from scorekeeper.games.store.log import GameEvent

if TYPE_CHECKING:
    from datetime import datetime

_GAME = cast(Table, Game.__table__)  # plain rows, lighter than ORM objects
_MOVE_ON = (
    update(_GAME)
    .where(_GAME.c.id == bindparam("game"), _GAME.c.revision == bindparam("seen"))
    .values(revision=bindparam("next"), changed_at=bindparam("now"))
)
_APPEND = Append(_GAME, _MOVE_ON, cast(Table, StoredGameEvent.__table__), GameEvent._fields)


def commit(row: GameEvent, seen: int) -> bool:
    """Write the change and return True, unless the game has moved on from revision `seen`."""
    head = {"game": row.game_id, "seen": seen, "next": row.revision, "now": row.at}
    try:
        if can_commit_alone():
            return _APPEND.alone(head, row._asdict())
        with write_transaction() as session:  # the bare connection, without the session's ORM work
            return _APPEND.within(session.connection(), head, row._asdict())
    except IntegrityError:
        return False


def read_head(game_id: int) -> tuple[int, datetime, int | None]:
    """Return the game's revision, the time of its last change, and its rematch from the database."""
    query = select(Game.revision, Game.changed_at, Game.next_id).where(Game.id == game_id)
    revision, changed_at, next_id = db.session.execute(query).one()
    return revision, changed_at, next_id
