"""Games: what is fast to look up. What happened in them is in `changes`, the header included."""

from __future__ import annotations

import uuid as uuids
from datetime import datetime

from sqlalchemy import ForeignKey, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.base.db import Base, now
from scorekeeper.base.secrets import LONGEST_ASKED


class Game(Base):
    """A game. `revision` counts its changes; `number` counts the games of its match from 1; `next_id` is the rematch.

    `uuid`: the game's own id in records, by which one that is brought in again is recognised. Two devices that brought in the
    same record have two games of one id. `asked`: what it was started with, which its first key stands for (`base.one_key`).
    """

    __tablename__ = "games"
    __table_args__ = (
        UniqueConstraint("match_id", "number"),
        # An id that was used is never used again: caches are keyed by it.
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    uuid: Mapped[str] = mapped_column(String(36), default=lambda: str(uuids.uuid4()), index=True)
    revision: Mapped[int]
    created_at: Mapped[datetime] = mapped_column(default=now)
    changed_at: Mapped[datetime] = mapped_column(default=now)
    match_id: Mapped[int | None] = mapped_column(ForeignKey("matches.id"))
    number: Mapped[int] = mapped_column(default=1)
    next_id: Mapped[int | None] = mapped_column(ForeignKey("games.id"))
    asked: Mapped[str | None] = mapped_column(String(LONGEST_ASKED))
