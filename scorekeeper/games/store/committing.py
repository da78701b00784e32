"""A change of a game is written: on top of the revision that was seen, whole, or not at all."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, cast

from sqlalchemy import Insert, Table, bindparam, insert, select, update
from sqlalchemy.exc import IntegrityError

from scorekeeper.base.db import db, goes_alone, write_alone, writing
from scorekeeper.games.store.change import Change
from scorekeeper.games.store.game import Game
from scorekeeper.games.store.log import LogRow

if TYPE_CHECKING:
    from datetime import datetime

_GAME = cast(Table, Game.__table__)  # rows without the weight of mapped objects
# Made once: making a statement costs more than running it.
_MOVE_ON = (
    update(_GAME)
    .where(_GAME.c.id == bindparam("game"), _GAME.c.revision == bindparam("seen"))
    .values(revision=bindparam("next"), changed_at=bindparam("now"))
)
_LOG = cast(Table, Change.__table__)
_ADD = insert(_LOG)


@cache  # made at first use: by then every table is there that a column points to, and has its type from
def _move_on_and_add() -> Insert:
    """Both as one, for a server: it writes neither where the game has moved on, and nobody has to begin or end anything."""
    moved = _MOVE_ON.returning(_GAME.c.id).cte("moved")
    added = select(*(bindparam(f"row_{name}", type_=_LOG.c[name].type) for name in LogRow._fields)).select_from(moved)
    return insert(_LOG).from_select([*LogRow._fields], added).execution_options(preserve_rowcount=True)


def _named(row: LogRow) -> dict[str, Any]:
    return {f"row_{name}": value for name, value in row._asdict().items()}


def commit(row: LogRow, seen: int) -> bool:
    """Whether the change could be written on top of revision `seen`."""
    head = {"game": row.game_id, "seen": seen, "next": row.revision, "now": row.at}
    try:
        if goes_alone():
            return write_alone(_move_on_and_add(), {**head, **_named(row)})
        with writing() as session:
            connection = session.connection()  # without what the session does for mapped objects
            moved = connection.execute(_MOVE_ON, head)
            if moved.rowcount != 1:
                return False
            connection.execute(_ADD, row._asdict())
    except IntegrityError:
        return False
    return True


def standing(game_id: int) -> tuple[int, datetime, int | None]:
    """The game's revision, when it was changed last, and its rematch, as the database has it."""
    query = select(Game.revision, Game.changed_at, Game.next_id).where(Game.id == game_id)
    revision, changed_at, next_id = db.session.execute(query).one()
    return revision, changed_at, next_id
