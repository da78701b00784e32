"""What a club keeps between its tournaments is changed through here: every change is written down with what stood before."""

from __future__ import annotations

import uuid as uuids
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from scorekeeper.base.db import now
from scorekeeper.base.limits import check_uuid
from scorekeeper.base.one_key import check
from scorekeeper.base.refusals import Refusal
from scorekeeper.clubs.actions.members import ClubWay
from scorekeeper.clubs.store.log import ClubChange

MOST_CLUB_CHANGES = 20_000

Json = dict[str, Any]


def found(session: Session, club_id: int, uuid: str | None, content: str) -> ClubChange | None:
    """The change that was made under this key, if it was. Raises KeyReused where it was another, Refusal("uuid")."""
    if uuid is None:
        return None
    one = (ClubChange.club_id == club_id) & (ClubChange.uuid == check_uuid(uuid))
    change = session.scalars(select(ClubChange).where(one)).first()
    if change is not None:
        check(change.asked, content)
    return change


def note(
    session: Session,
    club: ClubWay,
    subject: str,
    action: str,
    before: Json,
    after: Json,
    *,
    uuid: str | None,
    content: str,
    undoes: int | None = None,
) -> ClubChange:
    """Write a change into the open transaction, in which the club is locked. Raises Refusal("season.full")."""
    last = session.scalar(select(func.max(ClubChange.number)).where(ClubChange.club_id == club.club_id)) or 0
    if last >= MOST_CLUB_CHANGES:
        raise Refusal("season.full", high=MOST_CLUB_CHANGES)
    change = ClubChange(
        club_id=club.club_id,
        number=last + 1,
        uuid=uuid or uuids.uuid4().hex,
        at=now(),
        account_id=club.account.id,
        who=club.account.name,
        action=action,
        subject=subject,
        before=before,
        after=after,
        undoes=undoes,
        asked=content,
    )
    session.add(change)
    return change


def difference(stands: Json, wanted: Json) -> tuple[Json, Json]:
    """What stood and what is to stand, of the facts that would change."""
    after = {name: value for name, value in wanted.items() if stands[name] != value}
    return {name: stands[name] for name in after}, after
