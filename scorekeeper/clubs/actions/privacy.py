"""What a club decides about the names of its players, each decision written down."""

from __future__ import annotations

from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from scorekeeper.base.db import db, now, writing
from scorekeeper.base.refusals import NotFound, Refusal
from scorekeeper.clubs.actions.members import ClubAccess, lock
from scorekeeper.clubs.actions.public_names import CHOICES
from scorekeeper.clubs.store.club import Club
from scorekeeper.clubs.store.privacy import PrivacyChange

Json = dict[str, Any]


def names_of(club: ClubAccess) -> str:
    """How everybody sees the players of the club (`public_names.CHOICES`). Raises NotFound("club")."""
    found = db.session.scalar(select(Club.public_names).where(Club.id == club.club_id))
    if found is None:
        raise NotFound("club")
    return found


def check_names(read: object) -> str:
    """How names are shown. Raises Refusal("names.choice")."""
    if read not in CHOICES:
        raise Refusal("names.choice", "public_names", read=str(read)[:20])
    return str(read)


def set_names(club: ClubAccess, choice: object) -> None:
    """How everybody sees the players of the club, of tournaments that do not say otherwise. Organisers."""
    club.check("organise")
    _set(club, "names", {"public_names": check_names(choice)})


def _set(club: ClubAccess, action: str, wanted: Json) -> None:
    with writing() as session:
        lock(session, club.club_id)
        row = session.get_one(Club, club.club_id, populate_existing=True)
        before = {name: getattr(row, name) for name in wanted}
        if before == wanted:
            return
        for name, value in wanted.items():
            setattr(row, name, value)
        note(session, club.club_id, action, before, wanted, club)


def count(session: Session, club_id: int, action: str) -> int:
    """How often this was done in the club."""
    which = (PrivacyChange.club_id == club_id) & (PrivacyChange.action == action)
    return session.scalar(select(func.count()).select_from(PrivacyChange).where(which)) or 0


def note(session: Session, club_id: int, action: str, before: Json, after: Json, club: ClubAccess | None = None) -> None:
    """Write down in the open transaction, the club locked, what was done. `club`: by whom, None for the program itself."""
    last = session.scalar(select(func.max(PrivacyChange.number)).where(PrivacyChange.club_id == club_id)) or 0
    account = None if club is None else club.account
    session.add(
        PrivacyChange(
            club_id=club_id,
            number=last + 1,
            at=now(),
            account_id=account and account.id,
            who=account.name if account else "",
            action=action,
            before=before,
            after=after,
        )
    )
