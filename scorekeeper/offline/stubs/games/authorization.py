"""Access to the games that this phone knows."""

from __future__ import annotations

from scorekeeper.core.refusals import NotFound
from scorekeeper.offline.stubs.games.stored_games import GAMES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from scorekeeper.games.commands.access import Access


def access_to(game_id: int, **_by: object) -> Access:
    """Return the phone's access, or the access by which a copy was made. Raises NotFound("game")."""
    game = GAMES.get(game_id)
    if game is None or not game.revision:
        raise NotFound("game")
    return game.access()


access_by_device = access_to
