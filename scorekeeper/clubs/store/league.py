"""Leagues: which tournaments of a club count together, and how. Points and ranks are never stored."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, String, UniqueConstraint, func, select
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.core.db.database import Base, db, now

LONGEST_LEAGUE_NAME = 80


class StoredLeague(Base):
    """A league of a club.

    `uuid`: idempotency key of the form that created it. `revision`: number of its changes. `facts`: `note`, `who`, `points`,
    `others`, `best`, `share` and `tournaments` (ids). `deleted_at`: when it was archived, which can be undone.
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


def leagues_of_tournament(club_id: int, tournament: int) -> list[tuple[int, str]]:
    """Return the leagues that count a tournament, as (id, name), newest first, without archived ones."""
    condition = (StoredLeague.club_id == club_id) & StoredLeague.deleted_at.is_(None)
    query = select(StoredLeague.id, StoredLeague.name, StoredLeague.facts).where(condition).order_by(StoredLeague.id.desc())
    return [(number, name) for number, name, facts in db.session.execute(query) if tournament in facts["tournaments"]]


def league_count(club_id: int) -> int:
    """Return a club's number of leagues, without archived ones."""
    condition = (StoredLeague.club_id == club_id) & StoredLeague.deleted_at.is_(None)
    return db.session.scalar(select(func.count()).select_from(StoredLeague).where(condition)) or 0
