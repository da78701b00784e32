"""The latest job that makes all printouts of a tournament, and the files it made."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, LargeBinary, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.core.db.database import TEMPORARY, Base, now


class PaperJob(Base):
    """The progress of a printout job.

    `key`: an id for this job; `given`: its input as JSON, until it ends; `facts`: the request; `files`:
    the files made; `begun`: the number of starts.
    """

    __tablename__ = "paper_jobs"
    __table_args__ = ({"info": {TEMPORARY: True}},)

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
    """A file that a job made, by its path; the archive of all files is one too."""

    __tablename__ = "made_papers"
    __table_args__ = ({"info": {TEMPORARY: True}},)

    tournament_id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    path: Mapped[str] = mapped_column(String(300), primary_key=True)
    body: Mapped[bytes] = mapped_column(LargeBinary)
