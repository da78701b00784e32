"""Keys of commands that changed nothing. They have no row in the log, and a late repeat must do nothing too."""

from __future__ import annotations

from sqlalchemy import delete, insert, select
from sqlalchemy.exc import IntegrityError

from scorekeeper.core.db.database import db, write_transaction
from scorekeeper.games.store.change import NoopCommand

MOST = 100
"""Most keys per game. Repeats are late by minutes, so the newest ones are enough."""


def stored_content(game_id: int, key: str) -> str | None:
    """Return the content hash of the key (`idempotency.hash_content`), or None if no idle command had it."""
    return db.session.scalar(select(NoopCommand.content).where(NoopCommand.game_id == game_id, NoopCommand.uuid == key))


def store_noop(game_id: int, key: str, content: str) -> None:
    """Store the key of a command that changed nothing, once."""
    mine = NoopCommand.game_id == game_id
    old = select(NoopCommand.uuid).where(mine).order_by(NoopCommand.at.desc(), NoopCommand.uuid).offset(MOST)
    try:
        with write_transaction() as session:
            session.execute(insert(NoopCommand).values(game_id=game_id, uuid=key, content=content))
            session.execute(delete(NoopCommand).where(mine, NoopCommand.uuid.in_(session.scalars(old).all())))
    except IntegrityError:
        return  # another repeat was first
