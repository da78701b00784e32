"""Game summaries for the statistics. Each revision is counted once and cached."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING

from scorekeeper.base import hours
from scorekeeper.base.keys import folded
from scorekeeper.codec.rules_link import rules_to_link
from scorekeeper.engine.events import Adjustment
from scorekeeper.games.actions import counted_kept
from scorekeeper.games.actions.counted import Counted
from scorekeeper.games.actions.game_state import GameState, load_many
from scorekeeper.statistics.deeds import ScoredGame
from scorekeeper.statistics.summary import summary

if TYPE_CHECKING:
    from scorekeeper.engine.ruleset import RuleSet
    from scorekeeper.games.actions.entrance import Access

_AT_ONCE = 200
"""Games per database query."""

MORNING = timedelta(hours=5)
"""A session may run past midnight. Games before this hour belong to the day before."""


def counted(accesses: Iterable[Access]) -> list[Counted]:
    """Return the games' summaries, in the order in which the games started."""
    accesses = list(accesses)
    kept = {access.game_id: known for access in accesses if (known := counted_kept.known(access)) is not None}
    missing = [access for access in accesses if access.game_id not in kept]
    for first in range(0, len(missing), _AT_ONCE):
        some = missing[first : first + _AT_ONCE]
        for access, game in zip(some, load_many(some), strict=True):
            found = kept[access.game_id] = _counted(access, game)
            if game.revision == access.revision:
                counted_kept.keep(found, len(game.entries))
    # The day depends on the time zone of the request.
    here = [_here(kept[access.game_id], access) for access in accesses]
    return sorted(here, key=lambda one: (one.began, one.access.game_id))


def in_full(games: Sequence[Counted]) -> Iterator[tuple[Counted, ScoredGame]]:
    """Yield the same games hand by hand, loaded in batches."""
    for first in range(0, len(games), _AT_ONCE):
        some = games[first : first + _AT_ONCE]
        for one, game in zip(some, load_many([one.access for one in some]), strict=True):
            yield one, scored_game(one.access, game)


def scored_game(access: Access, game: GameState) -> ScoredGame:
    """Return a game in the form that the statistics use."""
    entries = [entry for entry in game.entries if entry.hand is not None]
    return ScoredGame(
        access.game_id,
        evening_of(began(access, game)),
        game.rules,
        rules_key(game.rules),
        tuple(entry.hand for entry in entries if entry.hand is not None),
        tuple(entry.players for entry in entries),
        game.log.start_scores,
        game.log.about.get("place", ""),
    )


def began(access: Access, game: GameState) -> datetime:
    """Return when a game started, from its imported record or from here."""
    told = game.log.header.get("started_at")
    return datetime.fromisoformat(told) if told else access.created_at


def evening_of(moment: datetime) -> str:
    """Return the day (ISO) of the session that a timestamp belongs to, in the page's time zone."""
    return (hours.local(moment) - MORNING).date().isoformat()


@lru_cache(maxsize=512)
def rules_key(rules: RuleSet) -> str:
    """Return a key of the rules for URLs: their name, with the options that differ from it."""
    return rules_to_link(rules)


def _counted(access: Access, game: GameState) -> Counted:
    found = summary(scored_game(access, game))
    about, called = game.log.about, game.log.header.get("rules_name", "")
    names = dict.fromkeys(name for stint in found.stints for name in stint.players) or game.players
    notes = [entry.event.note for entry in game.entries]
    reasons = [entry.event.reason for entry in game.entries if isinstance(entry.event, Adjustment)]
    words = folded(" · ".join(text for text in (*names, *about.values(), called, *notes, *reasons) if text))
    return Counted(access, found, game.rules, called, began(access, game), about.get("occasion", ""), words)


def _here(one: Counted, access: Access) -> Counted:
    day = evening_of(one.began)
    if access is one.access and day == one.summary.day:
        return one
    return replace(one, access=access, summary=replace(one.summary, day=day))
