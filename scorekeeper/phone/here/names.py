"""Names as they are compared; what Unicode says of a sign the browser knows."""

from __future__ import annotations

from browser import self as worker  # type: ignore[import-not-found]

_LETTERS = {"œ": "oe", "Œ": "Oe", "æ": "ae", "Æ": "Ae", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D"}
_APOSTROPHES = "’‘‛ʼʹ′`´＇"


def folded(name: str) -> str:
    """A name as it is compared: case, accents and spaces do not make two of one."""
    plain = name if name.isascii() else worker.phoneBare(name)
    return " ".join(plain.casefold().split())


def same_name(name: str) -> str:
    """The name of a person or a pair as it is compared: whatever was typed, the same person is meant by it."""
    plain = worker.phonePlain(name)
    return folded("".join(["'" if sign in _APOSTROPHES else _LETTERS.get(sign, sign) for sign in plain]))
