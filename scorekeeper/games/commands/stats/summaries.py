"""Game summaries for the statistics. Each revision is counted once and cached."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING

from scorekeeper.core.i18n import timezones
from scorekeeper.core.security.signing import fold
from scorekeeper.engine.events import Adjustment
from scorekeeper.formats.rules import rules_to_link
from scorekeeper.games.commands.game_state import GameState, load_many
from scorekeeper.games.commands.stats import summary_cache
from scorekeeper.games.commands.stats.game_summary import SummarizedGame
from scorekeeper.stats.hand_facts import ScoredGame
from scorekeeper.stats.summary import summarize

if TYPE_CHECKING:
    from scorekeeper.engine.ruleset import RuleSet
    from scorekeeper.games.commands.authorization import Access

_BATCH_SIZE = 200
"""Games per database query."""

MORNING = timedelta(hours=5)
"""A session may run past midnight. Games before this hour belong to the day before."""


def summarize_games(accesses: Iterable[Access]) -> list[SummarizedGame]:
    """Return the games' summaries, in the order in which the games started."""
    accesses = list(accesses)
    summary_by_game = {
        access.game_id: known for access in accesses if (known := summary_cache.cached_summary(access)) is not None
    }
    missing = [access for access in accesses if access.game_id not in summary_by_game]
    for first in range(0, len(missing), _BATCH_SIZE):
        some = missing[first : first + _BATCH_SIZE]
        for access, game in zip(some, load_many(some), strict=True):
            found = summary_by_game[access.game_id] = _summarize_game(access, game)
            if game.revision == access.revision:
                summary_cache.cache_summary(found, len(game.entries))
    # The day depends on the time zone of the request.
    summaries = [_with_local_day(summary_by_game[access.game_id], access) for access in accesses]
    return sorted(summaries, key=lambda one: (one.began, one.access.game_id))


def iterate_scored_games(games: Sequence[SummarizedGame]) -> Iterator[tuple[SummarizedGame, ScoredGame]]:
    """Yield the same games hand by hand, loaded in batches."""
    for first in range(0, len(games), _BATCH_SIZE):
        some = games[first : first + _BATCH_SIZE]
        for one, game in zip(some, load_many([one.access for one in some]), strict=True):
            yield one, scored_game(one.access, game)


def scored_game(access: Access, game: GameState) -> ScoredGame:
    """Return a game in the form that the statistics use."""
    entries = [entry for entry in game.entries if entry.hand is not None]
    return ScoredGame(
        access.game_id,
        session_day(started_at(access, game)),
        game.rules,
        rules_key(game.rules),
        tuple(entry.hand for entry in entries if entry.hand is not None),
        tuple(entry.players for entry in entries),
        game.log.start_scores,
        game.log.about.get("place", ""),
    )


def started_at(access: Access, game: GameState) -> datetime:
    """Return when a game started, from its imported record or from here."""
    recorded_start = game.log.header.get("started_at")
    return datetime.fromisoformat(recorded_start) if recorded_start else access.created_at


def session_day(moment: datetime) -> str:
    """Return the day (ISO) of the session that a timestamp belongs to, in the page's time zone."""
    return (timezones.to_page_zone(moment) - MORNING).date().isoformat()


@lru_cache(maxsize=512)
def rules_key(rules: RuleSet) -> str:
    """Return a key of the rules for URLs: their name, with the options that differ from it."""
    return rules_to_link(rules)


def _summarize_game(access: Access, game: GameState) -> SummarizedGame:
    found = summarize(scored_game(access, game))
    about, called = game.log.about, game.log.header.get("rules_name", "")
    names = dict.fromkeys(name for stint in found.stints for name in stint.players) or game.players
    notes = [entry.event.note for entry in game.entries]
    reasons = [entry.event.reason for entry in game.entries if isinstance(entry.event, Adjustment)]
    words = fold(" · ".join(text for text in (*names, *about.values(), called, *notes, *reasons) if text))
    return SummarizedGame(access, found, game.rules, called, started_at(access, game), about.get("occasion", ""), words)


def _with_local_day(one: SummarizedGame, access: Access) -> SummarizedGame:
    day = session_day(one.began)
    if access is one.access and day == one.summary.day:
        return one
    return replace(one, access=access, summary=replace(one.summary, day=day))
