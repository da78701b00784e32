"""What was decided and done about personal information in a club. No name of a player ever stands here."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, String, select
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.base.db import Base, db, now


class PrivacyChange(Base):
    """One act, never altered; `number` counts a club's from 1.

    `before`, `after`: of a setting, as it stood and as it stands; of names that were taken out, how many rows they stood in.
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


def privacy_changes(club_id: int) -> list[PrivacyChange]:
    """All of a club, the newest first."""
    query = select(PrivacyChange).where(PrivacyChange.club_id == club_id).order_by(PrivacyChange.number.desc())
    return list(db.session.scalars(query))
