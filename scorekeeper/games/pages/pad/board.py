"""The scores above the pad of the game page."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.games.pages.parts.titles import side_names
from scorekeeper.messages.game.outcome import standing_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.engine.state import State


def board(
    state: State, players: Sequence[str], target: int | None, places: Sequence[str] = (), *, over: bool = False
) -> list[dict[str, Any]]:
    """Return the scores by side: `name`, `score`, `note` (what matters now), `out`, `winner`.

    `target` is the score that wins, or None. `places` are the sides' positions in a tournament. `over` means that no hand
    will follow, whatever the game's rules say.
    """
    names = side_names(state.rules, players)
    return [
        {
            "name": name,
            "score": state.scores[side],
            "note": " · ".join(filter(None, (*places[side : side + 1], "" if over else standing_text(_, state, side, target)))),
            "out": side in state.dropped,
            "winner": side in state.outcome.winners,
        }
        for side, name in enumerate(names)
    ]
