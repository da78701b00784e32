"""Where a game is played, if not at the kitchen table: at a tournament, which tells here what becomes of it there."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scorekeeper.games.store.nowhere import no_games

if TYPE_CHECKING:
    from sqlalchemy import Select

    from scorekeeper.engine.ruleset import RuleSet
    from scorekeeper.games.actions.access import Access
    from scorekeeper.games.actions.game_state import GameState


@dataclass(frozen=True)
class Strip:
    """What the strip says, and what the pad below it has to know of the match.

    `url`: the table's page; `text`: round and table; `far`: how far; `over`: all of it is played; `in_time`: as time was up;
    `level`: and nobody has won where somebody must; `next_game`: the game after the one that is over; `decided`: it has its
    result; `hands_left`: where that is a number; `notes`: where each side stands; `clock`: of this round; `rules`: their name;
    `stamp`: see `Host.stamp_of`.
    """

    url: str
    text: str
    far: str
    over: bool
    in_time: bool
    level: bool
    next_game: int | None
    decided: bool
    hands_left: int | None
    notes: tuple[str, ...]
    clock: dict[str, Any] | None
    rules: str
    stamp: str


class Host:
    """The kitchen table: nobody else knows of the game. Whoever has games at its tables answers in its place (`register`)."""

    def check_room(self, access: Access, game: GameState, kind: object) -> None:
        """Raises Refusal for an event that the match has no room for."""

    def games(self) -> Select[Any]:
        """The games that are played there, by number."""
        return no_games()

    def places(self, game_ids: Iterable[int]) -> dict[int, tuple[int, int]]:
        """Round and table of those games that are played there."""
        return {}

    def target_of(self, access: Access, rules: RuleSet) -> int | None:
        """The score that wins the game; None where it lasts a number of hands, or a time."""
        return rules.target

    def strip_of(self, access: Access) -> Strip | None:
        """What stands above the pad, for those who may score the game."""
        return None

    def stamp_of(self, access: Access) -> str:
        """Changes whenever the pad must say something else though no hand was recorded."""
        return ""

    def rules_of(self, access: Access) -> tuple[RuleSet, str] | None:
        """The rules that are played by there, and how long the match lasts, in words."""
        return None


_host = Host()


def host() -> Host:
    """Whoever has games at its tables."""
    return _host


def register(other: Host) -> None:
    """From now on `other` answers for the games at its tables."""
    global _host
    _host = other
