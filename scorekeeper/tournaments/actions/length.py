"""How long a game lasts that belongs to a match of a tournament: to which score, and whether it has room for another hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.base.refusals import NotFound, Refusal
from scorekeeper.tournaments.actions import board, live
from scorekeeper.tournaments.actions import entrance as tournament_entrance
from scorekeeper.tournaments.actions.match import BEYOND, LASTING, counted

if TYPE_CHECKING:
    from scorekeeper.engine.ruleset import RuleSet
    from scorekeeper.games.actions.access import Access
    from scorekeeper.games.actions.game_state import GameState
    from scorekeeper.tournament.record import MatchLength


def check_room(access: Access, game: GameState, kind: object) -> None:
    """Raises Refusal("table.length") for a hand beyond the last one of a match of so many hands.

    A match that the clock ends takes hands late as well: they may have been played, and kept on a phone, before time was up.
    """
    if kind not in LASTING or game.rules.target < BEYOND:
        return
    played = len(counted(game))
    match = _match_of(access) if played else None
    if match is not None and match.kind == "hands" and match.hands and played >= match.hands:
        raise Refusal("table.length", high=match.hands)


def target_of(access: Access, rules: RuleSet) -> int | None:
    """The score that wins a game; None for one of a match that lasts a number of hands, or a time."""
    if rules.target < BEYOND:
        return rules.target
    match = _match_of(access)
    return rules.target if match is None or match.kind == "race" else None


def _match_of(access: Access) -> MatchLength | None:
    """How long the match lasts that a game belongs to; None for a game of no tournament."""
    at = live.of_games([access.game_id]).get(access.game_id)
    if at is None:
        return None
    try:
        table = tournament_entrance.table(tournament_entrance.token_by_id(at[3]))
        return board.load(table).match_in(table.round)
    except NotFound:
        return None
