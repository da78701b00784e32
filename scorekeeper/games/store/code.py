"""Codes of words that let a phone in: to one game, or to the whole list of another phone."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.base.db import Base, now
from scorekeeper.base.keys import DIGEST
from scorekeeper.base.secrets import LONGEST_SALT

KINDS = ("link", "copy", "move", "family")


class Code(Base):
    """A code. `digest`: of its words, by which it is found; `salt`: what these follow from, None where they were shown once.

    `kind`: `link` does what the link of `link_id` does; `copy` and `move` give the games of `device_id` to one more phone, once;
    `family` gives them back after a loss, as often as need be. `until`: when it ends by itself, None for one that does not;
    `ended_at`: when somebody, or its use, ended it.
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
