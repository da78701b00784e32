"""Codes made of words that give another phone access to one game, or to a whole list of games."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.core.db.database import Base, now
from scorekeeper.core.security.row_secrets import LONGEST_SALT
from scorekeeper.core.security.signing import DIGEST

KINDS = ("link", "copy", "move", "family")


class Code(Base):
    """A code.

    `digest` is the hash of its words, by which it is found. `salt` is what the words follow from, None for words that were
    shown only once. A `link` code works like the link `link_id`. `copy` and `move` give the games of `device_id` to one
    other phone, once. `family` restores them after a loss, any number of times. `until` is when the code expires, None for
    never. `ended_at` is when it was used up or revoked.
    """

    __tablename__ = "codes"
    __table_args__ = (CheckConstraint("kind IN ('link', 'copy', 'move', 'family')", name="kind"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(String(8))
    digest: Mapped[str] = mapped_column(String(DIGEST), unique=True)
    salt: Mapped[str | None] = mapped_column(String(LONGEST_SALT))
    language: Mapped[str] = mapped_column(String(8))
    link_id: Mapped[int | None] = mapped_column(ForeignKey("links.id"), index=True)
    device_id: Mapped[int | None] = mapped_column(ForeignKey("devices.id"), index=True)
    created_at: Mapped[datetime] = mapped_column(default=now)
    until: Mapped[datetime | None]
    used_at: Mapped[datetime | None]
    ended_at: Mapped[datetime | None]
