"""Leagues: which tournaments of a club count together, and how. Points and places are never stored."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.base.db import Base, now

LONGEST_LEAGUE_NAME = 80


class StoredLeague(Base):
    """A league of a club.

    `uuid`: made with the form, so that a league sent twice is made once. `revision` counts its changes. `facts`: `note`, `who`,
    `points`, `others`, `best`, `share` and `tournaments` (ids). `deleted_at`: off the list, and can still be put back.
    """

    __tablename__ = "leagues"
    __table_args__ = (UniqueConstraint("club_id", "uuid"), {"sqlite_autoincrement": True})

    id: Mapped[int] = mapped_column(primary_key=True)
    club_id: Mapped[int] = mapped_column(ForeignKey("clubs.id"))
    uuid: Mapped[str] = mapped_column(String(36))
    revision: Mapped[int]
    name: Mapped[str] = mapped_column(String(LONGEST_LEAGUE_NAME))
    facts: Mapped[dict[str, Any]]
    created_at: Mapped[datetime] = mapped_column(default=now)
    changed_at: Mapped[datetime] = mapped_column(default=now)
    deleted_at: Mapped[datetime | None]
