"""Stand-ins for services that a phone doesn't have, such as rate limits, metrics and the database."""

from __future__ import annotations

from datetime import datetime

from scorekeeper.core.refusals import Refusal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

LARGEST_ID = 2**53 - 1
COOKIE = "device"
LONGEST_NAME = 40
"""Characters, as on a server."""


def now() -> datetime:
    return datetime.now()  # noqa: DTZ005 (the phone's stand-in)


class _NoLimit:
    def check(self, *_given: object) -> None:
        """Allow everything: no one else uses the phone."""

    def spend(self, *_given: object, **_more: object) -> None:
        """Count nothing."""


NEW_GAMES = IMPORTED_ENTRIES = _NoLimit()


class _NoCsrf:
    def exempt(self, view: Any) -> Any:
        """Return the view unchanged."""
        return view


csrf = _NoCsrf()


def rename(device: Any, name: str) -> Any:
    """Set the phone's name in the history, or clear it. Raises Refusal("device.name")."""
    name = name.strip()
    if len(name) > LONGEST_NAME or (name and not name.isprintable()):
        raise Refusal("device.name", "name", high=LONGEST_NAME)
    device.name = name
    return device


def count_change(*_what: object) -> None:
    """Ignore the change: a phone has no metrics."""


def news_of_game(*_game: object, **_more: object) -> None:
    """Ignore the news: no one else is waiting for it."""


def note_visit(*_device: object) -> None:
    """Ignore the visit."""


def no_games() -> list[Any]:
    """Return no games: a phone has no tournaments."""
    return []


def listed_examples() -> list[Any]:
    """Return no example games."""
    return []


def content_hash(body: bytes) -> str:
    """Return a short digest of the content."""
    number = 0
    for byte in body:
        number = (number * 31 + byte) % 4294967291
    return f"{number:08x}"
