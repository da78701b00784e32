"""Accounts created together with their clubs, and single-use links that invite people to one."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from scorekeeper.clubs.commands.accounts import accounts, passwords
from scorekeeper.clubs.commands.accounts.accounts import Account
from scorekeeper.clubs.commands.members import members
from scorekeeper.clubs.commands.members.members import ClubAccess
from scorekeeper.clubs.store import account as stored
from scorekeeper.clubs.store.club import Club
from scorekeeper.core.db.database import db, now, write_transaction
from scorekeeper.core.refusals import NotFound, Refusal
from scorekeeper.core.security.signing import claimed_row_id, is_row_secret, normalize_text, row_secret


def create_first_account(
    name: object, password: object, club: object, *, agent: str = "", answers: bool = True
) -> tuple[Account, str]:
    """Create the first account as organizer of a new club, and return it with its cookie.

    `answers`: whether it becomes the operator. Raises Refusal("start.done") if there is an account already, and Refusal for
    an invalid name or password.
    """
    account_name, club_name, password_hash = _check_facts(name, password, club)
    if not accounts.no_account_exists():
        raise Refusal("start.done")
    try:
        with write_transaction() as session:
            account = accounts.add(session, account_name, password_hash, founder=answers or None)
            members.add_club(session, club_name, account.id)
            return accounts.open_session(session, account, agent)
    except IntegrityError:
        raise Refusal("start.done") from None


def create_account_with_club(name: object, password: object, club: object) -> tuple[str, bool]:
    """Create an account as organizer of a new club. Return its name, and whether it is the first and thus the operator.

    Raises Refusal("account.taken"), Refusal for an invalid name or password.
    """
    account_name, club_name, password_hash = _check_facts(name, password, club)
    first = accounts.no_account_exists()
    try:
        with write_transaction() as session:
            account = accounts.add(session, account_name, password_hash, founder=first or None)
            members.add_club(session, club_name, account.id)
    except IntegrityError:
        raise Refusal("account.taken", "name", read=account_name) from None
    return account_name, first


def _check_facts(name: object, password: object, club: object) -> tuple[str, str, str]:
    account_name, club_name = accounts.check_name(name), members.check_club_name(club)
    return account_name, club_name, passwords.hash_password(passwords.check(password, account_name))


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
    text = normalize_text(note) if isinstance(note, str) else ""
    if len(text) > LONGEST_NOTE or (text and not text.isprintable()):
        raise Refusal("text.long", "note", high=LONGEST_NOTE)
    if len(list_open(access)) >= MOST_OPEN:
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
    with write_transaction() as session:
        session.add(row)
    return _make_invitation(row, access.name)


def list_open(access: ClubAccess) -> list[Invitation]:
    """Return the valid invitations, newest first. Organizers only."""
    access.check("organise")
    query = _OPEN.where(stored.Invitation.club_id == access.club_id, stored.Invitation.expires_at > now())
    return [_make_invitation(row, access.name) for row in db.session.scalars(query.order_by(stored.Invitation.id.desc()))]


_OPEN = select(stored.Invitation).where(stored.Invitation.used_at.is_(None), stored.Invitation.revoked_at.is_(None))


def _make_invitation(row: stored.Invitation, club: str) -> Invitation:
    return Invitation(row.id, row_secret(_PURPOSE, row.id, row.salt), club, row.role, row.note, row.created_at, row.expires_at)


def revoke(access: ClubAccess, invitation_id: int) -> None:
    """Revoke an invitation. Revoking it again changes nothing. Raises NotFound("invitation")."""
    access.check("organise")
    mine = (stored.Invitation.id == invitation_id) & (stored.Invitation.club_id == access.club_id)
    if db.session.scalar(select(stored.Invitation.id).where(mine)) is None:
        raise NotFound("invitation")
    with write_transaction() as session:
        ending = update(stored.Invitation).where(mine, stored.Invitation.revoked_at.is_(None))
        session.execute(ending.values(revoked_at=now()))


def reopen(access: ClubAccess, invitation_id: int) -> None:
    """Undo the revocation of an invitation. It works again if it has not expired. Raises NotFound("invitation")."""
    access.check("organise")
    mine = (stored.Invitation.id == invitation_id) & (stored.Invitation.club_id == access.club_id)
    with write_transaction() as session:
        if session.execute(update(stored.Invitation).where(mine).values(revoked_at=None)).rowcount != 1:  # type: ignore[attr-defined]
            raise NotFound("invitation")


def find_invitation(token: str) -> Invitation:
    """Return a valid invitation. Raises NotFound("invitation.closed") if it is used, revoked, expired or forged."""
    row = db.session.execute(
        select(stored.Invitation, Club.name)
        .join(Club, Club.id == stored.Invitation.club_id)
        .where(stored.Invitation.id == claimed_row_id(token))
        .where(stored.Invitation.used_at.is_(None), stored.Invitation.revoked_at.is_(None))
        .where(stored.Invitation.expires_at > now())
    ).first()
    if row is None or not is_row_secret(_PURPOSE, token, row[0].salt):
        raise NotFound("invitation.closed")
    return _make_invitation(*row)


def accept_new(token: str, name: object, password: object, *, agent: str = "") -> tuple[Account, str]:
    """Create an account with an invitation, and return it with its cookie.

    Raises NotFound("invitation.closed"), Refusal("account.taken"), Refusal for an invalid name or password.
    """
    invitation = find_invitation(token)
    account_name = accounts.check_name(name)
    password_hash = passwords.hash_password(passwords.check(password, account_name))
    try:
        with write_transaction() as session:
            account = accounts.add(session, account_name, password_hash)
            _mark_used(session, invitation, account.id)
            return accounts.open_session(session, account, agent)
    except IntegrityError:
        raise Refusal("account.taken", "name", read=account_name) from None


def accept_with_account(token: str, account: Account) -> None:
    """Add an existing account to the club. If its role there has more rights, it keeps that one."""
    invitation = find_invitation(token)
    with write_transaction() as session:
        _mark_used(session, invitation, account.id)


def _mark_used(session: Session, invitation: Invitation, account_id: int) -> None:
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
