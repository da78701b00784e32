"""Links and codes that let others record or watch a game, and the access of devices to games."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.core.db.database import Base, now
from scorekeeper.core.security.row_secrets import LONGEST_SALT, fresh_salt
from scorekeeper.core.security.signing import DIGEST

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


class Grant(Base):
    """A device's access to a game that it created (`link_id` None) or opened by a link.

    Access by a link lasts until the link is revoked. `hidden` games are no longer listed on the device.
    """

    __tablename__ = "accesses"

    device_id: Mapped[int] = mapped_column(ForeignKey("devices.id"), primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("games.id"), primary_key=True, index=True)
    link_id: Mapped[int | None] = mapped_column(ForeignKey("links.id"))
    opened_at: Mapped[datetime] = mapped_column(default=now)
    hidden: Mapped[bool] = mapped_column(default=False)


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
