"""Tables for two-factor sign-in: secrets of authenticator apps, and recovery codes."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import BigInteger, ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.core.db.database import Base, now
from scorekeeper.core.security.signing import DIGEST


class SecondStep(Base):
    """The second factor of an account. `secret`: encrypted (`core.security.signing`). It is required once it has `confirmed_at`.

    `last_counter`: counter of the newest code used (RFC 6238, 30 s each). Older codes are rejected.
    """

    __tablename__ = "second_steps"

    account_id: Mapped[int] = mapped_column(ForeignKey("accounts.id"), primary_key=True, autoincrement=False)
    secret: Mapped[str] = mapped_column(String(300))
    last_counter: Mapped[int] = mapped_column(BigInteger, default=0)
    made_at: Mapped[datetime] = mapped_column(default=now)
    confirmed_at: Mapped[datetime | None]


class RecoveryCode(Base):
    """A single-use code that replaces the app's, stored as a hash."""

    __tablename__ = "recovery_codes"

    account_id: Mapped[int] = mapped_column(ForeignKey("accounts.id"), primary_key=True, autoincrement=False)
    code: Mapped[str] = mapped_column(String(DIGEST), primary_key=True)
    used_at: Mapped[datetime | None]
