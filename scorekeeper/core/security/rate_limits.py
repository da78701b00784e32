"""Limits what visitors without an account may create: per device, with much more room for a whole hall."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from flask import current_app, g

from scorekeeper.core.db.database import now
from scorekeeper.core.net.proxies import limit_address
from scorekeeper.core.refusals import TooMany
from scorekeeper.core.security import closed_instance
from scorekeeper.core.security.sign_in_limits import WINDOW, count_visitor_request
from scorekeeper.core.security.signing import digest

if TYPE_CHECKING:
    from scorekeeper.core.devices.visitors import Visitor


def phones_per_address() -> int:
    """Return how many phones may share one address."""
    many: int = current_app.config["HALL"]
    return many


@dataclass(frozen=True)
class RateLimit:
    """A limit per quarter of an hour. `name`: for API clients; `kind`: code of the refusal beyond it.

    All phones in a hall, or all visitors behind a proxy, may have one address. So a device known since before the quarter of
    an hour has its own limit, `by_device`. New or unknown devices also count by address, with `of_each` for each phone that
    may share it. Visitors who follow a link count by that link too, with `by_link` for each phone.
    """

    name: str
    kind: str
    by_device: int
    of_each: int
    by_link: int = 0

    def spend(self, visitor: Visitor | None, address: str, times: int = 1, *, link: str = "") -> None:
        """Count `times` in advance. `limits_of_request` then has what is left. Raises TooMany(`kind`)."""
        most = {} if visitor is None else {f"device:{visitor.id}": self.by_device}
        if link and self.by_link:
            most[f"link:{digest(link)}"] = self.by_link * phones_per_address()
        if visitor is None or visitor.since is None or visitor.since > now() - WINDOW:
            most[f"address:{limit_address(address)}"] = self.of_each * phones_per_address()
        limits = limits_of_request()
        try:
            limits[self.name] = count_visitor_request(self.kind, most, times)
        except TooMany as beyond:
            limits[self.name] = beyond.left
            raise


def limits_of_request() -> dict[str, Any]:
    """Return what is left of each allowance that this request spent, by its name."""
    if "limits" not in g:
        g.limits = {}
    limits: dict[str, Any] = g.limits
    return limits


NEW_DEVICES = RateLimit("devices", "device.often", by_device=0, of_each=4, by_link=2)
"""New browsers, which each add a row. One that keeps no cookies is new on each visit."""


class _GameLimit(RateLimit):
    def check(self, visitor: Visitor | None) -> None:
        """Raise NotAllowed for a stranger on a closed instance (`closed_instance`)."""
        closed_instance.check(visitor)

    def spend(self, visitor: Visitor | None, address: str, times: int = 1, *, link: str = "") -> None:
        """Count games before they start. Raises TooMany, or NotAllowed as `check` does."""
        self.check(visitor)
        super().spend(visitor, address, times, link=link)


NEW_GAMES = _GameLimit("games", "game.often", by_device=150, of_each=8)
IMPORTED_ENTRIES = RateLimit("imported-entries", "game.often", by_device=20_000, of_each=300)
"""Entries of imported games: a diary of many years at once, a few hundred bytes each."""
ENTRIES = RateLimit("entries", "entry.often", by_device=60, of_each=3)
