"""A link that sets another password, once: for one who forgot theirs, from whoever runs the program.

Nothing of it is stored. It is signed over the account, its end, and the password that there is (its hash): with another password
it opens nothing any more, whoever set that, and however.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from sqlalchemy import select, update

from scorekeeper.base import sign_in_limits
from scorekeeper.base.db import LARGEST_ID, db, now, writing
from scorekeeper.base.keys import digest, folded, signed, unsigned
from scorekeeper.base.refusals import NotFound
from scorekeeper.clubs.actions import accounts, codes, passwords
from scorekeeper.clubs.actions.accounts import Account
from scorekeeper.clubs.store import account as stored

LASTS = timedelta(hours=24)
_PURPOSE = "scorekeeper.new-password"


def link_for(name: str) -> tuple[str, str, datetime]:
    """The account's name, the secret of its link, and until when it opens. Raises NotFound("account.none")."""
    found = db.session.scalars(
        select(stored.Account).where(stored.Account.key == folded(name), stored.Account.closed_at.is_(None))
    ).first()
    if found is None:
        raise NotFound("account.none", read=name)
    until = now() + LASTS
    return found.name, signed(_purpose(found.password), f"{found.id}-{int(until.timestamp())}"), until


def _purpose(kept: str) -> str:
    return f"{_PURPOSE}/{digest(kept)}"


def look_up(secret: str) -> str:
    """The name of the account whose password it sets. Raises NotFound("password.link") where it opens nothing (any more)."""
    return _account(secret).name


def _account(secret: str) -> stored.Account:
    number, _, end = secret.partition(".")[0].partition("-")
    whole = all(one.isascii() and one.isdecimal() and len(one) < 12 for one in (number, end))
    if not whole or int(number) > LARGEST_ID or datetime.fromtimestamp(int(end), UTC) <= now():
        raise NotFound("password.link")
    found = db.session.get(stored.Account, int(number))
    if found is None or found.closed_at is not None or unsigned(_purpose(found.password), secret) is None:
        raise NotFound("password.link")
    return found


def use(secret: str, password: object, *, end_tokens: bool = False, agent: str = "") -> tuple[Account, str] | None:
    """Set the password, sign the account out everywhere and in here; the second part of the answer is the cookie.

    None for an account with a second step: the link came from somebody else, and is no code of the account's own phone.
    Raises NotFound("password.link"), also for the second of two who use it at once, Refusal("password…").
    """
    found = _account(secret)
    mine, name, before = found.id, found.name, found.password
    hashed = passwords.hashed(passwords.check(password, name))
    moment = now()
    with writing() as session:
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
        opened = None if codes.asked_of(mine) else accounts.open_for(session, account, agent)
    sign_in_limits.forget()
    return opened
