"""An in-memory cache of states folded from logs."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import Any, Generic, TypeVar

from flask import current_app

V = TypeVar("V")


class Cache(Generic[V]):
    """A cache that evicts the least recently used values when their total weight exceeds `most`."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._weight = 0
        self._known: OrderedDict[int, tuple[V, int]] = OrderedDict()
        self._lock = Lock()

    def get(self, key: int) -> V | None:
        with self._lock:
            if key not in self._known:
                return None
            self._known.move_to_end(key)
            return self._known[key][0]

    def put(self, key: int, value: V, weight: int = 1) -> None:
        """Store a value that was read from, or committed to, the database."""
        with self._lock:
            self._weight += weight - self._known.pop(key, (value, 0))[1]
            self._known[key] = (value, weight)
            while self._weight > self._most and len(self._known) > 1:
                self._weight -= self._known.popitem(last=False)[1][1]


def cache_of(name: str, most: int) -> Cache[Any]:
    """Return the current application's cache with that name. `most` applies when it is created."""
    extensions = current_app.extensions
    cache: Cache[Any] | None = extensions.get(name)
    if cache is None:
        cache = extensions.setdefault(name, Cache(most))  # another thread may have added one
    return cache
