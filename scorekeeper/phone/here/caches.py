"""What was folded from logs last."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class Cache:
    """What was folded last."""

    def __init__(self) -> None:
        self.known: dict[int, Any] = {}

    def get(self, key: int) -> Any:
        """The thing, if it is known."""
        return self.known.get(key)

    def put(self, key: int, value: Any, _weight: int = 1) -> None:
        """Keep it."""
        self.known[key] = value


_caches: dict[str, Cache] = {}


def cache_of(name: str, _most: int) -> Cache:
    """The cache of that name."""
    return _caches.setdefault(name, Cache())


def forget() -> None:
    """Let everything be read anew."""
    _caches.clear()
