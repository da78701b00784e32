"""The history of a game: every change with its author and time, and the state before."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any

from scorekeeper.core import limits
from scorekeeper.core.api.json_schema import Id, Ordinal, integer, one_of
from scorekeeper.games.commands.access import Access
from scorekeeper.games.commands.game_state import GameState, load
from scorekeeper.games.store.log import GameEvent
from scorekeeper.games.store.log_rows import events_of
from scorekeeper.games.store.parts import ACTIONS

REVISION = integer(1, limits.MOST_CHANGES)
Revision = Annotated[int, REVISION]


@dataclass(frozen=True)
class GameStep:
    """One change. `action` is one of `store.parts.ACTIONS`. `n` is the entry's current number, None if it is void.

    `before` and `after` have the parts that changed, in the format of the game record: `event`, `struck`, `players`,
    `contract`. `place` is the entry it was inserted before. `undoes` is the revision it reversed, and `undone` says that it
    is now reversed itself. `mine` says that it came from this device.
    """

    revision: Revision
    at: datetime
    who: str
    mine: bool
    action: Annotated[str, one_of(ACTIONS)]
    entry: Id | None
    n: Ordinal | None
    place: Id | None
    before: dict[str, Any]
    after: dict[str, Any]
    undoes: Revision | None
    undone: bool


def history(access: Access, game: GameState | None = None) -> list[GameStep]:
    """Return every change of the game, newest first."""
    game = game or load(access)
    places = {e.id: e.n for e in game.entries}
    return [step(access, row, game, places) for row in reversed(events_of(access.game_id)) if row.revision <= game.revision]


def steps(access: Access, rows: list[GameEvent], game: GameState) -> list[GameStep]:
    """Return some changes in the order given, such as the ones behind a conflict."""
    places = {e.id: e.n for e in game.entries}
    return [step(access, row, game, places) for row in rows]


def step(access: Access, row: GameEvent, game: GameState, places: dict[int, int]) -> GameStep:
    """Return one change as this access may see it."""
    return GameStep(
        revision=row.revision,
        at=row.at,
        who=row.who,
        mine=access.made_event(row),
        action=row.action,
        entry=row.entry,
        n=None if row.entry is None else places.get(row.entry),
        place=row.place,
        before=row.before,
        after=row.after,
        undoes=row.undoes,
        undone=row.revision in game.log.undone,
    )
