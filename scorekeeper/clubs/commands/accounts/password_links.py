"""Single-use links with which someone sets a new password, issued by an operator.

They are not stored, and any change of password makes them invalid (see `account_secrets`).
"""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import update

from scorekeeper.clubs.commands.accounts import account_secrets, accounts, passwords, two_factor_codes
from scorekeeper.clubs.commands.accounts.accounts import Account
from scorekeeper.clubs.store import account as stored
from scorekeeper.core.db.database import now, write_transaction
from scorekeeper.core.refusals import NotFound
from scorekeeper.core.security import rate_limits

LIFETIME = timedelta(hours=24)
_PURPOSE = "scorekeeper.new-password"


def link_for(name: str) -> tuple[str, str, datetime]:
    """Return the account's name, the secret of its link and its expiry time. Raises NotFound("account.none")."""
    account = accounts.find_account(name)
    until = now() + LIFETIME
    return account.name, account_secrets.make_secret(_PURPOSE, account, until), until


def account_name_of(secret: str) -> str:
    """Return the name of the link's account. Raises NotFound("password.link") if it is invalid or expired."""
    return _account(secret).name


def _account(secret: str) -> stored.Account:
    account = account_secrets.account_of(_PURPOSE, secret)
    if account is None:
        raise NotFound("password.link")
    return account


def use(secret: str, password: object, *, end_tokens: bool = False, agent: str = "") -> tuple[Account, str] | None:
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
