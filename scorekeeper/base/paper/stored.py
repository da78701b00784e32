"""Documents that were asked for, in the database: every host finds what any of them has made."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import LargeBinary, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.base.db import PASSING, Base, now

LONGEST_REASON = 300


class StoredDocument(Base):
    """A document. It waits as long as `html` is there, then has a `body`, or the reason why it `failed`.

    `tag`: the name of what it says; `visitor`: who asked first; `begun`: how often its making was; `used_at`: when somebody last
    asked for it, about.
    """

    __tablename__ = "documents"
    __table_args__ = ({"info": {PASSING: True}},)

    id: Mapped[int] = mapped_column(primary_key=True)
    tag: Mapped[str] = mapped_column(String(16), unique=True)
    visitor: Mapped[str] = mapped_column(String(16))
    html: Mapped[str | None] = mapped_column(Text)
    body: Mapped[bytes | None] = mapped_column(LargeBinary)
    failed: Mapped[str | None] = mapped_column(String(LONGEST_REASON))
    begun: Mapped[int] = mapped_column(default=0)
    used_at: Mapped[datetime] = mapped_column(default=now)
