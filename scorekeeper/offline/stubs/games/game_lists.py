"""The lists of this phone's games, and suggestions for the next game."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.games.commands.game_state import GameState, load
from scorekeeper.offline.stubs.games.stored_games import CHANGES, GAMES, SERVER_FACTS, LocalGame, mark_changed, own_games

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from scorekeeper.engine.ruleset import RuleSet
    from scorekeeper.games.commands.access import Access


LISTED = 100
"""Most games on a list."""
COPIES_LISTED = 20
"""Most copies on a list. Each is scored first, which takes a phone a while."""


@dataclass(frozen=True)
class LoadedGame:
    """A game on a list, with access to it and its state."""

    access: Access
    game: GameState


def games_of_device(_visitor: object, *, hidden: bool = False, match_id: str | None = None) -> list[LoadedGame]:
    """Return the games that this phone knows, last changed first, with only the newest copies.

    The games of a match come in order of play.
    """
    if match_id is not None:
        games = sorted(
            [one for one in _existing_games() if one.match and one.match["id"] == match_id], key=lambda one: one.number
        )
    else:
        copied = (
            [] if hidden else _last_first([one for one in _existing_games() if one.copied and _is_listed(one)])[:COPIES_LISTED]
        )
        own = [one for one in own_games() if one.hidden == hidden]
        games = _last_first({one.uuid: one for one in [*copied, *own]}.values())[:LISTED]
    return load_games([game.access() for game in games])


def _is_listed(copy: LocalGame) -> bool:
    """Return whether the server lists a game for this device, or the copy is newer than the server's list."""
    listed_games = SERVER_FACTS.get("games")
    return (
        listed_games is None
        or copy.copied_at > SERVER_FACTS.get("since", "")
        or any(number == copy.id for number, _revision in listed_games)
    )


def local_accesses() -> list[Access]:
    """Return access to the games that started on this phone, last changed first, without the hidden ones."""
    return [game.access() for game in _last_first(own_games()) if not game.hidden][:LISTED]


def _last_first(games: Iterable[LocalGame]) -> list[LocalGame]:
    """Return the games, last changed first."""
    return sorted(games, key=lambda one: (-one.changed_at.ms, -one.id))  # type: ignore[attr-defined]


def _existing_games() -> list[LocalGame]:
    return [game for game in GAMES.values() if game.revision]


def load_games(accesses: Iterable[Access]) -> list[LoadedGame]:
    """Return the games for these accesses."""
    return [LoadedGame(access, load(access)) for access in accesses]


_accesses: dict[str, Any] = {}
"""The last result of `accesses_of_devices`, with the `CHANGES` count it is for, because counting many games asks often."""


def accesses_of_devices(_devices: Iterable[int], _own: int | None) -> list[Access]:
    """Return access to every game that this phone knows, each once. One of its own may be a server's by now too."""
    if _accesses.get("of") != CHANGES[0]:
        ways = {game.uuid: game.access() for game in sorted(_existing_games(), key=lambda one: -one.id) if not game.hidden}
        _accesses.update(of=CHANGES[0], ways=sorted(ways.values(), key=lambda access: access.game_id))
    return list(_accesses["ways"])


def newest_games(_visitor: object, most: int) -> list[LoadedGame]:
    """Return the newest games that this phone knows, at most `most`."""
    games = sorted(_existing_games(), key=lambda one: -one.created_at.ms)  # type: ignore[attr-defined]
    return load_games([game.access() for game in games[:most]])


def device_accesses(_device_id: int, _who: str) -> list[Access]:
    """Return access to the newest games that this phone knows, without the hidden ones."""
    return accesses_of_devices((), None)[-LISTED:]


def all_games(_visitor: object) -> list[LoadedGame]:
    """Return all games that started on this phone, the hidden ones last."""
    return load_games([game.access() for game in sorted(_last_first(own_games()), key=lambda one: one.hidden)])


def hide_game(access: Access, hidden: bool = True) -> None:
    """Remove the game from the list, or put it back."""
    game = GAMES[access.game_id]
    mark_changed(game)
    game.hidden = hidden


def recent_rules(games: Iterable[LoadedGame]) -> list[RuleSet]:
    """Return the rule sets of the games without repeats, last used first."""
    return list(dict.fromkeys([one.game.rules for one in _newest_first(games)]))


def recent_names(games: Iterable[LoadedGame]) -> list[str]:
    """Return the names of players, most recent first, then the names that a server knows for this device."""
    names = [name for one in _newest_first(games) for name in one.game.players]
    return list(dict.fromkeys([*names, *SERVER_FACTS.get("names", [])]))


def _newest_first(games: Iterable[LoadedGame]) -> list[LoadedGame]:
    return sorted(games, key=lambda game: -game.access.game_id)
