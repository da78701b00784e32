"""Households, which share their lists of games, and names that a device treats as one person."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.core.db.database import Base, now
from scorekeeper.core.security.row_secrets import LONGEST_SALT, fresh_salt
from scorekeeper.formats.record_header import LONGEST_NAME

PURPOSES = ("join", "look")


class Household(Base):
    """Devices that count their games together."""

    __tablename__ = "households"

    id: Mapped[int] = mapped_column(primary_key=True)
    created_at: Mapped[datetime] = mapped_column(default=now)


class HouseholdDevice(Base):
    """A device of a household. Each device is in one household at most."""

    __tablename__ = "household_devices"

    device_id: Mapped[int] = mapped_column(ForeignKey("devices.id"), primary_key=True)
    household_id: Mapped[int] = mapped_column(ForeignKey("households.id"), index=True)
    joined_at: Mapped[datetime] = mapped_column(default=now)


class HouseholdLink(Base):
    """A secret link to `join` the household, or to `look` at its statistics.

    The secret is a signature of the id and the `salt`, and is not stored. `revoked_at` is when it stopped working.
    """

    __tablename__ = "household_links"
    __table_args__ = (CheckConstraint("purpose IN ('join', 'look')", name="purpose"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    household_id: Mapped[int] = mapped_column(ForeignKey("households.id"), index=True)
    purpose: Mapped[str] = mapped_column(String(8))
    salt: Mapped[str] = mapped_column(String(LONGEST_SALT), default=fresh_salt)
    created_at: Mapped[datetime] = mapped_column(default=now)
    revoked_at: Mapped[datetime | None]


class JoinedName(Base):
    """On one device, `name` means `person`. Both are as written."""

    __tablename__ = "joined_names"

    device_id: Mapped[int] = mapped_column(ForeignKey("devices.id"), primary_key=True)
    name: Mapped[str] = mapped_column(String(LONGEST_NAME), primary_key=True)
    person: Mapped[str] = mapped_column(String(LONGEST_NAME))
    joined_at: Mapped[datetime] = mapped_column(default=now)
