"""Passwords: how good they must be, and how they are kept (argon2id, RFC 9106)."""

from __future__ import annotations

import secrets
import unicodedata
from functools import cache
from threading import BoundedSemaphore

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from scorekeeper.base.keys import folded
from scorekeeper.base.refusals import Refusal

SHORTEST = 10
LONGEST = 200
NONE = "!"
"""What is kept where an account has no password: nothing that is typed matches it."""
_LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"

# Each hash takes 64 MiB while it is made: two at a time are enough for any club and fit a small computer.
_turn = BoundedSemaphore(2)
_hasher = PasswordHasher()


def check(password: object, name: str) -> str:
    """A password that may be used, in the one form in which it is hashed. Raises Refusal("password…")."""
    if not isinstance(password, str) or len(password) < SHORTEST:
        raise Refusal("password.short", "password", low=SHORTEST)
    if len(password) > LONGEST:
        raise Refusal("password.long", "password", high=LONGEST)
    if folded(password) == folded(name) or len(set(password)) < 4:
        raise Refusal("password.plain", "password")
    return password


def made() -> str:
    """A password by chance, to be read aloud or copied by hand: no letters that look alike, some 78 bits."""
    return "-".join("".join(secrets.choice(_LETTERS) for _ in range(4)) for _ in range(4))


def hashed(password: str) -> str:
    """The hash to be stored."""
    with _turn:
        return _hasher.hash(_form(password))


def matches(kept: str | None, password: object) -> bool:
    """Whether the password is the one that was hashed; takes as long for a name that nobody has (None), and for `NONE`."""
    if not isinstance(password, str) or len(password) > LONGEST:
        password = ""
    with _turn:
        try:
            known = kept if kept not in (None, "", NONE) else None
            return _hasher.verify(known or _nobody(), _form(password)) and known is not None
        except (VerificationError, InvalidHashError):
            return False


def outdated(kept: str) -> bool:
    """Whether it was hashed more cheaply than is done now."""
    return _hasher.check_needs_rehash(kept)


def _form(password: str) -> str:
    # The same password typed on another keyboard may come composed otherwise.
    return unicodedata.normalize("NFKC", password)


@cache
def _nobody() -> str:
    return _hasher.hash("nobody has this password")
