"""Local copies of games for a phone to use offline, each with its whole log."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import select

from scorekeeper.core.db.database import db
from scorekeeper.games.commands.tournament_hooks import current_host
from scorekeeper.games.store.game import Game, Series
from scorekeeper.games.store.log_rows import events_of_many

if TYPE_CHECKING:
    from collections.abc import Iterable

    from scorekeeper.games.commands.access import Access
    from scorekeeper.games.store.log import GameEvent

_ROW_FIELDS = ("revision", "uuid", "who", "action", "entry", "place", "before", "after", "undoes")


def without_tournaments(accesses: Iterable[Access]) -> list[Access]:
    """Return the accesses without games at a tournament, which are not copied."""
    accesses = list(accesses)
    hosted = current_host().places([access.game_id for access in accesses])
    return [access for access in accesses if access.game_id not in hosted]


def make_local_copies(accesses: Iterable[Access]) -> list[dict[str, Any]]:
    """Return the games for a phone to store (`offline/stubs/games/stored_games.py`), in three queries."""
    ways = {access.game_id: access for access in accesses}
    query = select(Game.id, Game.uuid, Series.uuid, Series.games_to_win).outerjoin(Series, Series.id == Game.match_id)
    logs = events_of_many(ways)
    return [
        _copy(ways[game], uuid, None if match is None else {"id": match, "games_to_win": games_to_win}, logs[game])
        for game, uuid, match, games_to_win in db.session.execute(query.where(Game.id.in_(list(ways))))
    ]


def _copy(access: Access, uuid: str, match: dict[str, Any] | None, log: list[GameEvent]) -> dict[str, Any]:
    return {
        "id": access.game_id,
        "uuid": uuid,
        "created": access.created_at.isoformat(),
        "changed": access.changed_at.isoformat(),
        "match": match,
        "number": access.number,
        "next": access.next_id,
        "role": access.role,
        # from the log, which may be newer than the access
        "revision": log[-1].revision,
        "rows": [_row(row, access) for row in log],
    }


def _row(row: GameEvent, access: Access) -> dict[str, Any]:
    facts = {name: getattr(row, name) for name in _ROW_FIELDS}
    return {**facts, "at": row.at.isoformat(), "mine": access.made_event(row)}
