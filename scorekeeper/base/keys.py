"""Secrets and names as they are kept: signed, digested, or folded for comparison."""

from __future__ import annotations

import base64
import hashlib
import secrets
import unicodedata
from collections.abc import Iterator

from cryptography.fernet import Fernet, InvalidToken
from flask import current_app
from itsdangerous import BadSignature, Signer

from scorekeeper.base.db import LARGEST_ID
from scorekeeper.codec.names import JOINERS, is_tag


def fresh() -> str:
    """A new secret, as it stands in a cookie or a header: 256 bits."""
    return secrets.token_urlsafe(32)


DIGEST = 64
"""Letters of a digest."""


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


def sealed(purpose: str, value: str) -> str:
    """A value that only this instance can read: for the few secrets needed as they are. A database alone tells nothing."""
    return _seal(purpose).encrypt(value.encode()).decode("ascii")


def unsealed(purpose: str, read: str) -> str | None:
    """The value that was sealed here for that purpose, None for anything else, such as what another instance sealed."""
    try:
        return _seal(purpose).decrypt(read.encode()).decode()
    except InvalidToken:
        return None


def _seal(purpose: str) -> Fernet:
    return Fernet(base64.urlsafe_b64encode(_signer(purpose).derive_key()[:32]))


def row_secret(purpose: str, row_id: int, salt: str | None) -> str:
    """The secret of a row: its number, signed for one purpose and for this row alone.

    `salt`: the row's random part; None for rows from before there was one, whose secrets go on working.
    """
    return signed(_of_row(purpose, salt), row_id)


def row_named(read: str | None) -> int:
    """The row that a secret says it is of, 0 for none. Whether it is, `is_row_secret` tells once the row's salt is known."""
    digits = (read or "").partition(".")[0]
    return int(digits) if digits.isascii() and digits.isdecimal() and len(digits) < 11 and int(digits) <= LARGEST_ID else 0


def is_row_secret(purpose: str, read: str | None, salt: str | None) -> bool:
    """Whether a secret is that of the row which it names and which has this salt."""
    return unsigned(_of_row(purpose, salt), read) is not None


def _of_row(purpose: str, salt: str | None) -> str:
    return purpose if salt is None else f"{purpose}/{salt}"


def folded(name: str) -> str:
    """A name as it is compared: case, accents and spaces do not make two of one."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", name) if not unicodedata.combining(c))
    return " ".join(plain.casefold().split())


def same_name(name: str) -> str:
    """The name of a person or a pair as it is compared: whatever was typed, the same person is meant by it.

    Beside what `folded` does, no matter which apostrophe (O’Neil), which hyphen or none (Jean-Luc), Œ or Oe, and signs of no
    width.
    """
    return " ".join(folded("".join(_plain(c) for c in name)).split())


_LETTERS = {"œ": "oe", "Œ": "Oe", "æ": "ae", "Æ": "Ae", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D"}
_APOSTROPHES = "’‘‛ʼʹ′`´＇"


def _plain(c: str) -> str:
    kind = unicodedata.category(c)
    if kind == "Cf":
        return ""
    if kind == "Pd" or c == "−":
        return " "
    return "'" if c in _APOSTROPHES else _LETTERS.get(c, c)


def tidy(text: str) -> str:
    """Text as it was meant: composed, no spaces at its ends or in rows, nothing invisible but what joins signs."""
    return " ".join("".join(_seen(unicodedata.normalize("NFC", text))).split())


def _seen(text: str) -> Iterator[str]:
    """Without the signs of no width that come along when text is copied; a joined emoji, or a region’s flag, stays whole."""
    for place, c in enumerate(text):
        joins = is_tag(c) or (c in JOINERS and place + 1 < len(text))
        if unicodedata.category(c) != "Cf" or (joins and place and unicodedata.category(text[place - 1]) in _JOINED):
            yield c


_JOINED = ("So", "Sk", "Mn", "Mc", "Lo", "Cf")
"""Of what something of no width can be a part: emoji, and scripts whose letters are joined."""
