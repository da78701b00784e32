"""Invitations: single-use links by which somebody gets an account, or an account gets into a club."""

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
    """An invitation: `token` is its secret, to be sent to one person. `note`: for whom, in the organiser's words."""

    id: int
    token: str
    club: str
    role: str
    note: str
    created_at: datetime
    expires_at: datetime


def create(access: ClubAccess, role: object, note: object = "") -> Invitation:
    """Invite somebody as organiser, director or scorer. Raises NotAllowed, Refusal."""
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
    """Those that can still be used, the newest first. Organisers only."""
    access.check("organise")
    query = _OPEN.where(stored.Invitation.club_id == access.club_id, stored.Invitation.expires_at > now())
    return [_shown(row, access.name) for row in db.session.scalars(query.order_by(stored.Invitation.id.desc()))]


_OPEN = select(stored.Invitation).where(stored.Invitation.used_at.is_(None), stored.Invitation.revoked_at.is_(None))


def _shown(row: stored.Invitation, club: str) -> Invitation:
    return Invitation(row.id, row_secret(_PURPOSE, row.id, row.salt), club, row.role, row.note, row.created_at, row.expires_at)


def revoke(access: ClubAccess, invitation_id: int) -> None:
    """End an invitation; ending it again changes nothing. Raises NotFound("invitation")."""
    access.check("organise")
    mine = (stored.Invitation.id == invitation_id) & (stored.Invitation.club_id == access.club_id)
    if db.session.scalar(select(stored.Invitation.id).where(mine)) is None:
        raise NotFound("invitation")
    with writing() as session:
        ending = update(stored.Invitation).where(mine, stored.Invitation.revoked_at.is_(None))
        session.execute(ending.values(revoked_at=now()))


def reopen(access: ClubAccess, invitation_id: int) -> None:
    """Take the end of an invitation back: its link works again, if it is not too old. Raises NotFound("invitation")."""
    access.check("organise")
    mine = (stored.Invitation.id == invitation_id) & (stored.Invitation.club_id == access.club_id)
    with writing() as session:
        if session.execute(update(stored.Invitation).where(mine).values(revoked_at=None)).rowcount != 1:  # type: ignore[attr-defined]
            raise NotFound("invitation")


def look_up(token: str) -> Invitation:
    """What an invitation offers. Raises NotFound("invitation.closed") for one that is used, ended, too old or forged."""
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
    """Make an account by an invitation; the second part of the answer is its cookie.

    Raises NotFound("invitation.closed"), Refusal("account.taken"), Refusal for a name or password that will not do.
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
    """Bring an account that exists into the club; a role with more rights that it has there stays."""
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
    if club_id is None:  # somebody else was first
        raise NotFound("invitation.closed")
    member = session.get(stored.Membership, (account_id, club_id))
    if member is None:
        session.add(stored.Membership(account_id=account_id, club_id=club_id, role=invitation.role, since=now()))
    elif stored.ROLES.index(invitation.role) < stored.ROLES.index(member.role):
        member.role = invitation.role
