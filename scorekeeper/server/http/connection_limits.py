"""Limits how long a request may take to arrive and how many connections one address may have.

A client that sends a byte now and then keeps a connection no longer than one that sends nothing.
"""

from __future__ import annotations

import time
from collections import Counter
from dataclasses import dataclass
from typing import Any

from scorekeeper.core.config import settings
from scorekeeper.core.net.proxies import TrustedProxies, address_of, limit_address

HEAD_SECONDS = 30.0
"""Seconds for the head of a request, for the first bytes of its body, and for the first bytes of a response."""
LEAST_RATE = 500
"""Bytes per second, on average, required of a body or a response after that."""
PER_PHONE = 6
"""Connections that a browser opens to one host."""

clock = time.time


@dataclass
class Transfer:
    """A head, a body or a response in transit: its start, and the bytes that extend its deadline."""

    since: float
    size: int = 0

    def is_late(self) -> bool:
        return clock() - self.since > HEAD_SECONDS + self.size / LEAST_RATE


class ConnectionCounter:
    """Connections per address in a process. This computer and trusted proxies carry everyone's, so they have no limit."""

    def __init__(self, most: int, trusted: TrustedProxies) -> None:
        self.most, self._trusted = most, trusted
        self._counts: Counter[str] = Counter()

    @classmethod
    def of_settings(cls, connections: int) -> ConnectionCounter:
        """Allow for a hall of phones behind one address, but leave half of the connections to others."""
        return cls(min(PER_PHONE * settings.HALL.value(), connections // 2), settings.TRUSTED_PROXIES.value())

    def add(self, address: str) -> bool:
        """Count a connection. Return whether it is one too many."""
        self._counts[limit_address(address)] += 1
        return self._counts[limit_address(address)] > self.most and not self._is_free(address)

    def remove(self, address: str) -> None:
        self._counts[limit_address(address)] -= 1
        self._counts += Counter()  # drops counts of zero

    def _is_free(self, address: str) -> bool:
        parsed: Any = address_of(address)
        return bool(self._trusted.count) or parsed is None or parsed.is_loopback or self._trusted.has(parsed)
