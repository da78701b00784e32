"""The log of a club's leagues and player merges, from which its state is computed."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, String, UniqueConstraint, select
from sqlalchemy.orm import Mapped, mapped_column

from scorekeeper.core.db.database import Base, db, now
from scorekeeper.core.security.row_secrets import LONGEST_ASKED
from scorekeeper.games.store.parts import LONGEST_UUID

CLUB_ACTIONS = ("create", "change", "away", "back", "same", "undo")
LONGEST_SUBJECT = 20


class ClubEvent(Base):
    """One change, never altered. `number`: counts the club's changes from 1.

    `uuid`: idempotency key. `subject`: `league/3` or `player/12`, by id. `before`, `after`: the changed facts, empty before
    creation. `undoes`: number of the change that this undoes. `who`: the account's name at the time. `asked`: hash of the
    key's content (`core.events.idempotency`).
    """

    __tablename__ = "club_changes"
    __table_args__ = (UniqueConstraint("club_id", "uuid"),)

    club_id: Mapped[int] = mapped_column(ForeignKey("clubs.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    uuid: Mapped[str] = mapped_column(String(LONGEST_UUID))
    at: Mapped[datetime] = mapped_column(default=now)
    account_id: Mapped[int | None] = mapped_column(ForeignKey("accounts.id"))
    who: Mapped[str] = mapped_column(String(60), default="")
    action: Mapped[str] = mapped_column(String(16))
    subject: Mapped[str] = mapped_column(String(LONGEST_SUBJECT))
    before: Mapped[dict[str, Any]]
    after: Mapped[dict[str, Any]]
    undoes: Mapped[int | None]
    asked: Mapped[str | None] = mapped_column(String(LONGEST_ASKED))


def club_events(club_id: int) -> list[ClubEvent]:
    """Return all changes of a club, in order."""
    query = select(ClubEvent).where(ClubEvent.club_id == club_id).order_by(ClubEvent.number)
    return list(db.session.scalars(query))


def undone_numbers(events: list[ClubEvent]) -> set[int]:
    """Return the numbers of the events that are currently undone. An undo that was itself undone does not count."""
    undone: set[int] = set()
    for event in reversed(events):
        if event.undoes is not None and event.number not in undone:
            undone.add(event.undoes)
    return undone
