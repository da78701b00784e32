"""Commands that changed nothing. A phone never sends one to itself twice, so none are stored."""

from __future__ import annotations


def stored_content(_game_id: int, _key: str) -> str | None:
    """Return None: nothing is stored."""
    return None


def store_noop(_game_id: int, _key: str, _content: str) -> None:
    """Store nothing."""
