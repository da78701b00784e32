"""Acts that changed nothing leave no row in the log; what is kept here of their keys lets a late copy change nothing either."""

from __future__ import annotations

from sqlalchemy import delete, insert, select
from sqlalchemy.exc import IntegrityError

from scorekeeper.base.db import db, writing
from scorekeeper.games.store.idle_act import IdleAct

MOST = 100
"""Kept for each game, the newest: a copy is late by minutes, not by evenings."""


def content_of(game_id: int, key: str) -> str | None:
    """What was asked for under the key, as `one_key.content_of` has it; None where nothing idle came under it."""
    return db.session.scalar(select(IdleAct.content).where(IdleAct.game_id == game_id, IdleAct.uuid == key))


def keep(game_id: int, key: str, content: str) -> None:
    """Keep the key of an act that changed nothing; once, however many copies come together."""
    mine = IdleAct.game_id == game_id
    old = select(IdleAct.uuid).where(mine).order_by(IdleAct.at.desc(), IdleAct.uuid).offset(MOST)
    try:
        with writing() as session:
            session.execute(insert(IdleAct).values(game_id=game_id, uuid=key, content=content))
            session.execute(delete(IdleAct).where(mine, IdleAct.uuid.in_(session.scalars(old).all())))
    except IntegrityError:
        return  # another copy was first
