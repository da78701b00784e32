"""What the packed files use of `codecs`: nothing that is called."""

from __future__ import annotations


def lookup(encoding: str) -> None:
    """Raise LookupError: texts are UTF-8 here."""
    raise LookupError(encoding)
