"""The log of a game, never altered, and the keys of commands that changed nothing."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, Index, String, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.core.db.database import Base, now
from scorekeeper.core.devices.device import LONGEST_DEVICE_NAME
from scorekeeper.games.store.parts import LONGEST_UUID


class StoredGameEvent(Base):
    """One change of a game.

    `uuid` is the idempotency key of the command. `entry` is the recorded event that the change is about, named by the
    revision that first recorded it. `place` is the entry before which an event was recorded, None for the end. `before` and
    `after` have the parts that the change affects (`event`, `struck`, `players`, `seats`, `first_dealer`, `about`,
    `contract`, `dispute`, `deal`; for `create`, the header). `seats` are the names of seat changes by entry. `deal` is the
    entry that keeps the later deals unchanged. `undoes` is the revision that an undo reverses. `who` is the device's name at
    that time.
    """

    __tablename__ = "changes"
    __table_args__ = (
        UniqueConstraint("game_id", "uuid"),
        # For finding a started game by its key. It is partial on PostgreSQL too: its migration says so. To say so here would
        # load that dialect at every start.
        Index("ix_changes_first", "uuid", sqlite_where=text("revision = 1")),
    )

    game_id: Mapped[int] = mapped_column(ForeignKey("games.id"), primary_key=True)
    revision: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    uuid: Mapped[str] = mapped_column(String(LONGEST_UUID))
    at: Mapped[datetime] = mapped_column(default=now)
    device_id: Mapped[int | None] = mapped_column(ForeignKey("devices.id"))
    link_id: Mapped[int | None] = mapped_column(ForeignKey("links.id"))
    who: Mapped[str] = mapped_column(String(LONGEST_DEVICE_NAME), default="")
    action: Mapped[str] = mapped_column(String(16))
    entry: Mapped[int | None]
    place: Mapped[int | None]
    before: Mapped[dict[str, Any]]
    after: Mapped[dict[str, Any]]
    undoes: Mapped[int | None]


class NoopCommand(Base):
    """A command that changed nothing because the game was already in that state.

    `uuid` is its key, and `content` the hash of what was requested.
    """

    __tablename__ = "idle_acts"

    game_id: Mapped[int] = mapped_column(ForeignKey("games.id"), primary_key=True)
    uuid: Mapped[str] = mapped_column(String(LONGEST_UUID), primary_key=True)
    content: Mapped[str] = mapped_column(String(22))
    at: Mapped[datetime] = mapped_column(default=now)
