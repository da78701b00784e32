"""News of a game, for long polls."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import TYPE_CHECKING

from sqlalchemy import select

from scorekeeper.core.db.database import rows
from scorekeeper.core.http.long_poll import LONGEST_SECONDS, News
from scorekeeper.games.store.game import Game

if TYPE_CHECKING:
    from scorekeeper.games.commands.authorization import Access

AT_A_TABLE = 4.0
"""Seconds that a long poll waits at a tournament, where the round, the clock and the match change without a hand."""


def news_of_game(access: Access, *, hosted: bool) -> News:
    """Return the news to wait for: a new revision, or a rematch. `hosted` means at a tournament."""
    return News(newest_revisions, access.game_id, (access.revision, access.next_id), AT_A_TABLE if hosted else LONGEST_SECONDS)


def newest_revisions(numbers: Iterable[int]) -> Mapping[int, Hashable]:
    """Return the current revisions of games, and their rematches."""
    query = select(Game.id, Game.revision, Game.next_id).where(Game.id.in_(list(numbers)))
    return {number: (revision, following) for number, revision, following in rows(query)}
