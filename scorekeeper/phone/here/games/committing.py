"""A change of a game of this phone is written."""

from __future__ import annotations

from scorekeeper.phone.here.games.kept import GAMES, touched

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import datetime

    from scorekeeper.games.store.log import LogRow


def commit(row: LogRow, seen: int) -> bool:
    """Whether the change could be written on top of revision `seen`."""
    game = GAMES[row.game_id]
    if game.revision != seen:
        return False
    touched(game)
    game.rows.append(row)
    game.changed_at = row.at
    return True


def standing(game_id: int) -> tuple[int, datetime, int | None]:
    """The game's revision, when it was changed last, and its rematch."""
    game = GAMES[game_id]
    return game.revision, game.changed_at, game.next_id
