"""How long one request may take to arrive, and how many connections one address may have.

A visitor who sends a byte now and then keeps a connection no longer than one who sends nothing.
"""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass
from typing import Any

from scorekeeper.base import settings
from scorekeeper.base.proxies import Trusted, address_of, whose

HEAD = 30.0
"""Seconds from the first byte of a request to the end of its head; from there to the first bytes of its body; for an answer."""
LEAST_RATE = 500
"""Bytes a second, on average, at which a body or an answer goes on after that."""
PER_PHONE = 6
"""Connections that a browser opens to one host."""

clock = time.time


@dataclass
class Transfer:
    """A head, a body or an answer that is under way since then, and its bytes so far that count."""

    since: float
    size: int = 0

    def is_late(self) -> bool:
        """Whether it has had all the time that its size gives it."""
        return clock() - self.since > HEAD + self.size / LEAST_RATE


class Addresses:
    """How many connections each address has in a process. Those of this computer and of trusted proxies carry everyone's."""

    def __init__(self, most: int, trusted: Trusted) -> None:
        self.most, self._trusted = most, trusted
        self._counts: Counter[str] = Counter()

    @classmethod
    def of_settings(cls, connections: int) -> Addresses:
        """A hall of phones behind one address comes in; half of a process's connections stay for the others."""
        return cls(min(PER_PHONE * settings.HALL.value(), connections // 2), settings.TRUSTED_PROXIES.value())

    def add(self, address: str) -> bool:
        """Count a connection; whether it is one too many."""
        self._counts[whose(address)] += 1
        return self._counts[whose(address)] > self.most and not self._is_free(address)

    def remove(self, address: str) -> None:
        """Count it no longer."""
        self._counts[whose(address)] -= 1
        self._counts += Counter()  # keeps those above zero

    def _is_free(self, address: str) -> bool:
        parsed: Any = address_of(address)
        return bool(self._trusted.count) or parsed is None or parsed.is_loopback or self._trusted.has(parsed)
