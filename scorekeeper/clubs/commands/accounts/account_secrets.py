"""Secrets for one account, one purpose and a limited time. They are not stored.

Each is a signature over the account, the expiry time and the current password hash, so any change of password makes it
invalid.
"""

from __future__ import annotations

from datetime import UTC, datetime

from scorekeeper.clubs.store import account as stored
from scorekeeper.core.db.database import LARGEST_ID, db, now
from scorekeeper.core.security.signing import digest, sign, verify_signed


def make_secret(purpose: str, account: stored.Account, until: datetime) -> str:
    """Return a secret for an account that is valid until a given time."""
    return sign(_purpose_of_account(purpose, account), f"{account.id}-{int(until.timestamp())}")


def account_of(purpose: str, secret: str) -> stored.Account | None:
    """Return the account of a secret. None if it is forged, expired or for another purpose, or if the account is closed."""
    number, _, end = secret.partition(".")[0].partition("-")
    whole = all(one.isascii() and one.isdecimal() and len(one) < 12 for one in (number, end))
    if not whole or int(number) > LARGEST_ID or datetime.fromtimestamp(int(end), UTC) <= now():
        return None
    account = db.session.get(stored.Account, int(number))
    if account is None or account.closed_at is not None or verify_signed(_purpose_of_account(purpose, account), secret) is None:
        return None
    return account


def _purpose_of_account(purpose: str, account: stored.Account) -> str:
    return f"{purpose}/{digest(account.password)}"
