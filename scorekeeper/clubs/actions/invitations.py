"""Invitations: single-use links that create an account in a club, or add an existing one to it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from scorekeeper.base.db import db, now, writing
from scorekeeper.base.keys import is_row_secret, row_named, row_secret, tidy
from scorekeeper.base.refusals import NotFound, Refusal
from scorekeeper.clubs.actions import accounts, passwords
from scorekeeper.clubs.actions.accounts import Account
from scorekeeper.clubs.actions.members import ClubAccess
from scorekeeper.clubs.store import account as stored
from scorekeeper.clubs.store.club import Club

LIFETIME = timedelta(days=14)
MOST_OPEN = 50
LONGEST_NOTE = 60

_PURPOSE = "scorekeeper.invitation"


@dataclass(frozen=True)
class Invitation:
    """An invitation. `token`: its secret, for one person. `note`: the organizer's note about that person."""

    id: int
    token: str
    club: str
    role: str
    note: str
    created_at: datetime
    expires_at: datetime


def create(access: ClubAccess, role: object, note: object = "") -> Invitation:
    """Invite someone as organizer, director or scorer. Raises NotAllowed, Refusal."""
    access.check("organise")
    if role not in stored.ROLES:
        raise Refusal("role.unknown", "role", read=str(role)[:20])
    text = tidy(note) if isinstance(note, str) else ""
    if len(text) > LONGEST_NOTE or (text and not text.isprintable()):
        raise Refusal("text.long", "note", high=LONGEST_NOTE)
    if len(open_ones(access)) >= MOST_OPEN:
        raise Refusal("invitation.many", high=MOST_OPEN)
    moment = now()
    row = stored.Invitation(
        club_id=access.club_id,
        role=role,
        note=text,
        made_by=access.account.id,
        created_at=moment,
        expires_at=moment + LIFETIME,
    )
    with writing() as session:
        session.add(row)
    return _shown(row, access.name)


def open_ones(access: ClubAccess) -> list[Invitation]:
    """Return the valid invitations, newest first. Organizers only."""
    access.check("organise")
    query = _OPEN.where(stored.Invitation.club_id == access.club_id, stored.Invitation.expires_at > now())
    return [_shown(row, access.name) for row in db.session.scalars(query.order_by(stored.Invitation.id.desc()))]


_OPEN = select(stored.Invitation).where(stored.Invitation.used_at.is_(None), stored.Invitation.revoked_at.is_(None))


def _shown(row: stored.Invitation, club: str) -> Invitation:
    return Invitation(row.id, row_secret(_PURPOSE, row.id, row.salt), club, row.role, row.note, row.created_at, row.expires_at)


def revoke(access: ClubAccess, invitation_id: int) -> None:
    """Revoke an invitation. Revoking it again changes nothing. Raises NotFound("invitation")."""
    access.check("organise")
    mine = (stored.Invitation.id == invitation_id) & (stored.Invitation.club_id == access.club_id)
    if db.session.scalar(select(stored.Invitation.id).where(mine)) is None:
        raise NotFound("invitation")
    with writing() as session:
        ending = update(stored.Invitation).where(mine, stored.Invitation.revoked_at.is_(None))
        session.execute(ending.values(revoked_at=now()))


def reopen(access: ClubAccess, invitation_id: int) -> None:
    """Undo the revocation of an invitation. It works again if it has not expired. Raises NotFound("invitation")."""
    access.check("organise")
    mine = (stored.Invitation.id == invitation_id) & (stored.Invitation.club_id == access.club_id)
    with writing() as session:
        if session.execute(update(stored.Invitation).where(mine).values(revoked_at=None)).rowcount != 1:  # type: ignore[attr-defined]
            raise NotFound("invitation")


def look_up(token: str) -> Invitation:
    """Return a valid invitation. Raises NotFound("invitation.closed") if it is used, revoked, expired or forged."""
    row = db.session.execute(
        select(stored.Invitation, Club.name)
        .join(Club, Club.id == stored.Invitation.club_id)
        .where(stored.Invitation.id == row_named(token))
        .where(stored.Invitation.used_at.is_(None), stored.Invitation.revoked_at.is_(None))
        .where(stored.Invitation.expires_at > now())
    ).first()
    if row is None or not is_row_secret(_PURPOSE, token, row[0].salt):
        raise NotFound("invitation.closed")
    return _shown(*row)


def accept_new(token: str, name: object, password: object, *, agent: str = "") -> tuple[Account, str]:
    """Create an account with an invitation, and return it with its cookie.

    Raises NotFound("invitation.closed"), Refusal("account.taken"), Refusal for an invalid name or password.
    """
    invitation = look_up(token)
    account_name = accounts.check_name(name)
    kept = passwords.hashed(passwords.check(password, account_name))
    try:
        with writing() as session:
            account = accounts.add(session, account_name, kept)
            _use(session, invitation, account.id)
            return accounts.open_for(session, account, agent)
    except IntegrityError:
        raise Refusal("account.taken", "name", read=account_name) from None


def accept_as(token: str, account: Account) -> None:
    """Add an existing account to the club. If its role there has more rights, it keeps that one."""
    invitation = look_up(token)
    with writing() as session:
        _use(session, invitation, account.id)


def _use(session: Session, invitation: Invitation, account_id: int) -> None:
    using = (
        update(stored.Invitation)
        .where(stored.Invitation.id == invitation.id, stored.Invitation.used_at.is_(None))
        .where(stored.Invitation.revoked_at.is_(None))
        .values(used_at=now(), used_by=account_id)
        .returning(stored.Invitation.club_id)
    )
    club_id = session.scalar(using)
    if club_id is None:  # someone else was first
        raise NotFound("invitation.closed")
    member = session.get(stored.Membership, (account_id, club_id))
    if member is None:
        session.add(stored.Membership(account_id=account_id, club_id=club_id, role=invitation.role, since=now()))
    elif stored.ROLES.index(invitation.role) < stored.ROLES.index(member.role):
        member.role = invitation.role
