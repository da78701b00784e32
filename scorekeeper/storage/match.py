"""Matches: series of games between the same players."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.storage.db import Base, now


class Match(Base):
    """A series of games; `games_to_win` is the agreed number, None an open series."""

    __tablename__ = "matches"

    id: Mapped[int] = mapped_column(primary_key=True)
    games_to_win: Mapped[int | None]
    created_at: Mapped[datetime] = mapped_column(default=now)
