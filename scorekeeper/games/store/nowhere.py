"""No games at all, as a question to the database."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Select, false, select

from scorekeeper.games.store.game import Game


def no_games() -> Select[Any]:
    """Nothing, where the numbers of games are asked for."""
    return select(Game.id).where(false())
