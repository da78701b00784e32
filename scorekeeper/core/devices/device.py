"""Devices: phones and computers with games. They need no accounts."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import String
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.core.db.database import Base, now

LONGEST_DEVICE_NAME = 40


class Device(Base):
    """A device that has created or opened a game. `key`: random, signed in its cookie. `name`: optional, for the history.

    `seen_at`: the last visit, to the hour, or None from before it was recorded.
    """

    __tablename__ = "devices"

    id: Mapped[int] = mapped_column(primary_key=True)
    key: Mapped[str] = mapped_column(String(32), unique=True)
    name: Mapped[str] = mapped_column(String(LONGEST_DEVICE_NAME), default="")
    created_at: Mapped[datetime] = mapped_column(default=now)
    seen_at: Mapped[datetime | None]
