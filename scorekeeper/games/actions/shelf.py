"""The games behind someone's statistics: a device's, or a household's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from scorekeeper.games.actions.counted import Counted
from scorekeeper.games.actions.counting import counted, in_full
from scorekeeper.games.actions.game_state import GameState, load
from scorekeeper.games.actions.joining import joined_by
from scorekeeper.games.actions.lists import ways_of
from scorekeeper.games.actions.people import People
from scorekeeper.statistics.figures import FiguresQuery, behind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scorekeeper.engine.events import Bid
    from scorekeeper.statistics.deeds import Deed
    from scorekeeper.statistics.summary import Summary


@dataclass
class Shelf:
    """Games for the statistics. `devices` are their owners.

    `own` is the device that asks and may open its games, or None.
    """

    devices: Sequence[int]
    own: int | None = None

    @cached_property
    def games(self) -> list[Counted]:
        """The games on these devices' lists, each once, in the order in which they started."""
        return counted(ways_of(self.devices, self.own))

    @cached_property
    def people(self) -> People:
        """The people behind the names in these games."""
        people = People(joined_by(self.devices))
        for game in self.games:
            for stint in game.summary.stints:
                people.saw(stint.players)
        return people

    def summaries(self) -> Iterator[Summary]:
        """Yield the summaries of the games."""
        return (game.summary for game in self.games)

    def behind(self, asked: FiguresQuery, kind: str, *at: Bid) -> list[FoundDeed]:
        """Return the facts behind a number, newest game first."""
        games = [game for game in reversed(self.games) if asked.admits(game.summary) and _has(game.summary, kind)]
        return [
            FoundDeed(game, deed) for game, scored in in_full(games) for deed in behind(scored, asked, self.people, kind, *at)
        ]


@dataclass(frozen=True, slots=True)
class FoundDeed:
    """A fact and its game."""

    game: Counted
    deed: Deed

    @property
    def state(self) -> GameState:
        """The current state of the game."""
        return load(self.game.access)


def _has(summary: Summary, kind: str) -> bool:
    tallies = (rows for stint in summary.stints for rows in (*stint.seats, *stint.sides))
    return any(row[0] == kind for rows in tallies for row in rows)
