"""The second step of a sign-in: what an app on somebody's phone makes codes from, and codes for the day that phone is lost."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import BigInteger, ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.base.db import Base, now
from scorekeeper.base.keys import DIGEST


class SecondStep(Base):
    """The second step of an account. `secret`: sealed (`base.keys`); it counts once it is `confirmed_at`, by a code made from it.

    `last_counter`: of the newest code that was taken (RFC 6238, 30 s each); none up to it is taken again.
    """

    __tablename__ = "second_steps"

    account_id: Mapped[int] = mapped_column(ForeignKey("accounts.id"), primary_key=True, autoincrement=False)
    secret: Mapped[str] = mapped_column(String(300))
    last_counter: Mapped[int] = mapped_column(BigInteger, default=0)
    made_at: Mapped[datetime] = mapped_column(default=now)
    confirmed_at: Mapped[datetime | None]


class RecoveryCode(Base):
    """A code that opens once in place of the app's, as its digest."""

    __tablename__ = "recovery_codes"

    account_id: Mapped[int] = mapped_column(ForeignKey("accounts.id"), primary_key=True, autoincrement=False)
    code: Mapped[str] = mapped_column(String(DIGEST), primary_key=True)
    used_at: Mapped[datetime | None]
