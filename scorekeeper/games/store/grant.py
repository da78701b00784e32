"""The access of devices to games."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.core.db.database import Base, now


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
