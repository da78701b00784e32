"""Cached game summaries, each for its revision."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from scorekeeper.core.cache import Cache, cache_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scorekeeper.games.commands.access import Access
    from scorekeeper.games.commands.stats.game_summary import SummarizedGame

_REMEMBERED = 60_000
"""Hands in all cached summaries together, some 700 bytes each."""


@dataclass(frozen=True, slots=True)
class _CachedSummary:
    counted: SummarizedGame
    revision: int
    changed_at: datetime


def cached_summary(access: Access) -> SummarizedGame | None:
    """Return the cached summary of the game at its current revision, or None."""
    found = _cache().get(access.game_id)
    is_of_now = found is not None and (found.revision, found.changed_at) == (access.revision, access.changed_at)
    return found.counted if found is not None and is_of_now else None


def cache_summary(counted: SummarizedGame, hands: int) -> None:
    """Cache the summary of a game at its current revision."""
    access = counted.access
    _cache().put(access.game_id, _CachedSummary(counted, access.revision, access.changed_at), 1 + hands)


def is_ready(_accesses: Iterable[Access]) -> bool:
    """Return whether these games can be counted within one page. On a server they always can."""
    return True


def _cache() -> Cache[_CachedSummary]:
    return cache_of("scorekeeper.games.counted", _REMEMBERED)
