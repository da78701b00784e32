"""Browsers that have signed in to an account before: each keeps tries of its own, however many wrong ones others make.

What others call a device cookie: it lets nobody in, it only says that this browser was let in before.
"""

from __future__ import annotations

import secrets

from scorekeeper.base.keys import digest, signed, unsigned

COOKIE = "scorekeeper_known"
KNOWN_AGE = 60 * 60 * 24 * 365 * 2
"""Seconds for which a browser is known after it last signed in: two years."""

_SALT = "scorekeeper.known"
_MOST = 8
"""Accounts that one browser is known for, the last ones."""


def known_as(cookie: str | None, name: str) -> str | None:
    """This browser's own key, where it has signed in under this name (as it is compared) before; else None."""
    key, *names = _read(cookie)
    return key if key and _mark(name) in names else None


def cookie_for(cookie: str | None, name: str) -> str:
    """The cookie of a browser that has just signed in under this name; `cookie`: the one that it sent."""
    key, *names = _read(cookie)
    mark = _mark(name)
    return signed(_SALT, "-".join([key or secrets.token_hex(16), *[one for one in names if one != mark][1 - _MOST :], mark]))


def _read(cookie: str | None) -> list[str]:
    return (unsigned(_SALT, cookie) or "").split("-")


def _mark(name: str) -> str:
    return digest(f"known:{name}")[:16]
