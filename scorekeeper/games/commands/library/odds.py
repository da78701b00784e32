"""The odds of a game, from its rules and the same players' earlier games."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from scorekeeper.games.commands.library import matches
from scorekeeper.games.commands.library.game_lists import device_accesses, load_games
from scorekeeper.games.commands.tournament_hooks import current_host
from scorekeeper.odds.bidding_model import Habits, count_hands, expect
from scorekeeper.odds.model import model_of
from scorekeeper.odds.report import Odds, odds_at

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from scorekeeper.engine.ruleset import RuleSet
    from scorekeeper.games.commands.authorization import Access
    from scorekeeper.games.commands.game_state import GameState
    from scorekeeper.odds.model import Model

REMEMBERED = 16
"""Number of combinations of rules and habits whose model a process caches."""


def odds_of(access: Access, game: GameState) -> Odds:
    """Return the current odds of a game. Its own hands don't count as habits, so earlier chances don't change."""
    if current_host().target_of(access, game.rules) is None:
        return odds_at(game.state, game.hands, Habits(), None)
    habits = habits_of(access, game)
    return odds_at(game.state, game.hands, habits, model_for(game.rules, habits))


def habits_of(access: Access, game: GameState) -> Habits:
    """Return the habits from earlier games of the same players under the same rules, as far as this access reaches."""
    habits = Habits()
    for earlier in _earlier_games(access):
        if earlier.rules == game.rules and _normalized_names(earlier.players) == _normalized_names(game.players):
            count_hands(habits, earlier.rules, [(entry.event, entry.hand) for entry in earlier.entries])
    return habits


def _earlier_games(access: Access) -> Iterable[GameState]:
    """Return the games that started before this one."""
    if access.device_id is None:
        standing = matches.match_standing(access)
        games = list(standing.games) if standing else []
    else:
        games = load_games(device_accesses(access.device_id, access.who))
    return [one.game for one in games if one.access.game_id < access.game_id]


def _normalized_names(players: Sequence[str]) -> list[str]:
    return sorted(" ".join(name.casefold().split()) for name in players)


def model_for(rules: RuleSet, habits: Habits) -> Model:
    """Return the model for these rules and habits, calculated once per process."""
    key = (habits.hands, habits.made, habits.spoke, habits.heard, habits.sans, habits.named)
    return _cached_model(rules, key, tuple(habits.bids.items()), tuple(habits.points.items()))


@lru_cache(REMEMBERED)
def _cached_model(
    rules: RuleSet, counts: tuple[int, ...], bids: tuple[tuple[int | str, int], ...], points: tuple[tuple[int, int], ...]
) -> Model:
    hands, made, spoke, heard, sans, named = counts
    habits = Habits(hands, dict(bids), dict(points), made, spoke, heard, sans, named)
    return model_of(rules, expect(rules, habits))
