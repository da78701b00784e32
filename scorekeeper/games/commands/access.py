"""Access to a game: a device or link, with its permissions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.core.refusals import NotAllowed

if TYPE_CHECKING:
    from datetime import datetime

    from scorekeeper.games.store.log import GameEvent


@dataclass(frozen=True)
class Access:
    """Access to a game.

    `role` is `own` (created on this device), or `score` or `watch` by a link. `device_id` is None for a program that has
    only a link, and `link_id` is None for the device that created the game. `who` is the device's name. `number` counts the
    match's games, and `next_id` is the rematch.
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
        """Whether it allows more than watching."""
        return self.role != "watch"

    def made_event(self, change: GameEvent) -> bool:
        """Return whether this device made the change."""
        return self.device_id is not None and change.device_id == self.device_id

    def check_may_score(self) -> None:
        """Raise NotAllowed("watch_only") if it allows only watching."""
        if not self.may_score:
            raise NotAllowed("watch_only")
