"""How often somebody who is not signed in may do what leaves something behind: each device so often, a whole network far more."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.base.db import now
from scorekeeper.base.sign_in_limits import WINDOW, check_often

if TYPE_CHECKING:
    from scorekeeper.base.devices import Visitor


@dataclass(frozen=True)
class Allowance:
    """So many within a quarter of an hour. `kind`: the code of the refusal beyond.

    All phones of a hall, or all visitors behind a proxy, may have one address. A device that was here before the quarter of an
    hour began therefore counts for itself alone, and nobody at its address uses up what is its own; those that are new, or
    unknown, count together by their address besides.
    """

    kind: str
    by_device: int
    by_address: int

    def spend(self, visitor: Visitor | None, address: str, times: int = 1) -> None:
        """Count it before it is done. Raises TooMany(`kind`)."""
        most = {} if visitor is None else {f"device:{visitor.id}": self.by_device}
        if visitor is None or visitor.since is None or visitor.since > now() - WINDOW:
            most[f"address:{address}"] = self.by_address
        check_often(self.kind, most, times)


NEW_GAMES = Allowance("game.often", by_device=150, by_address=1500)
BROUGHT_IN = Allowance("game.often", by_device=20_000, by_address=60_000)
"""Entries of games that are brought in: a diary of many years at once, a few hundred bytes each."""
ENTRIES = Allowance("entry.often", by_device=60, by_address=600)
