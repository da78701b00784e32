"""The scores as the game page shows them above its pad."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from scorekeeper.base.i18n import gettext as _
from scorekeeper.engine.scoring import at_the_line
from scorekeeper.games.pages.pad_view import side_names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.engine.state import State

FULL_BOARD = 3
"""Sides up to which a board has room for sentences."""


def board(
    state: State, players: Sequence[str], target: int | None, places: Sequence[str] = (), *, over: bool = False
) -> list[dict[str, Any]]:
    """The scores: `name`, `score`, `note` (what matters now), `out`, `winner`.

    `target`: the score that wins, None where none does; `places`: where each side stands in a tournament; `over`: no hand will
    follow, whatever the rules of the game say.
    """
    names = side_names(state.rules, players)
    full = len(names) <= FULL_BOARD
    return [
        {
            "name": name,
            "score": state.scores[side],
            "note": " · ".join(filter(None, (*places[side : side + 1], "" if over else _note(state, side, target, full)))),
            "out": side in state.dropped,
            "winner": side in state.outcome.winners,
        }
        for side, name in enumerate(names)
    ]


def _note(state: State, side: int, target: int | None, full: bool) -> str:
    rules, score = state.rules, state.scores[side]
    if side in state.dropped:
        return _("out") if not full else _("dropped out")
    if state.outcome.over:
        return ""
    if score < 0:
        return _("in the box")
    if at_the_line(rules, score):
        if rules.opponents_score == "must_bid":
            return _("must bid to score") if full else _("must bid")
        return _("scores if they fail") if full else _("must set")
    return "" if target is None else _("%(points)s to go", points=target - score)
