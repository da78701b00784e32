"""Acts that came when nothing was left to be done: their keys, so that a copy that comes later does nothing either."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.base.db import Base, now
from scorekeeper.games.store.parts import LONGEST_UUID


class IdleAct(Base):
    """An act that changed nothing, because the game stood as the act wants it. `uuid`: its key; `content`: what was asked for."""

    __tablename__ = "idle_acts"

    game_id: Mapped[int] = mapped_column(ForeignKey("games.id"), primary_key=True)
    uuid: Mapped[str] = mapped_column(String(LONGEST_UUID), primary_key=True)
    content: Mapped[str] = mapped_column(String(22))
    at: Mapped[datetime] = mapped_column(default=now)
