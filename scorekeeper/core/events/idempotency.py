"""Idempotency keys: each key stands for one content.

A client that missed the response repeats the request with the same key and gets the first response. Other content under the
same key is refused, so that no one believes it was saved.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, is_dataclass
from typing import Any

from scorekeeper.core.refusals import Refusal
from scorekeeper.core.security.hashing import short_digest

LONGEST_CONTENT = 22


class KeyReused(Refusal):
    """The key was used for something else. `game`: the game started with it, if any."""

    def __init__(self, game: int | None = None) -> None:
        super().__init__("uuid.reused", "uuid")
        self.game = game


def hash_content(action: str, arguments: object = None) -> str:
    """Return a hash of a request's content, stored with the key. Equivalent content gives the same hash.

    If a missing value means something other than an empty one (it stays unchanged), pass `given(…)`.
    """
    plain = json.dumps([action, without_empty(arguments)], sort_keys=True, default=_plain)
    return short_digest(plain)


def is_same_content(stored_hash: str | None, request_hash: str) -> bool:
    """Return whether a request matches what is stored for its key. Older keys without a hash (None) match anything."""
    return stored_hash in (None, request_hash)


def check_content(stored_hash: str | None, request_hash: str, game: int | None = None) -> None:
    """Raise KeyReused if the request does not match what is stored for its key."""
    if not is_same_content(stored_hash, request_hash):
        raise KeyReused(game)


def without_empty(value: Any) -> Any:
    """Return content without empty parts. Missing, false, empty and blank fields are equal, and text is trimmed."""
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, Mapping):
        leaned = {str(name): without_empty(one) for name, one in value.items()}
        return {name: one for name, one in leaned.items() if one is not False and one not in (None, "", [], {})}
    if isinstance(value, (list, tuple)):
        return [without_empty(one) for one in value]
    return without_empty(asdict(value)) if is_dataclass(value) and not isinstance(value, type) else value


def as_pairs(facts: Mapping[str, Any]) -> list[Any]:
    """Return facts as pairs that `without_empty` does not drop, so that empty values differ from missing ones."""
    return sorted([name, value] for name, value in facts.items())


def _plain(value: object) -> str:
    return str(value)
