"""Records every change of a club's leagues and players in a log, with the old and new values."""

from __future__ import annotations

import uuid as uuids
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from scorekeeper.clubs.commands.members.members import ClubAccess, lock
from scorekeeper.clubs.store.log import ClubEvent
from scorekeeper.core.db.database import now, write_transaction
from scorekeeper.core.events.idempotency import check_content, hash_content
from scorekeeper.core.limits import check_uuid
from scorekeeper.core.refusals import Refusal

MOST_CLUB_EVENTS = 20_000

Json = dict[str, Any]


@dataclass(frozen=True)
class ClubTransaction:
    """A change in progress, in the open transaction with the club locked. `made`: an earlier change with the same key."""

    session: Session
    club: ClubAccess
    uuid: str | None
    content: str
    made: ClubEvent | None

    def note(self, subject: str, action: str, before: Json, after: Json, undoes: int | None = None) -> ClubEvent:
        """Record the change. Raises Refusal("season.full")."""
        own = ClubEvent.club_id == self.club.club_id
        last = self.session.scalar(select(func.max(ClubEvent.number)).where(own)) or 0
        if last >= MOST_CLUB_EVENTS:
            raise Refusal("season.full", high=MOST_CLUB_EVENTS)
        event = ClubEvent(
            club_id=self.club.club_id,
            number=last + 1,
            uuid=self.uuid or uuids.uuid4().hex,
            at=now(),
            account_id=self.club.account.id,
            who=self.club.account.name,
            action=action,
            subject=subject,
            before=before,
            after=after,
            undoes=undoes,
            asked=self.content,
        )
        self.session.add(event)
        return event


@contextmanager
def change_club(club: ClubAccess, what: str, arguments: object, uuid: str | None) -> Iterator[ClubTransaction]:
    """Lock the club for one change, which is saved completely or not at all.

    `what` and `arguments` are the content of the idempotency key. Raises KeyReused, Refusal("uuid"), NotFound.
    """
    content = hash_content(what, arguments)
    with write_transaction() as session:
        lock(session, club.club_id)
        yield ClubTransaction(session, club, uuid, content, _find_repeated(session, club.club_id, uuid, content))


def _find_repeated(session: Session, club_id: int, uuid: str | None, content: str) -> ClubEvent | None:
    if uuid is None:
        return None
    one = (ClubEvent.club_id == club_id) & (ClubEvent.uuid == check_uuid(uuid))
    event = session.scalars(select(ClubEvent).where(one)).first()
    if event is not None:
        check_content(event.asked, content)
    return event


def difference(current: Json, target: Json) -> tuple[Json, Json]:
    """Return the old and the new values of the facts that would change."""
    after = {name: value for name, value in target.items() if current[name] != value}
    return {name: current[name] for name in after}, after
