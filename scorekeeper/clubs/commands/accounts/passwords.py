"""Passwords: minimum strength and storage (argon2id, RFC 9106)."""

from __future__ import annotations

import secrets
import unicodedata
from functools import cache
from threading import BoundedSemaphore

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from scorekeeper.core.refusals import Refusal
from scorekeeper.core.security.signing import fold

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


def matches(kept: str | None, password: object) -> bool:
    """Return whether the password matches the hash. Takes as long for None (no such name) and `NO_PASSWORD`."""
    if not isinstance(password, str) or len(password) > LONGEST:
        password = ""
    with _turn:
        try:
            known = kept if kept not in (None, "", NO_PASSWORD) else None
            return _hasher.verify(known or _dummy_hash(), _normalize(password)) and known is not None
        except (VerificationError, InvalidHashError):
            return False


def needs_rehash(kept: str) -> bool:
    """Return whether the hash uses older, cheaper parameters."""
    return _hasher.check_needs_rehash(kept)


def _normalize(password: str) -> str:
    # Keyboards may compose the same characters in different ways.
    return unicodedata.normalize("NFKC", password)


@cache
def _dummy_hash() -> str:
    return _hasher.hash("nobody has this password")
