"""The length of a game that belongs to a tournament match: its target, and whether another hand may be added."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.core.refusals import NotFound, Refusal
from scorekeeper.tournaments.commands import authorization as tournament_entrance
from scorekeeper.tournaments.commands import snapshot
from scorekeeper.tournaments.commands.live import live_games
from scorekeeper.tournaments.commands.live.match_games import COUNTED_KINDS, UNREACHABLE_TARGET, counted_hands

if TYPE_CHECKING:
    from scorekeeper.engine.ruleset import RuleSet
    from scorekeeper.games.commands.access import Access
    from scorekeeper.games.commands.game_state import GameState
    from scorekeeper.pairing.record.record import MatchLength


def check_room(access: Access, game: GameState, kind: object) -> None:
    """Raise Refusal("table.length") for a hand beyond the last of a match with a set number of hands.

    A match on the clock still takes late hands, because a phone may have stored them before time was up.
    """
    if kind not in COUNTED_KINDS or game.rules.target < UNREACHABLE_TARGET:
        return
    played = len(counted_hands(game))
    match = _match_of(access) if played else None
    if match is not None and match.kind == "hands" and match.hands and played >= match.hands:
        raise Refusal("table.length", high=match.hands)


def target_of(access: Access, rules: RuleSet) -> int | None:
    """Return the score that wins a game; None in a match over a number of hands or a time."""
    if rules.target < UNREACHABLE_TARGET:
        return rules.target
    match = _match_of(access)
    return rules.target if match is None or match.kind == "race" else None


def _match_of(access: Access) -> MatchLength | None:
    """Return the length of the match that a game belongs to; None without a tournament."""
    at = live_games.of_games([access.game_id]).get(access.game_id)
    if at is None:
        return None
    try:
        table = tournament_entrance.table(tournament_entrance.token_by_id(at[3]))
        return snapshot.load(table).match_in(table.round)
    except NotFound:
        return None
