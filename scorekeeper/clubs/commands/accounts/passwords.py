"""Passwords (argon2id, RFC 9106), short-lived secrets of an account, and browsers that signed in before.

Each is a signature over the account, the expiry time and the current password hash, so any change of password makes it
invalid.

This is often called a device cookie. It does not sign anyone in.
"""

from __future__ import annotations

import secrets
import unicodedata
from datetime import UTC, datetime
from functools import cache
from threading import BoundedSemaphore

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from scorekeeper.clubs.store import account as stored
from scorekeeper.core.db.database import LARGEST_ID, db, now
from scorekeeper.core.refusals import Refusal
from scorekeeper.core.security.signing import digest, fold, sign, verify_signed


def make_secret(purpose: str, account: stored.Account, until: datetime) -> str:
    """Return a secret for an account that is valid until a given time."""
    return sign(_purpose_of_account(purpose, account), f"{account.id}-{int(until.timestamp())}")


def account_of(purpose: str, secret: str) -> stored.Account | None:
    """Return the account of a secret. None if it is forged, expired or for another purpose, or if the account is closed."""
    number, _, end = secret.partition(".")[0].partition("-")
    is_well_formed = all(one.isascii() and one.isdecimal() and len(one) < 12 for one in (number, end))
    if not is_well_formed or int(number) > LARGEST_ID or datetime.fromtimestamp(int(end), UTC) <= now():
        return None
    account = db.session.get(stored.Account, int(number))
    if account is None or account.closed_at is not None or verify_signed(_purpose_of_account(purpose, account), secret) is None:
        return None
    return account


def _purpose_of_account(purpose: str, account: stored.Account) -> str:
    return f"{purpose}/{digest(account.password)}"


BROWSER_COOKIE = "scorekeeper_known"
KNOWN_AGE = 60 * 60 * 24 * 365 * 2
"""Seconds for which a browser is known after its last sign-in: two years."""

_SALT = "scorekeeper.known"
_MOST = 8
"""Number of accounts for which a browser is known, the latest ones."""


def browser_key(cookie: str | None, name: str) -> str | None:
    """Return this browser's key if it has signed in under this normalized name before, or None."""
    key, *names = _read(cookie)
    return key if key and _mark(name) in names else None


def browser_cookie_for(cookie: str | None, name: str) -> str:
    """Return the updated cookie of a browser that has just signed in. `cookie`: the one that it sent."""
    key, *names = _read(cookie)
    mark = _mark(name)
    return sign(_SALT, "-".join([key or secrets.token_hex(16), *[one for one in names if one != mark][1 - _MOST :], mark]))


def _read(cookie: str | None) -> list[str]:
    return (verify_signed(_SALT, cookie) or "").split("-")


def _mark(name: str) -> str:
    return digest(f"known:{name}")[:16]


SHORTEST = 10
LONGEST = 200
NO_PASSWORD = "!"
"""Stored for an account without a password. No password matches it."""
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"

# Hashing takes 64 MiB of memory. Two at a time are enough for any club and fit a small computer.
_turn = BoundedSemaphore(2)
_hasher = PasswordHasher()


def check(password: object, name: str) -> str:
    """Return an acceptable password. Raises Refusal("password…")."""
    if not isinstance(password, str) or len(password) < SHORTEST:
        raise Refusal("password.short", "password", low=SHORTEST)
    if len(password) > LONGEST:
        raise Refusal("password.long", "password", high=LONGEST)
    if fold(password) == fold(name) or len(set(password)) < 4:
        raise Refusal("password.plain", "password")
    return password


def random_password() -> str:
    """Return a random password without similar letters, about 78 bits, easy to read out or copy by hand."""
    return "-".join("".join(secrets.choice(_LETTERS) for _ in range(4)) for _ in range(4))


def hash_password(password: str) -> str:
    with _turn:
        return _hasher.hash(_normalize(password))


def matches(stored_hash: str | None, password: object) -> bool:
    """Return whether the password matches the hash. Takes as long for None (no such name) and `NO_PASSWORD`."""
    if not isinstance(password, str) or len(password) > LONGEST:
        password = ""
    with _turn:
        try:
            known = stored_hash if stored_hash not in (None, "", NO_PASSWORD) else None
            return _hasher.verify(known or _dummy_hash(), _normalize(password)) and known is not None
        except (VerificationError, InvalidHashError):
            return False


def needs_rehash(stored_hash: str) -> bool:
    """Return whether the hash uses older, cheaper parameters."""
    return _hasher.check_needs_rehash(stored_hash)


def _normalize(password: str) -> str:
    # Keyboards may compose the same characters in different ways.
    return unicodedata.normalize("NFKC", password)


@cache
def _dummy_hash() -> str:
    return _hasher.hash("nobody has this password")
