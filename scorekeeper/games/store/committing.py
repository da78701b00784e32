"""A change of a game is written: on top of the revision that was seen, whole, or not at all."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from sqlalchemy import Table, bindparam, select, update
from sqlalchemy.exc import IntegrityError

from scorekeeper.base.appending import Append, goes_alone
from scorekeeper.base.db import db, writing
from scorekeeper.games.store.change import Change
from scorekeeper.games.store.game import Game
from scorekeeper.games.store.log import LogRow

if TYPE_CHECKING:
    from datetime import datetime

_GAME = cast(Table, Game.__table__)  # rows without the weight of mapped objects
_MOVE_ON = (
    update(_GAME)
    .where(_GAME.c.id == bindparam("game"), _GAME.c.revision == bindparam("seen"))
    .values(revision=bindparam("next"), changed_at=bindparam("now"))
)
_APPEND = Append(_GAME, _MOVE_ON, cast(Table, Change.__table__), LogRow._fields)


def commit(row: LogRow, seen: int) -> bool:
    """Whether the change could be written on top of revision `seen`."""
    head = {"game": row.game_id, "seen": seen, "next": row.revision, "now": row.at}
    try:
        if goes_alone():
            return _APPEND.alone(head, row._asdict())
        with writing() as session:  # its connection, without what the session does for mapped objects
            return _APPEND.within(session.connection(), head, row._asdict())
    except IntegrityError:
        return False


def standing(game_id: int) -> tuple[int, datetime, int | None]:
    """The game's revision, when it was changed last, and its rematch, as the database has it."""
    query = select(Game.revision, Game.changed_at, Game.next_id).where(Game.id == game_id)
    revision, changed_at, next_id = db.session.execute(query).one()
    return revision, changed_at, next_id
