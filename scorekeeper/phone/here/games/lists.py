"""The games of this phone, and what it will probably want next."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.games.actions.game_state import GameState, load
from scorekeeper.phone.here.games.kept import GAMES, KNOWN, touched

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from scorekeeper.engine.ruleset import RuleSet
    from scorekeeper.games.actions.access import Access


@dataclass(frozen=True)
class Listed:
    """A game on a list: the way to it, and how it stands."""

    access: Access
    game: GameState


def of_device(_visitor: object, *, hidden: bool = False, match_id: str | None = None) -> list[Listed]:
    """The phone's games, the one last changed first; those of one match in the order of play."""
    games = [game for game in GAMES.values() if game.rows]
    if match_id is not None:
        games = sorted([one for one in games if one.match and one.match["id"] == match_id], key=lambda one: one.number)
    else:
        games = sorted([one for one in games if one.hidden == hidden], key=lambda one: (-one.changed_at.ms, -one.id))  # type: ignore[attr-defined]
    accesses = [game.access() for game in games]
    return [Listed(access, load(access)) for access in accesses]


def every(_visitor: object) -> list[Listed]:
    """All of them, those off the list too."""
    return [*of_device(None), *of_device(None, hidden=True)]


def hide(access: Access, hidden: bool = True) -> None:
    """Take the game off the list, or put it back."""
    game = GAMES[access.game_id]
    touched(game)
    game.hidden = hidden


def recent_rules(games: Iterable[Listed]) -> list[RuleSet]:
    """The rule sets of the games, the one last used first, each once."""
    return list(dict.fromkeys([one.game.rules for one in _newest_first(games)]))


def recent_names(games: Iterable[Listed]) -> list[str]:
    """Names of players, those who played last first, and those whom a server knows of this device."""
    here = [name for one in _newest_first(games) for name in one.game.players]
    return list(dict.fromkeys([*here, *KNOWN.get("names", [])]))


def _newest_first(games: Iterable[Listed]) -> list[Listed]:
    return sorted(games, key=lambda game: -game.access.game_id)
