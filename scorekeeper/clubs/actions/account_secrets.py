"""Secrets that stand for one account, for one purpose and for a while. Nothing of them is stored.

Each is signed over the account, its end, and the password that there is (its hash): with another password it opens nothing any
more, whoever set that, and however.
"""

from __future__ import annotations

from datetime import UTC, datetime

from scorekeeper.base.db import LARGEST_ID, db, now
from scorekeeper.base.keys import digest, signed, unsigned
from scorekeeper.clubs.store import account as stored


def made(purpose: str, account: stored.Account, until: datetime) -> str:
    """The secret of an account that stays open; it opens until then."""
    return signed(_with(purpose, account), f"{account.id}-{int(until.timestamp())}")


def account_of(purpose: str, secret: str) -> stored.Account | None:
    """Whose it is; None for what was not made here for that purpose, is too old, or of an account that has ended."""
    number, _, end = secret.partition(".")[0].partition("-")
    whole = all(one.isascii() and one.isdecimal() and len(one) < 12 for one in (number, end))
    if not whole or int(number) > LARGEST_ID or datetime.fromtimestamp(int(end), UTC) <= now():
        return None
    account = db.session.get(stored.Account, int(number))
    if account is None or account.closed_at is not None or unsigned(_with(purpose, account), secret) is None:
        return None
    return account


def _with(purpose: str, account: stored.Account) -> str:
    return f"{purpose}/{digest(account.password)}"
