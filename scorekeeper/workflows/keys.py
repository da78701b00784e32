"""Secrets and names as they are kept: signed, digested, or folded for comparison."""

from __future__ import annotations

import hashlib
import secrets
import unicodedata

from flask import current_app
from itsdangerous import BadSignature, Signer

from scorekeeper.storage.db import LARGEST_ID


def fresh() -> str:
    """A new secret, as it stands in a cookie or a header: 256 bits."""
    return secrets.token_urlsafe(32)


def digest(secret: str) -> str:
    """A secret as it is stored. It is random, so one round of SHA-256 is as good as many."""
    return hashlib.sha256(secret.encode()).hexdigest()


def _signer(salt: str) -> Signer:
    return Signer(current_app.config["SECRET_KEY"], salt=salt, digest_method=hashlib.sha256)


def signed(salt: str, value: str | int) -> str:
    """A value with its signature, for one purpose only: `salt`."""
    return _signer(salt).sign(str(value)).decode("ascii")


def unsigned(salt: str, read: str | None) -> str | None:
    """The value that was signed here for that purpose, None for anything else."""
    if not read:
        return None
    try:
        return _signer(salt).unsign(read.encode("ascii")).decode("ascii")
    except (BadSignature, UnicodeError):
        return None


def unsigned_id(salt: str, read: str | None) -> int | None:
    """The row that a signature names."""
    found = unsigned(salt, read)
    return int(found) if found and found.isdecimal() and int(found) <= LARGEST_ID else None


def folded(name: str) -> str:
    """A name as it is compared: case, accents and spaces do not make two of one."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", name) if not unicodedata.combining(c))
    return " ".join(plain.casefold().split())


def tidy(text: str) -> str:
    """Text as it was meant: composed, no spaces at its ends or in rows."""
    return " ".join(unicodedata.normalize("NFC", text).split())
