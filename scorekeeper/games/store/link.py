"""Links that let others record or watch a game."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.core.db.database import Base, now
from scorekeeper.core.security.row_secrets import LONGEST_SALT, fresh_salt

ROLES = ("score", "watch")


class Link(Base):
    """A secret link to a game.

    The secret is a signature of the id and the `salt`, and is not stored. `revoked_at` is when it stopped working.
    """

    __tablename__ = "links"
    __table_args__ = (CheckConstraint("role IN ('score', 'watch')", name="role"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("games.id"), index=True)
    role: Mapped[str] = mapped_column(String(8))
    salt: Mapped[str | None] = mapped_column(String(LONGEST_SALT), default=fresh_salt)
    created_at: Mapped[datetime] = mapped_column(default=now)
    revoked_at: Mapped[datetime | None]
