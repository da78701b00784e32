"""The tables of games and of matches, for fast lookups. What happened in a game is in its log."""

from __future__ import annotations

import uuid as uuids
from datetime import datetime

from sqlalchemy import ForeignKey, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.core.db.database import Base, now
from scorekeeper.core.security.row_secrets import LONGEST_ASKED


class Game(Base):
    """A game. `revision` counts its changes, `number` the games of its match from 1; `next_id` is the rematch.

    `uuid` identifies the game in records, so that an imported game is recognized. Two devices that import the same record
    have two games with the same `uuid`. `asked` is a hash of what the game was started with, for its idempotency key
    (`core.events.idempotency`).
    """

    __tablename__ = "games"
    __table_args__ = (
        UniqueConstraint("match_id", "number"),
        # Ids are never reused, because caches are keyed by them.
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


class Series(Base):
    """A series of games. `games_to_win` is the agreed number, None for an open series. `uuid` is its id in records."""

    __tablename__ = "matches"

    id: Mapped[int] = mapped_column(primary_key=True)
    uuid: Mapped[str] = mapped_column(String(36), default=lambda: str(uuids.uuid4()), index=True)
    games_to_win: Mapped[int | None]
    created_at: Mapped[datetime] = mapped_column(default=now)
