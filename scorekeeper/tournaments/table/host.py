"""What tournaments tell of the games at their tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import Select, select

from scorekeeper.games.actions.host import Host, Strip
from scorekeeper.tournaments.actions import length, live
from scorekeeper.tournaments.store.tournament import TableGame
from scorekeeper.tournaments.table import strip

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scorekeeper.engine.ruleset import RuleSet
    from scorekeeper.games.actions.access import Access
    from scorekeeper.games.actions.game_state import GameState


class Tables(Host):
    """The tables of every tournament."""

    def check_room(self, access: Access, game: GameState, kind: object) -> None:
        """See `length.check_room`."""
        length.check_room(access, game, kind)

    def games(self) -> Select[Any]:
        """The games at tables."""
        return select(TableGame.game_id)

    def places(self, game_ids: Iterable[int]) -> dict[int, tuple[int, int]]:
        """Round and table by game. One query."""
        return {game: (number, table) for game, (_, number, table, _) in live.of_games(game_ids).items()}

    def target_of(self, access: Access, rules: RuleSet) -> int | None:
        """See `length.target_of`."""
        return length.target_of(access, rules)

    def strip_of(self, access: Access) -> Strip | None:
        """See `strip.strip_of`."""
        return strip.strip_of(access)

    def stamp_of(self, access: Access) -> str:
        """See `strip.stamp_of`."""
        return strip.stamp_of(access)

    def rules_of(self, access: Access) -> tuple[RuleSet, str] | None:
        """See `strip.rules_of`."""
        return strip.rules_of(access)
