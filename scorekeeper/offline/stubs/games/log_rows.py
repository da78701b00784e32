"""The rows of the logs of this phone's games."""

from __future__ import annotations

from scorekeeper.offline.stubs.games.stored_games import GAMES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from scorekeeper.games.store.log import GameEvent


def events_of(game_id: int, low: int = 1, high: int = 2**31 - 1) -> list[GameEvent]:
    """Return the log of a game from revision `low` to `high`."""
    return [row for row in GAMES[game_id].rows if low <= row.revision <= high]


def events_of_many(game_ids: Iterable[int]) -> dict[int, list[GameEvent]]:
    """Return the logs of several games."""
    return {game_id: events_of(game_id) for game_id in game_ids}
