"""The games behind someone's statistics: a device's, or a household's."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from scorekeeper.games.commands.game_state import GameState, load
from scorekeeper.games.commands.library.game_lists import accesses_of_devices
from scorekeeper.games.commands.stats.game_summary import SummarizedGame
from scorekeeper.games.commands.stats.joined_names import list_joined_names
from scorekeeper.games.commands.stats.people import People
from scorekeeper.games.commands.stats.summaries import iterate_scored_games, summarize_games
from scorekeeper.stats.player_stats import FiguresQuery, facts_behind

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scorekeeper.engine.events import Bid
    from scorekeeper.stats.hand_facts import HandFact
    from scorekeeper.stats.summary import Summary


@dataclass
class GameCollection:
    """Games for the statistics. `devices` are their owners.

    `own` is the device that asks and may open its games, or None.
    """

    devices: Sequence[int]
    own: int | None = None

    @cached_property
    def games(self) -> list[SummarizedGame]:
        """The games on these devices' lists, each once, in the order in which they started."""
        return summarize_games(accesses_of_devices(self.devices, self.own))

    @cached_property
    def people(self) -> People:
        """The people behind the names in these games."""
        people = People(list_joined_names(self.devices))
        for game in self.games:
            for stint in game.summary.stints:
                people.remember_spellings(stint.players)
        return people

    def summaries(self) -> Iterator[Summary]:
        """Yield the summaries of the games."""
        return (game.summary for game in self.games)

    def behind(self, query: FiguresQuery, kind: str, *at: Bid) -> list[FoundFact]:
        """Return the facts behind a number, newest game first."""
        games = [game for game in reversed(self.games) if query.admits(game.summary) and _has_fact(game.summary, kind)]
        return [
            FoundFact(game, fact)
            for game, scored in iterate_scored_games(games)
            for fact in facts_behind(scored, query, self.people, kind, *at)
        ]


@dataclass(frozen=True, slots=True)
class FoundFact:
    """A fact and its game."""

    game: SummarizedGame
    deed: HandFact

    @property
    def state(self) -> GameState:
        """The current state of the game."""
        return load(self.game.access)


def _has_fact(summary: Summary, kind: str) -> bool:
    tallies = (rows for stint in summary.stints for rows in (*stint.seats, *stint.sides))
    return any(row[0] == kind for rows in tallies for row in rows)
