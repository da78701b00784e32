"""A stand-in for `codecs`. Its function is never called."""

from __future__ import annotations


def lookup(encoding: str) -> None:
    """Raise LookupError: texts are UTF-8 here."""
    raise LookupError(encoding)
