"""A game as somebody may see it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.base.refusals import NotAllowed

if TYPE_CHECKING:
    from datetime import datetime

    from scorekeeper.games.store.log import LogRow


@dataclass(frozen=True)
class Access:
    """A game as somebody may see it.

    `role`: `own` (made on this device), `score` or `watch` (by link). `device_id` is None for a program that holds only a
    link, `link_id` for the game's own device. `who`: the device's name. `number`: of the match's games; `next_id`: the rematch.
    """

    game_id: int
    revision: int
    created_at: datetime
    changed_at: datetime
    match_id: int | None
    number: int
    next_id: int | None
    role: str
    device_id: int | None
    link_id: int | None
    who: str

    @property
    def may_score(self) -> bool:
        """Whether it leads to more than watching."""
        return self.role != "watch"

    def did(self, change: LogRow) -> bool:
        """Whether this very device made the change."""
        return self.device_id is not None and change.device_id == self.device_id

    def check_may_score(self) -> None:
        """Raise NotAllowed("watch_only") for those who watch."""
        if not self.may_score:
            raise NotAllowed("watch_only")
