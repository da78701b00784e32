"""Caches for states that are replayed from logs."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any


class Cache:
    """A cache with a limit. When its entries weigh more than `most`, the oldest one is dropped."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.weight = 0
        self.known: dict[int, tuple[Any, int]] = {}

    def get(self, key: int) -> Any:
        return self.known[key][0] if key in self.known else None

    def put(self, key: int, value: Any, weight: int = 1) -> None:
        self.forget(key)
        self.known[key] = (value, weight)
        self.weight += weight
        while self.weight > self.most and len(self.known) > 1:
            self.forget(next(iter(self.known)))

    def forget(self, key: int) -> None:
        if key in self.known:
            self.weight -= self.known[key][1]
            del self.known[key]


PHONE_SHARE = 2
"""How many times smaller the caches are than on a server."""
_caches: dict[str, Cache] = {}


def cache_of(name: str, most: int) -> Cache:
    """Return the cache of that name. `most` is its limit at first use."""
    if name not in _caches:
        _caches[name] = Cache(most // PHONE_SHARE)
    return _caches[name]


def forget(keys: Iterable[int]) -> None:
    """Drop these keys from every cache."""
    for cache in _caches.values():
        for key in keys:
            cache.forget(key)
