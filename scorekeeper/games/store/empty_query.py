"""A database query that finds no games."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Select, false, select

from scorekeeper.games.store.game import Game


def no_games() -> Select[Any]:
    """Return a query for game ids that has no results."""
    return select(Game.id).where(false())
