"""Secrets and names for storage: signed, hashed, encrypted, or normalized for comparison."""

from __future__ import annotations

import base64
import hashlib
import secrets
import unicodedata
from collections.abc import Iterator
from typing import TYPE_CHECKING

from flask import current_app
from itsdangerous import BadSignature, Signer

from scorekeeper.core.db.database import LARGEST_ID
from scorekeeper.formats.names import JOINERS, is_tag

if TYPE_CHECKING:
    from cryptography.fernet import Fernet


def new_secret() -> str:
    """Return a new secret for a cookie or a header: 256 random bits."""
    return secrets.token_urlsafe(32)


DIGEST = 64
"""Length of a hash in characters."""


def digest(secret: str) -> str:
    """Return the hash of a secret for storage. Since it is random, one round of SHA-256 is enough."""
    return hashlib.sha256(secret.encode()).hexdigest()


def _signer(salt: str) -> Signer:
    return Signer(current_app.config["SECRET_KEY"], salt=salt, digest_method=hashlib.sha256)


def sign(salt: str, value: str | int) -> str:
    """Return a value with its signature. `salt` limits it to one purpose."""
    return _signer(salt).sign(str(value)).decode("ascii")


def verify_signed(salt: str, read: str | None) -> str | None:
    """Return the value signed here for that purpose, or None."""
    if not read:
        return None
    try:
        return _signer(salt).unsign(read.encode("ascii")).decode("ascii")
    except (BadSignature, UnicodeError):
        return None


def encrypt(purpose: str, value: str) -> str:
    """Encrypt one of the few secrets needed in plain text. The database alone does not reveal it."""
    return _cipher(purpose).encrypt(value.encode()).decode("ascii")


def decrypt(purpose: str, read: str) -> str | None:
    """Return the value encrypted here for that purpose, or None, for example if another instance encrypted it."""
    from cryptography.fernet import InvalidToken  # slow to import, and few secrets are encrypted

    try:
        return _cipher(purpose).decrypt(read.encode()).decode()
    except InvalidToken:
        return None


def _cipher(purpose: str) -> Fernet:
    from cryptography.fernet import Fernet  # as above

    return Fernet(base64.urlsafe_b64encode(_signer(purpose).derive_key()[:32]))


def row_secret(purpose: str, row_id: int, salt: str | None) -> str:
    """Return a row's secret: its id, signed for one purpose and for this row only.

    `salt`: the row's random part, or None for older rows, whose secrets stay valid.
    """
    return sign(_row_purpose(purpose, salt), row_id)


def claimed_row_id(read: str | None) -> int:
    """Return the row id that a secret claims, or 0. `is_row_secret` verifies it with the row's salt."""
    digits = (read or "").partition(".")[0]
    return int(digits) if digits.isascii() and digits.isdecimal() and len(digits) < 11 and int(digits) <= LARGEST_ID else 0


def is_row_secret(purpose: str, read: str | None, salt: str | None) -> bool:
    """Return whether a secret is valid for the row it names, which has this salt."""
    return verify_signed(_row_purpose(purpose, salt), read) is not None


def _row_purpose(purpose: str, salt: str | None) -> str:
    return purpose if salt is None else f"{purpose}/{salt}"


def fold(name: str) -> str:
    """Return a name for comparison, without case, accents and extra spaces."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", name) if not unicodedata.combining(c))
    return " ".join(plain.casefold().split())


def same_name(name: str) -> str:
    """Return the name of a person or pair for comparison, so that different spellings match.

    Beyond `fold`, it ignores zero-width characters, hyphens (Jean-Luc), the kind of apostrophe (O’Neil), and Œ or Oe.
    """
    return " ".join(fold("".join(_simplify(c) for c in name)).split())


_LETTERS = {"œ": "oe", "Œ": "Oe", "æ": "ae", "Æ": "Ae", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D"}
_APOSTROPHES = "’‘‛ʼʹ′`´＇"


def _simplify(c: str) -> str:
    kind = unicodedata.category(c)
    if kind == "Cf":
        return ""
    if kind == "Pd" or c == "−":
        return " "
    return "'" if c in _APOSTROPHES else _LETTERS.get(c, c)


def normalize_text(text: str) -> str:
    """Return text in NFC, with single spaces and without invisible characters, except joiners."""
    return " ".join("".join(_visible_characters(unicodedata.normalize("NFC", text))).split())


def _visible_characters(text: str) -> Iterator[str]:
    """Yield the text without zero-width characters from copied text, but keep joined emoji and flags whole."""
    for place, c in enumerate(text):
        joins = is_tag(c) or (c in JOINERS and place + 1 < len(text))
        if unicodedata.category(c) != "Cf" or (joins and place and unicodedata.category(text[place - 1]) in _JOINED):
            yield c


_JOINED = ("So", "Sk", "Mn", "Mc", "Lo", "Cf")
"""Unicode categories that zero-width characters can join: emoji, and letters of connected scripts."""
