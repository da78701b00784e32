"""Restores access for someone who forgot their password: an operator sets a new one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from scorekeeper.clubs.commands.accounts import accounts, openid, passwords, two_factor_codes
from scorekeeper.clubs.store import account as stored
from scorekeeper.clubs.store.club import Club
from scorekeeper.core.db.database import db, now, write_transaction
from scorekeeper.core.security import rate_limits


@dataclass(frozen=True)
class ResetResult:
    """The result of a reset. `signed_out`: number of browsers. `tokens_ended`, `tokens_left`: number of API tokens."""

    name: str
    signed_out: int
    tokens_ended: int
    tokens_left: int


def list_accounts() -> list[tuple[str, list[str]]]:
    """Return the name of every account, with the names of its clubs."""
    clubs: dict[str, list[str]] = {}
    query = (
        select(stored.Account.name, Club.name)
        .join(stored.Membership, stored.Membership.account_id == stored.Account.id, isouter=True)
        .join(Club, Club.id == stored.Membership.club_id, isouter=True)
        .where(stored.Account.closed_at.is_(None))
        .order_by(stored.Account.id, Club.id)
    )
    for name, club in db.session.execute(query):
        clubs.setdefault(name, []).extend([club] if club else [])
    return list(clubs.items())


def reset(name: str, password: str, *, end_tokens: bool = False) -> ResetResult:
    """Set the account's password and end all of its sessions. `end_tokens`: revoke its API tokens too.

    Clears the limits on failed attempts. Raises NotFound("account.none"), Refusal("password…").
    """
    account = accounts.find_account(name)
    hashed = passwords.hash_password(passwords.check(password, account.name))
    moment, mine, called = now(), account.id, account.name
    open_tokens = (stored.ApiToken.account_id == mine) & stored.ApiToken.revoked_at.is_(None)
    open_tokens &= stored.ApiToken.expires_at.is_(None) | (stored.ApiToken.expires_at > moment)
    open_sign_ins = (stored.SignIn.account_id == mine) & stored.SignIn.ended_at.is_(None) & (stored.SignIn.expires_at > moment)
    with write_transaction() as session:
        session.execute(update(stored.Account).where(stored.Account.id == mine).values(password=hashed))
        out = session.scalars(
            update(stored.SignIn).where(open_sign_ins).values(ended_at=moment).returning(stored.SignIn.id)
        ).all()
        tokens = session.scalars(select(stored.ApiToken.id).where(open_tokens)).all()
        if end_tokens:
            session.execute(update(stored.ApiToken).where(open_tokens).values(revoked_at=moment))
    rate_limits.reset_limits()
    ended = len(tokens) if end_tokens else 0
    return ResetResult(called, len(out), ended, len(tokens) - ended)


def disable_two_factor(name: str) -> tuple[str, bool]:
    """Turn off two-factor sign-in for someone who lost phone and codes. Return the name, and whether it was on.

    Raises NotFound("account.none").
    """
    return _remove_step(two_factor_codes.remove, name)


def disconnect(name: str) -> tuple[str, bool]:
    """Disconnect the account from OpenID Connect. Return its name, and whether it was connected.

    Raises NotFound("account.none").
    """
    return _remove_step(openid.remove, name)


def _remove_step(remove: Callable[[Session, int], bool], name: str) -> tuple[str, bool]:
    account = accounts.find_account(name)
    mine, called = account.id, account.name
    with write_transaction() as session:
        return called, remove(session, mine)
