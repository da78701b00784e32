"""Browsers that have signed in to an account before, so that failed attempts elsewhere do not lock them out.

This is often called a device cookie. It does not sign anyone in.
"""

from __future__ import annotations

import secrets

from scorekeeper.core.security.signing import digest, sign, verify_signed

COOKIE = "scorekeeper_known"
KNOWN_AGE = 60 * 60 * 24 * 365 * 2
"""Seconds for which a browser is known after its last sign-in: two years."""

_SALT = "scorekeeper.known"
_MOST = 8
"""Number of accounts for which a browser is known, the latest ones."""


def browser_key(cookie: str | None, name: str) -> str | None:
    """Return this browser's key if it has signed in under this normalized name before, or None."""
    key, *names = _read(cookie)
    return key if key and _mark(name) in names else None


def cookie_for(cookie: str | None, name: str) -> str:
    """Return the updated cookie of a browser that has just signed in. `cookie`: the one that it sent."""
    key, *names = _read(cookie)
    mark = _mark(name)
    return sign(_SALT, "-".join([key or secrets.token_hex(16), *[one for one in names if one != mark][1 - _MOST :], mark]))


def _read(cookie: str | None) -> list[str]:
    return (verify_signed(_SALT, cookie) or "").split("-")


def _mark(name: str) -> str:
    return digest(f"known:{name}")[:16]
