"""Matches: series of games between the same players."""

from __future__ import annotations

import uuid as uuids
from datetime import datetime

from sqlalchemy import String
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.core.db.database import Base, now


class Series(Base):
    """A series of games. `games_to_win` is the agreed number, None for an open series. `uuid` is its id in records."""

    __tablename__ = "matches"

    id: Mapped[int] = mapped_column(primary_key=True)
    uuid: Mapped[str] = mapped_column(String(36), default=lambda: str(uuids.uuid4()), index=True)
    games_to_win: Mapped[int | None]
    created_at: Mapped[datetime] = mapped_column(default=now)
