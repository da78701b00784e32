"""Keys of commands that changed nothing. They have no row in the log, and a late repeat must do nothing too."""

from __future__ import annotations

from sqlalchemy import delete, insert, select
from sqlalchemy.exc import IntegrityError

from scorekeeper.base.db import db, writing
from scorekeeper.games.store.idle_act import IdleAct

MOST = 100
"""Most keys per game. Repeats are late by minutes, so the newest ones are enough."""


def content_of(game_id: int, key: str) -> str | None:
    """Return the content hash of the key (`one_key.content_of`), or None if no idle command had it."""
    return db.session.scalar(select(IdleAct.content).where(IdleAct.game_id == game_id, IdleAct.uuid == key))


def keep(game_id: int, key: str, content: str) -> None:
    """Store the key of a command that changed nothing, once."""
    mine = IdleAct.game_id == game_id
    old = select(IdleAct.uuid).where(mine).order_by(IdleAct.at.desc(), IdleAct.uuid).offset(MOST)
    try:
        with writing() as session:
            session.execute(insert(IdleAct).values(game_id=game_id, uuid=key, content=content))
            session.execute(delete(IdleAct).where(mine, IdleAct.uuid.in_(session.scalars(old).all())))
    except IntegrityError:
        return  # another repeat was first
