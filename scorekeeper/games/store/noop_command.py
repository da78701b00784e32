"""The keys of commands that changed nothing, so that a late repeat changes nothing either."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.core.db.database import Base, now
from scorekeeper.games.store.parts import LONGEST_UUID


class NoopCommand(Base):
    """A command that changed nothing because the game was already in that state.

    `uuid` is its key, and `content` the hash of what was requested.
    """

    __tablename__ = "idle_acts"

    game_id: Mapped[int] = mapped_column(ForeignKey("games.id"), primary_key=True)
    uuid: Mapped[str] = mapped_column(String(LONGEST_UUID), primary_key=True)
    content: Mapped[str] = mapped_column(String(22))
    at: Mapped[datetime] = mapped_column(default=now)
