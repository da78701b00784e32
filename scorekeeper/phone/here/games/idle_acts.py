"""Acts that changed nothing: a phone sends none to itself twice."""

from __future__ import annotations


def content_of(_game_id: int, _key: str) -> str | None:
    """What was asked for under the key."""
    return None


def keep(_game_id: int, _key: str, _content: str) -> None:
    """Nothing comes of it once more."""
