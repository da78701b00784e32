"""Names that a device treats as one person. Games keep the names as written."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.core.db.database import Base, now
from scorekeeper.formats.record_header import LONGEST_NAME


class JoinedName(Base):
    """On one device, `name` means `person`. Both are as written."""

    __tablename__ = "joined_names"

    device_id: Mapped[int] = mapped_column(ForeignKey("devices.id"), primary_key=True)
    name: Mapped[str] = mapped_column(String(LONGEST_NAME), primary_key=True)
    person: Mapped[str] = mapped_column(String(LONGEST_NAME))
    joined_at: Mapped[datetime] = mapped_column(default=now)
