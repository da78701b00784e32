"""What a key stands for, on the phone: the content itself."""

from __future__ import annotations


def short_digest(text: str) -> str:
    """A short name of a text."""
    return text
