"""What those who watch a game wait for: that it moves on."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import TYPE_CHECKING

from sqlalchemy import select

from scorekeeper.base.db import rows
from scorekeeper.base.holding import LONGEST, News
from scorekeeper.games.store.game import Game

if TYPE_CHECKING:
    from scorekeeper.games.actions.entrance import Access

AT_A_TABLE = 4.0
"""Seconds that news of a tournament's game are waited for: its round, its clock and the match change without a hand."""


def of(access: Access, *, hosted: bool) -> News:
    """A hand more, another correction, or a rematch. `hosted`: it is played at a tournament."""
    return News(newest, access.game_id, (access.revision, access.next_id), AT_A_TABLE if hosted else LONGEST)


def newest(numbers: Iterable[int]) -> Mapping[int, Hashable]:
    """At which revision games are, and which games follow them."""
    query = select(Game.id, Game.revision, Game.next_id).where(Game.id.in_(list(numbers)))
    return {number: (revision, following) for number, revision, following in rows(query)}
