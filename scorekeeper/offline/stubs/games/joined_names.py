"""Names that this device treats as one person, as of the last update from the server."""

from __future__ import annotations

from scorekeeper.games.commands.stats.people import Joined
from scorekeeper.offline.stubs.games.stored_games import SERVER_FACTS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


def list_joined_names(_devices: Iterable[int]) -> list[Joined]:
    """Return the joined names, sorted by name."""
    return [Joined(name, person) for name, person in SERVER_FACTS.get("joined", [])]
