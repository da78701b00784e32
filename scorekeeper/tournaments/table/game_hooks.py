"""What games need to know about tournaments: an implementation of the games' `Host`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import Select, select

from scorekeeper.games.commands.tournament_hooks import Host, MatchBanner
from scorekeeper.tournaments.commands.live import game_length, live_games
from scorekeeper.tournaments.store.tournament import TableGame
from scorekeeper.tournaments.table import match_banner

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scorekeeper.engine.ruleset import RuleSet
    from scorekeeper.games.commands.access import Access
    from scorekeeper.games.commands.game_state import GameState


class Tables(Host):
    """The host for games at tournament tables."""

    def check_room(self, access: Access, game: GameState, kind: object) -> None:
        game_length.check_room(access, game, kind)

    def games(self) -> Select[Any]:
        """Return a query for the games at tables."""
        return select(TableGame.game_id)

    def places(self, game_ids: Iterable[int]) -> dict[int, tuple[int, int]]:
        """Return round and table by game. One query."""
        return {game: (number, table) for game, (_, number, table, _) in live_games.of_games(game_ids).items()}

    def target_of(self, access: Access, rules: RuleSet) -> int | None:
        return game_length.target_of(access, rules)

    def strip_of(self, access: Access) -> MatchBanner | None:
        return match_banner.strip_of(access)

    def stamp_of(self, access: Access) -> str:
        return match_banner.stamp_of(access)

    def rules_of(self, access: Access) -> tuple[RuleSet, str] | None:
        return match_banner.rules_of(access)
