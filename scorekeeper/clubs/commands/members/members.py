"""Clubs, their members and their roles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session

from scorekeeper.clubs.commands.accounts.accounts import Account
from scorekeeper.clubs.store import account as stored
from scorekeeper.clubs.store.club import LONGEST_CLUB_NAME, LONGEST_SLUG, LONGEST_ZONE, Club, tournaments_of
from scorekeeper.core.db.database import db, now, write_transaction
from scorekeeper.core.i18n import timezones
from scorekeeper.core.refusals import NotAllowed, NotFound, Refusal
from scorekeeper.core.security.signing import fold, normalize_text, same_name

RIGHTS = {"scorer": ("score",), "director": ("score", "direct"), "organiser": ("score", "direct", "organise")}
"""Rights of each role: enter results, run tournaments, and manage members."""

MOST_CLUBS = 50
"""Maximum number of clubs of one account."""


@dataclass(frozen=True)
class Membership:
    """A club of an account, with the account's role.

    `zone`: the club's (`timezones.club_zone`). `brought_in_at`: when it was imported, or None. `made_at`: when it was created
    here. `tournaments`: their number.
    """

    club_id: int
    slug: str
    name: str
    role: str
    zone: str | None
    brought_in_at: datetime | None
    made_at: datetime
    tournaments: int


@dataclass(frozen=True)
class ClubAccess:
    """An account's access to a club, with its role. `zone`: the club's time zone (`timezones.club_zone`)."""

    club_id: int
    slug: str
    name: str
    role: str
    zone: str | None
    account: Account

    def may(self, right: str) -> bool:
        """Return whether the role has this right: `score`, `direct`, `organise`."""
        return right in RIGHTS[self.role]

    def check(self, right: str) -> None:
        """Raise NotAllowed("role.<right>") if the role lacks this right."""
        if not self.may(right):
            raise NotAllowed(f"role.{right}")


@dataclass(frozen=True)
class Member:
    account_id: int
    name: str
    role: str
    since: datetime


_OWN_CLUBS = (
    select(Club.id, Club.slug, Club.name, stored.Membership.role, Club.zone)
    .join(stored.Membership, stored.Membership.club_id == Club.id)
    .join(stored.Account, stored.Account.id == stored.Membership.account_id)
    .where(stored.Account.closed_at.is_(None))
)


def clubs_of_account(account: Account) -> list[Membership]:
    """Return the clubs of an account, by name."""
    query = _OWN_CLUBS.add_columns(Club.brought_in_at, Club.created_at, tournaments_of(Club.id))
    query = query.where(stored.Account.id == account.id).order_by(Club.id)
    # Not sorted by the database, because each one sorts differently.
    return sorted((Membership(*row) for row in db.session.execute(query)), key=lambda one: same_name(one.name))


def may_create(account: Account) -> bool:
    """Return whether the account may create a club: it must organize one, unless there are no clubs at all."""
    if any(one.role == "organiser" for one in clubs_of_account(account)):
        return True
    return db.session.scalar(select(Club.id).limit(1)) is None


def club_access(slug: str, account: Account | None) -> ClubAccess:
    """Return the account's access to a club. Raises NotFound("club"), also if it is not a member."""
    return _access(account, Club.slug == slug)


def club_access_by_id(club_id: int, account: Account | None) -> ClubAccess:
    """Like `club_access`, by the club's id."""
    return _access(account, Club.id == club_id)


def _access(account: Account | None, which: object) -> ClubAccess:
    if account is None:
        raise NotFound("club")
    row = db.session.execute(_OWN_CLUBS.where(stored.Account.id == account.id, which)).first()  # type: ignore[arg-type]
    if row is None:
        raise NotFound("club")
    return ClubAccess(*row, account=account)


def create_club(account: Account, name: object, zone: object = None) -> ClubAccess:
    """Create a club with the account as organizer. Raises Refusal, or NotAllowed if `may_create` is false.

    `zone`: its time zone. The default is that of the browser.
    """
    club_name, club_zone = check_club_name(name), None if zone is None else check_zone(zone)
    if not may_create(account):
        raise NotAllowed("role.organise")
    if len(clubs_of_account(account)) >= MOST_CLUBS:
        raise Refusal("club.many", high=MOST_CLUBS)
    with write_transaction() as session:
        club = add_club(session, club_name, account.id, club_zone)
        return ClubAccess(club.id, club.slug, club.name, "organiser", club.zone, account)


def add_club(session: Session, name: str, account_id: int, zone: str | None = None) -> Club:
    """Add a club and its organizer in the open transaction. `zone`: default is the browser's, or the server's."""
    slug = _slug(session, name)
    club = Club(
        name=name,
        slug=slug,
        created_at=now(),
        zone=zone or timezones.main_zone_name(timezones.device_zone() or timezones.server_zone()),
    )
    session.add(club)
    session.flush()
    session.add(stored.Membership(account_id=account_id, club_id=club.id, role="organiser", since=now()))
    return club


def _slug(session: Session, name: str) -> str:
    words = "".join(c if c.isascii() and c.isalnum() else " " for c in fold(name)).split()
    base = "-".join(words)[: LONGEST_SLUG - 4].strip("-") or "club"
    existing_slugs: Sequence[str] = session.scalars(select(Club.slug).where(Club.slug.startswith(base, autoescape=True))).all()
    return base if base not in existing_slugs else next(s for n in range(2, 9999) if (s := f"{base}-{n}") not in existing_slugs)


