"""What was folded from logs last."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any


class Cache:
    """The things last used. When they weigh more than `most` together, the one kept longest ago is forgotten."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.weight = 0
        self.known: dict[int, tuple[Any, int]] = {}

    def get(self, key: int) -> Any:
        """The thing, if it is known."""
        return self.known[key][0] if key in self.known else None

    def put(self, key: int, value: Any, weight: int = 1) -> None:
        """Keep it."""
        self.forget(key)
        self.known[key] = (value, weight)
        self.weight += weight
        while self.weight > self.most and len(self.known) > 1:
            self.forget(next(iter(self.known)))

    def forget(self, key: int) -> None:
        """Let it be read anew."""
        if key in self.known:
            self.weight -= self.known[key][1]
            del self.known[key]


A_PHONE = 2
"""So much smaller than on a server."""
_caches: dict[str, Cache] = {}


def cache_of(name: str, most: int) -> Cache:
    """The cache of that name, which holds `most` at first use."""
    if name not in _caches:
        _caches[name] = Cache(most // A_PHONE)
    return _caches[name]


def forget(keys: Iterable[int]) -> None:
    """Let these be read anew."""
    for cache in _caches.values():
        for key in keys:
            cache.forget(key)
