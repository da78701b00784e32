"""API tokens, each for one club and one scope, never beyond the role of its account."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import select, update

from scorekeeper.clubs.commands.accounts.accounts import Account
from scorekeeper.clubs.commands.members.members import RIGHTS, ClubAccess
from scorekeeper.clubs.store import account as stored
from scorekeeper.clubs.store.club import Club
from scorekeeper.core.db.database import db, now, write_transaction
from scorekeeper.core.refusals import NotFound, Refusal
from scorekeeper.core.security.signing import digest, new_secret, normalize_text

PREFIX = "club_"
"""Prefix of every token, which makes leaked ones easy to recognize."""
MOST = 20
LONGEST_NAME = 60
LONGEST_LIFE = 366

SCOPE_RIGHTS = {"read": (), "score": ("score",), "direct": ("score", "direct"), "organise": ("score", "direct", "organise")}
"""Rights of each scope. A token never has more rights than its account's role."""


@dataclass(frozen=True)
class Token:
    """A token in the list. Its secret was shown only when it was created."""

    id: int
    name: str
    club: str
    scope: str
    created_at: datetime
    expires_at: datetime | None


@dataclass(frozen=True)
class Bearer:
    """The holder of a token: an account's role in one club, limited by a scope."""

    account: Account
    club_id: int
    club_slug: str
    club_name: str
    role: str
    zone: str | None
    scope: str


def create(access: ClubAccess, name: object, scope: object, days: object = None) -> tuple[Token, str]:
    """Create a token and return it with its secret, which is shown only once. `days`: lifetime, or None for no limit.

    Raises Refusal, and NotAllowed("role.…") for a scope beyond the account's role in the club.
    """
    text = normalize_text(name) if isinstance(name, str) else ""
    if not 0 < len(text) <= LONGEST_NAME or not text.isprintable():
        raise Refusal("token.name", "name", high=LONGEST_NAME)
    if scope not in stored.SCOPES:
        raise Refusal("token.scope", "scope", read=str(scope)[:20])
    for right in SCOPE_RIGHTS[str(scope)][-1:]:  # the last right includes the ones before it
        access.check(right)
    if days is not None and (type(days) is not int or not 1 <= days <= LONGEST_LIFE):
        raise Refusal("token.days", "days", high=LONGEST_LIFE)
    if len(tokens_of_account(access.account)) >= MOST:
        raise Refusal("token.many", high=MOST)
    secret, moment = PREFIX + new_secret(), now()
    row = stored.ApiToken(
        account_id=access.account.id,
        club_id=access.club_id,
        name=text,
        secret=digest(secret),
        scope=scope,
        created_at=moment,
        expires_at=moment + timedelta(days=days) if isinstance(days, int) else None,
    )
    with write_transaction() as session:
        session.add(row)
    return Token(row.id, row.name, access.name, row.scope, row.created_at, row.expires_at), secret


def revoke_all(account: Account) -> int:
    """Revoke every token of the account. Return their number."""
    mine = tokens_of_account(account)
    with write_transaction() as session:
        ending = update(stored.ApiToken).where(stored.ApiToken.id.in_([one.id for one in mine]))
        session.execute(ending.values(revoked_at=now()))
    return len(mine)


def scopes_for(roles: Iterable[str]) -> list[str]:
    """Return the scopes that someone with these roles may give to a token."""
    rights = {right for role in roles for right in RIGHTS[role]}
    return [scope for scope in stored.SCOPES if rights.issuperset(SCOPE_RIGHTS[scope])]


def tokens_of_account(account: Account) -> list[Token]:
    """Return the account's valid tokens, newest first."""
    row = stored.ApiToken
    query = (
        select(row.id, row.name, Club.name, row.scope, row.created_at, row.expires_at)
        .join(Club, Club.id == row.club_id)
        .where(row.account_id == account.id, row.revoked_at.is_(None))
        .where(row.expires_at.is_(None) | (row.expires_at > now()))
        .order_by(row.id.desc())
    )
    return [Token(*one) for one in db.session.execute(query)]


def revoke(account: Account, token_id: int) -> None:
    """Revoke a token of the account. Raises NotFound("token")."""
    mine = (stored.ApiToken.id == token_id) & (stored.ApiToken.account_id == account.id)
    if db.session.scalar(select(stored.ApiToken.id).where(mine)) is None:
        raise NotFound("token")
    with write_transaction() as session:
        session.execute(update(stored.ApiToken).where(mine, stored.ApiToken.revoked_at.is_(None)).values(revoked_at=now()))


_BEARER = (
    select(
        stored.Account.id,
        stored.Account.name,
        Club.id,
        Club.slug,
        Club.name,
        stored.Membership.role,
        Club.zone,
        stored.ApiToken.scope,
        stored.ApiToken.expires_at,
    )
    .select_from(stored.ApiToken)
    .join(stored.Account, stored.Account.id == stored.ApiToken.account_id)
    .join(Club, Club.id == stored.ApiToken.club_id)
    .join(
        stored.Membership,
        (stored.Membership.account_id == stored.Account.id) & (stored.Membership.club_id == stored.ApiToken.club_id),
    )
    .where(stored.Account.closed_at.is_(None), stored.ApiToken.revoked_at.is_(None))
)


def bearer(secret: str) -> Bearer:
    """Return the holder of a secret. Raises NotFound("token") if it is not valid."""
    row = db.session.execute(_BEARER.where(stored.ApiToken.secret == digest(secret))).first()
    if row is None or (row[-1] is not None and row[-1] <= now()):
        raise NotFound("token")
    account_id, name, club_id, slug, club_name, role, zone, scope, _ = row
    return Bearer(Account(account_id, name), club_id, slug, club_name, role, zone, scope)
