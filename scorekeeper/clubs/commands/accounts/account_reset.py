"""Two ways back into an account: an operator sets a password, or issues a single-use link.

They are not stored, and any change of password makes them invalid (see `account_secrets`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from scorekeeper.clubs.commands.accounts import accounts, openid, passwords, two_factor_codes
from scorekeeper.clubs.commands.accounts.accounts import Account
from scorekeeper.clubs.store import account as stored
from scorekeeper.clubs.store.club import Club
from scorekeeper.core.db.database import db, now, write_transaction
from scorekeeper.core.refusals import NotFound
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


LIFETIME = timedelta(hours=24)
_PURPOSE = "scorekeeper.new-password"


def make_password_link(name: str) -> tuple[str, str, datetime]:
    """Return the account's name, the secret of its link and its expiry time. Raises NotFound("account.none")."""
    account = accounts.find_account(name)
    until = now() + LIFETIME
    return account.name, passwords.make_secret(_PURPOSE, account, until), until


def account_name_of(secret: str) -> str:
    """Return the name of the link's account. Raises NotFound("password.link") if it is invalid or expired."""
    return _account(secret).name


def _account(secret: str) -> stored.Account:
    account = passwords.account_of(_PURPOSE, secret)
    if account is None:
        raise NotFound("password.link")
    return account


def use_password_link(secret: str, password: object, *, end_tokens: bool = False, agent: str = "") -> tuple[Account, str] | None:
    """Set the password, end all sessions and sign in here. Return the account with its cookie.

    Returns None for an account with two-factor sign-in, since the link does not replace a code. Raises
    NotFound("password.link"), also for the second of two parallel uses, and Refusal("password…").
    """
    owner = _account(secret)
    mine, name, before = owner.id, owner.name, owner.password
    hashed = passwords.hash_password(passwords.check(password, name))
    moment = now()
    with write_transaction() as session:
        this = (stored.Account.id == mine) & (stored.Account.password == before)
        changed = session.scalar(update(stored.Account).where(this).values(password=hashed).returning(stored.Account.id))
        if changed is None:
            raise NotFound("password.link")
        open_sign_ins = (stored.SignIn.account_id == mine) & stored.SignIn.ended_at.is_(None)
        session.execute(update(stored.SignIn).where(open_sign_ins).values(ended_at=moment))
        if end_tokens:
            open_tokens = (stored.ApiToken.account_id == mine) & stored.ApiToken.revoked_at.is_(None)
            session.execute(update(stored.ApiToken).where(open_tokens).values(revoked_at=moment))
        session.flush()
        account = session.get_one(stored.Account, mine, populate_existing=True)
        opened = None if two_factor_codes.has_two_factor(mine) else accounts.open_session(session, account, agent)
    rate_limits.reset_limits()
    return opened
