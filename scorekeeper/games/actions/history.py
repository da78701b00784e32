"""The history of a game: who changed what, when, and what stood before."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any

from scorekeeper.base import limits
from scorekeeper.base.api.shapes import Id, Ordinal, one_of, whole
from scorekeeper.games.actions.entrance import Way
from scorekeeper.games.actions.view import View, load
from scorekeeper.games.store.change import ACTIONS
from scorekeeper.games.store.log import LogRow, rows_of

REVISION = whole(1, limits.MOST_CHANGES)
Revision = Annotated[int, REVISION]


@dataclass(frozen=True)
class Step:
    """One change. `action`: see `storage.change.ACTIONS`; `entry`: the entry it is about, `n` its place on the sheet now (None if
    it is struck out).

    `before`, `after`: the parts that changed, in the form of the game record: `event`, `struck`, `players`, `contract`.
    `place`: the entry it was put before. `undoes`: the revision it took back; `undone`: it is itself taken back now.
    `mine`: it came from this device.
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


def history(way: Way, view: View | None = None) -> list[Step]:
    """Every change of the game, the newest first."""
    view = view or load(way)
    places = {e.id: e.n for e in view.entries}
    return [step(way, row, view, places) for row in reversed(rows_of(way.game_id)) if row.revision <= view.revision]


def steps(way: Way, rows: list[LogRow], view: View) -> list[Step]:
    """Some changes, in the order given: those that made a conflict."""
    places = {e.id: e.n for e in view.entries}
    return [step(way, row, view, places) for row in rows]


def step(way: Way, row: LogRow, view: View, places: dict[int, int]) -> Step:
    """One change, as whoever came this way may see it."""
    mine = row.device_id is not None and row.device_id == way.device_id
    return Step(
        revision=row.revision,
        at=row.at,
        who=row.who,
        mine=mine,
        action=row.action,
        entry=row.entry,
        n=None if row.entry is None else places.get(row.entry),
        place=row.place,
        before=row.before,
        after=row.after,
        undoes=row.undoes,
        undone=row.revision in view.log.undone,
    )
