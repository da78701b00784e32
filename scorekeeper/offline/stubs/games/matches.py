"""Matches of this phone's games: rematches between the same players, and the games won so far."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import uuid4

from scorekeeper.core.limits import MOST_GAMES_TO_WIN
from scorekeeper.core.refusals import Refusal
from scorekeeper.engine.endings import MatchScore, match_score
from scorekeeper.formats.rules import dump_rules
from scorekeeper.games.commands.game_state import load
from scorekeeper.offline.stubs.games.game_creation import game_started_under, make
from scorekeeper.offline.stubs.games.game_lists import LoadedGame, games_of_device
from scorekeeper.offline.stubs.games.stored_games import GAMES, mark_changed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from scorekeeper.games.commands.access import Access
    from scorekeeper.games.commands.game_state import GameState


@dataclass(frozen=True)
class MatchStanding:
    """A match: its games in order, and the games won by side."""

    games: tuple[LoadedGame, ...]
    score: MatchScore
    games_to_win: int | None


def _check(games_to_win: int | None) -> None:
    if games_to_win is not None and not 1 <= games_to_win <= MOST_GAMES_TO_WIN:
        raise Refusal("games_to_win", "games_to_win", high=MOST_GAMES_TO_WIN)


def rematch(access: Access, *, games_to_win: int | None = None) -> Access:
    """Return the next game of the match, and create it the first time. Raises Refusal("not_over").

    A copy is never written to. The key of the game after a copy is made from the copy's UUID, and the game joins the copy's
    match if there is one.
    """
    _check(games_to_win)
    played = load(access)
    if not played.outcome.over:
        raise Refusal("not_over")
    game = GAMES[access.game_id]
    if game.next_id in GAMES:
        return GAMES[game.next_id].access()
    key = _key_after(game.uuid) if game.copied else str(uuid4())
    following = game_started_under(key) or make(_header(played), key)
    if not game.copied:
        mark_changed(game)
        game.match = game.match or {"id": str(uuid4()), "games_to_win": games_to_win}
        game.next_id = following.id
    if game.match is not None:
        following.match, following.number = game.match, game.number + 1
    return following.access()


def _key_after(uuid: str) -> str:
    """Return the key of the game after a copy: always the same, and no longer than a server accepts (`check_uuid`)."""
    value = 0
    for letter in uuid:
        value = (value * 1_000_003 + ord(letter)) % 10**30
    return f"after-{value}"


def _header(played: GameState) -> dict[str, Any]:
    header = {"rules": dump_rules(played.rules), "players": list(played.players), "first_dealer": played.state.dealer}
    return {**header, **played.log.about, **{n: played.log.header[n] for n in ("rules_name",) if n in played.log.header}}


def set_match_length(access: Access, games_to_win: int) -> None:
    """Make the game the first of a match to `games_to_win` wins. Raises Refusal("games_to_win")."""
    _check(games_to_win)
    game = GAMES[access.game_id]
    if game.match is None:
        mark_changed(game)
        game.match = {"id": str(uuid4()), "games_to_win": games_to_win}


def match_standing(access: Access) -> MatchStanding | None:
    """Return the match that the game belongs to, or None."""
    match = GAMES[access.game_id].match
    if match is None:
        return None
    games = games_of_device(None, match_id=match["id"])
    sides, games_to_win = len(load(access).scores), match.get("games_to_win")
    return MatchStanding(tuple(games), match_score(sides, [one.game.outcome for one in games], games_to_win), games_to_win)
