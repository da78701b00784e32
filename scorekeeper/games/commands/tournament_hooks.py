"""The host of a game: a tournament registers here to control the games at its tables."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scorekeeper.games.store.empty_query import no_games

if TYPE_CHECKING:
    from sqlalchemy import Select

    from scorekeeper.engine.ruleset import RuleSet
    from scorekeeper.games.commands.access import Access
    from scorekeeper.games.commands.game_state import GameState


@dataclass(frozen=True)
class MatchBanner:
    """The strip above the pad, and what the pad needs to know of the match.

    `url` is the table's page, `text` the round and table, and `far` the progress. `over` means that the match is finished,
    `in_time` that it was so when time ran out, and `level` that it is tied but someone must win. `next_game` follows a
    finished game, and `decided` means that the match has its result. `hands_left` is set if the match has a number of hands.
    `notes` are the sides' states, `clock` is the round's, and `rules` is their name. `announcement` is what the desk says to
    everyone, and `call_url` is where the table calls the director, empty if it can't. For `stamp`, see `Host.stamp_of`.
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
    announcement: str = ""
    call_url: str = ""


class Host:
    """The kitchen table: a game without a tournament. A tournament registers its own subclass (`register_host`)."""

    def check_room(self, access: Access, game: GameState, kind: object) -> None:
        """Raise Refusal if the match has no room for the event."""

    def games(self) -> Select[Any]:
        """Return a query for the ids of the host's games."""
        return no_games()

    def places(self, game_ids: Iterable[int]) -> dict[int, tuple[int, int]]:
        """Return round and table of each of the games that is at the host."""
        return {}

    def target_of(self, access: Access, rules: RuleSet) -> int | None:
        """Return the score that wins the game, or None if the match has a number of hands or a time."""
        return rules.target

    def strip_of(self, access: Access) -> MatchBanner | None:
        """Return the strip above the pad, for people who may record."""
        return None

    def stamp_of(self, access: Access) -> str:
        """Return a text that changes whenever the pad must be updated without a new hand."""
        return ""

    def rules_of(self, access: Access) -> tuple[RuleSet, str] | None:
        """Return the host's rules and the length of the match in words."""
        return None


_host = Host()


def current_host() -> Host:
    """Return the registered host."""
    return _host


def register_host(other: Host) -> None:
    """Make `other` the host."""
    global _host
    _host = other
