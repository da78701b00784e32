"""Comparison of names, with the browser's Unicode data."""

from __future__ import annotations

from browser import self as worker  # type: ignore[import-not-found]

_LETTERS = {"œ": "oe", "Œ": "Oe", "æ": "ae", "Æ": "Ae", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "d", "Đ": "D"}
_APOSTROPHES = "’‘‛ʼʹ′`´＇"


def fold(name: str) -> str:
    """Return a name for comparison, without case, accents and extra spaces."""
    plain = name if name.isascii() else worker.phoneBare(name)
    return " ".join(plain.casefold().split())


def same_name(name: str) -> str:
    """Return the name of a person or pair for comparison, however it was typed."""
    plain = worker.phonePlain(name)
    return fold("".join(["'" if sign in _APOSTROPHES else _LETTERS.get(sign, sign) for sign in plain]))
