"""The log of a game: every change, in order, never altered. Games are what their logs add up to."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, Index, String, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.base.db import Base, now
from scorekeeper.base.device import LONGEST_DEVICE_NAME
from scorekeeper.games.store.parts import LONGEST_UUID


class Change(Base):
    """One change of a game.

    `uuid`: made by whoever asked for the change, so that asking twice counts once. `entry`: the recorded event it is about,
    named by the revision that first recorded it; `place`: recorded before that entry instead of at the end. `before`, `after`:
    the parts it changed (`event`, `struck`, `players`, `seats`, `first_dealer`, `about`, `contract`, `dispute`, `deal`; for
    `create` the header), as they stood and as they stand. `seats`: by entry, the names of events that change who sits where.
    `deal`: the entry that keeps the later deals as they stand.
    `undoes`: the revision that it takes back. `who`: the name of the device then.
    """

    __tablename__ = "changes"
    __table_args__ = (
        UniqueConstraint("game_id", "uuid"),
        # A game that was started is looked for by its key.
        Index("ix_changes_first", "uuid", sqlite_where=text("revision = 1"), postgresql_where=text("revision = 1")),
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
