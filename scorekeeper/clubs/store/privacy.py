"""The log of a club's decisions and actions on personal data. It never contains a player's name."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, String, select
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.core.db.database import Base, db, now


class StoredPrivacyEvent(Base):
    """One decision or action, never altered. `number`: counts the club's from 1.

    `before`, `after`: values of a setting or, if names were removed, the number of affected rows.
    """

    __tablename__ = "privacy_changes"

    club_id: Mapped[int] = mapped_column(ForeignKey("clubs.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    at: Mapped[datetime] = mapped_column(default=now)
    account_id: Mapped[int | None] = mapped_column(ForeignKey("accounts.id"))
    who: Mapped[str] = mapped_column(String(60), default="")
    action: Mapped[str] = mapped_column(String(16))
    before: Mapped[dict[str, Any]]
    after: Mapped[dict[str, Any]]


def privacy_events(club_id: int) -> list[StoredPrivacyEvent]:
    """Return all of a club's entries, newest first."""
    query = select(StoredPrivacyEvent).where(StoredPrivacyEvent.club_id == club_id).order_by(StoredPrivacyEvent.number.desc())
    return list(db.session.scalars(query))
