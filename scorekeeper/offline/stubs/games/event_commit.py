"""Writes changes of this phone's games."""

from __future__ import annotations

from scorekeeper.offline.stubs.games.stored_games import GAMES, mark_changed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import datetime

    from scorekeeper.games.store.log import GameEvent


def commit(row: GameEvent, seen: int) -> bool:
    """Append the row and return True, unless the revision is no longer `seen`."""
    game = GAMES[row.game_id]
    if game.revision != seen:
        return False
    mark_changed(game)
    game.rows.append(row)
    game.changed_at = row.at
    return True


def read_head(game_id: int) -> tuple[int, datetime, int | None]:
    """Return the game's revision, the time of its last change, and its rematch."""
    game = GAMES[game_id]
    return game.revision, game.changed_at, game.next_id
