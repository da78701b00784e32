"""The last making of all papers of a tournament, and the files that it made."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, LargeBinary, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.base.db import PASSING, Base, now


class PaperJob(Base):
    """How far it is. `key`: which of a tournament's jobs; `given`: what they are made from, as JSON, until it has ended; `facts`:
    what was asked for; `files`: what was made; `begun`: how often it was.
    """

    __tablename__ = "paper_jobs"
    __table_args__ = ({"info": {PASSING: True}},)

    tournament_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    key: Mapped[str] = mapped_column(String(32))
    state: Mapped[str] = mapped_column(String(10))
    done: Mapped[int] = mapped_column(default=0)
    total: Mapped[int] = mapped_column(default=0)
    begun: Mapped[int] = mapped_column(default=0)
    given: Mapped[str | None] = mapped_column(Text)
    facts: Mapped[dict[str, Any]]
    files: Mapped[list[Any]] = mapped_column(JSON, default=list)
    archive: Mapped[str | None] = mapped_column(String(200))
    asked_at: Mapped[datetime] = mapped_column(default=now)


class MadePaper(Base):
    """A file, under its path in the list; the archive of all of them too."""

    __tablename__ = "made_papers"
    __table_args__ = ({"info": {PASSING: True}},)

    tournament_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    path: Mapped[str] = mapped_column(String(300), primary_key=True)
    body: Mapped[bytes] = mapped_column(LargeBinary)
