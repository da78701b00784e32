"""Which device may do what with which game."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.base.db import Base, now


class Grant(Base):
    """A game of a device: made there (`link_id` None), or opened there by a link, and then only while the link stands.

    `hidden`: no longer listed on that device.
    """

    __tablename__ = "accesses"

    device_id: Mapped[int] = mapped_column(ForeignKey("devices.id"), primary_key=True)
    game_id: Mapped[int] = mapped_column(ForeignKey("games.id"), primary_key=True, index=True)
    link_id: Mapped[int | None] = mapped_column(ForeignKey("links.id"))
    opened_at: Mapped[datetime] = mapped_column(default=now)
    hidden: Mapped[bool] = mapped_column(default=False)
