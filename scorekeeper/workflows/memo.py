"""What was folded from logs last, kept in memory."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from typing import Generic, TypeVar

V = TypeVar("V")


class Memo(Generic[V]):
    """The things last used, one a key; the one used longest ago is forgotten first."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._known: OrderedDict[int, V] = OrderedDict()
        self._lock = Lock()

    def get(self, key: int) -> V | None:
        """The thing, if it is still known."""
        with self._lock:
            if key in self._known:
                self._known.move_to_end(key)
            return self._known.get(key)

    def put(self, key: int, value: V) -> None:
        """Keep a thing that was read from, or committed to, the database."""
        with self._lock:
            self._known[key] = value
            self._known.move_to_end(key)
            if len(self._known) > self._most:
                self._known.popitem(last=False)
