"""The table of requested documents, shared by all hosts."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import LargeBinary, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.core.db.database import TEMPORARY, Base, now

LONGEST_REASON = 300


class StoredDocument(Base):
    """A document. While `html` is set, it is waiting. Then it has a `body`, or the reason in `failed`.

    `tag`: hash of its content. `visitor`: the first one to request it. `begun`: number of attempts. `used_at`: approximate
    time of the last request.
    """

    __tablename__ = "documents"
    __table_args__ = ({"info": {TEMPORARY: True}},)

    id: Mapped[int] = mapped_column(primary_key=True)
    tag: Mapped[str] = mapped_column(String(16), unique=True)
    visitor: Mapped[str] = mapped_column(String(16))
    html: Mapped[str | None] = mapped_column(Text)
    body: Mapped[bytes | None] = mapped_column(LargeBinary)
    failed: Mapped[str | None] = mapped_column(String(LONGEST_REASON))
    begun: Mapped[int] = mapped_column(default=0)
    used_at: Mapped[datetime] = mapped_column(default=now)
