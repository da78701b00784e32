"""Whether a game that belongs to a match of a tournament has room for another hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.base.refusals import NotFound, Refusal
from scorekeeper.games.actions.host import NO_END
from scorekeeper.tournaments.actions import board, live
from scorekeeper.tournaments.actions import way as club_way
from scorekeeper.tournaments.actions.match import LASTING, counted

if TYPE_CHECKING:
    from scorekeeper.games.actions.entrance import Way
    from scorekeeper.games.actions.view import View


def check_room(way: Way, view: View, kind: object) -> None:
    """Raises Refusal("table.length") for a hand beyond the last one of a match of so many hands.

    A match that the clock ends takes hands late as well: they may have been played, and kept on a phone, before time was up.
    """
    if kind not in LASTING or view.rules.target < NO_END:
        return
    played = len(counted(view))
    found = live.of_games([way.game_id]).get(way.game_id) if played else None
    if found is None:
        return
    try:
        table = club_way.table(club_way.token_by_id(found[3]))
        match = board.load(table).match_in(table.round)
    except NotFound:
        return
    if match.kind == "hands" and match.hands and played >= match.hands:
        raise Refusal("table.length", high=match.hands)