def rename_club(access: ClubAccess, name: object) -> None:
    """Rename the club. The URLs of its pages stay the same."""
    access.check("organise")
    club_name = check_club_name(name)
    with write_transaction() as session:
        session.execute(update(Club).where(Club.id == access.club_id).values(name=club_name))


def is_private(access: ClubAccess) -> bool:
    """Return whether only members see the club."""
    return bool(db.session.scalar(select(Club.private).where(Club.id == access.club_id)))


def set_private(access: ClubAccess, private: bool) -> None:
    """Hide the club's tournaments, standings and ratings from everyone but its members, or show them again.

    Links of tables and entrants still work, because they were given out on purpose.
    """
    access.check("organise")
    with write_transaction() as session:
        session.execute(update(Club).where(Club.id == access.club_id).values(private=private))


def set_zone(access: ClubAccess, zone: object) -> None:
    """Change the club's time zone. Stored timestamps stay; dates and times of day are then read in the new zone."""
    access.check("organise")
    checked = check_zone(zone)
    with write_transaction() as session:
        session.execute(update(Club).where(Club.id == access.club_id).values(zone=checked))


def check_zone(zone: object) -> str:
    """Return the main name of a time zone. Raises Refusal("club.zone")."""
    known = timezones.zone_of(zone)
    if known is None:
        raise Refusal("club.zone", "zone", read=str(zone)[:LONGEST_ZONE])
    return timezones.main_zone_name(known)


def check_club_name(name: object) -> str:
    """Return a valid club name, normalized. Raises Refusal("club.name")."""
    tidied = normalize_text(name) if isinstance(name, str) else ""
    if not 0 < len(tidied) <= LONGEST_CLUB_NAME or not tidied.isprintable():
        raise Refusal("club.name", "club", high=LONGEST_CLUB_NAME)
    return tidied


def members(access: ClubAccess) -> list[Member]:
    """Return the club's accounts, by name. Organizers only."""
    access.check("organise")
    query = (
        select(stored.Account.id, stored.Account.name, stored.Membership.role, stored.Membership.since)
        .join(stored.Membership, stored.Membership.account_id == stored.Account.id)
        .where(stored.Membership.club_id == access.club_id, stored.Account.closed_at.is_(None))
    )
    return sorted((Member(*row) for row in db.session.execute(query)), key=lambda one: same_name(one.name))


def role_of(access: ClubAccess, account_id: int) -> str | None:
    """Return an account's role in the club, or None. Organizers only."""
    access.check("organise")
    one = (stored.Membership.account_id == account_id) & (stored.Membership.club_id == access.club_id)
    return db.session.scalar(select(stored.Membership.role).where(one))


def restore_role(access: ClubAccess, account_id: int, role: str) -> None:
    """Restore a role after it was changed or the account was removed. Raises as `set_role` does.

    The caller must make sure that the account was a member, because no one is added without consent.
    """
    if role_of(access, account_id) is not None:
        set_role(access, account_id, role)
        return
    with write_transaction() as session:
        session.add(stored.Membership(account_id=account_id, club_id=access.club_id, role=role, since=now()))


def set_role(access: ClubAccess, account_id: int, role: object) -> None:
    """Change a member's role. Raises NotFound("member"), Refusal("role.unknown"), Refusal("organiser.last")."""
    access.check("organise")
    if role not in stored.ROLES:
        raise Refusal("role.unknown", "role", read=str(role)[:20])
    with write_transaction() as session:
        member = _member(session, access, account_id)
        if member.role == "organiser" and role != "organiser":
            _check_another_organiser(session, access)
        member.role = str(role)


def remove(access: ClubAccess, account_id: int) -> None:
    """Remove an account from the club with immediate effect. Its log entries stay. Raises as `set_role` does."""
    access.check("organise")
    with write_transaction() as session:
        if _member(session, access, account_id).role == "organiser":
            _check_another_organiser(session, access)
        one = (stored.Membership.account_id == account_id) & (stored.Membership.club_id == access.club_id)
        session.execute(delete(stored.Membership).where(one))


def lock(session: Session, club_id: int) -> None:
    """Lock this club until the open transaction ends. Raises NotFound("club") if it has been deleted.

    Lock a tournament first if both are needed, to avoid deadlocks.
    """
    if session.scalar(select(Club.id).where(Club.id == club_id).with_for_update()) is None:
        raise NotFound("club")


def _member(session: Session, access: ClubAccess, account_id: int) -> stored.Membership:
    # The lock keeps two organizers from removing each other at the same time.
    lock(session, access.club_id)
    membership = session.get(stored.Membership, (account_id, access.club_id), populate_existing=True)
    if membership is None:
        raise NotFound("member")
    return membership


def _check_another_organiser(session: Session, access: ClubAccess) -> None:
    own = (stored.Membership.club_id == access.club_id) & (stored.Membership.role == "organiser")
    if (session.scalar(select(func.count()).select_from(stored.Membership).where(own)) or 0) < 2:
        raise Refusal("organiser.last")
