"""How a change is written: once for each key, only on top of the revision that was seen, and whole."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, cast

from sqlalchemy import Table, bindparam, insert, select, update
from sqlalchemy.exc import IntegrityError

from scorekeeper.base.db import db, now, writing
from scorekeeper.base.limits import MOST_CHANGES, check_uuid
from scorekeeper.base.one_key import KeyReused, lean
from scorekeeper.base.refusals import Refusal
from scorekeeper.games.actions.entrance import Way
from scorekeeper.games.actions.refusals import Conflict
from scorekeeper.games.actions.view import Scored, View, load, remember, score
from scorekeeper.games.store.change import Change
from scorekeeper.games.store.game import Game
from scorekeeper.games.store.log import LogRow, fold, rows_of

if TYPE_CHECKING:
    from scorekeeper.engine.events import Event


@dataclass(frozen=True)
class Draft:
    """A change that may be written, or only looked at.

    `entry` None with action `record` makes a new entry. `demand`: its entry must be `scored` where it stands, or at least be
    `sound` (it was there already: it may stand after the end, or wait for an earlier entry to be mended); empty: anything.
    `event`: that of `after`, where it was just read.
    """

    action: str
    before: dict[str, Any]
    after: dict[str, Any]
    entry: int | None = None
    place: int | None = None
    undoes: int | None = None
    demand: str = ""
    event: Event | None = None


@dataclass(frozen=True)
class Written:
    """A change that was written: the game right before and right after it, the change, and the entry it was about.

    `repeated`: it had been written before, under the same key; the answer is that of the first time. `later`: the revision that
    the game is at, where others may have changed it since then.
    """

    before: View
    view: View
    change: LogRow
    entry: Scored | None
    repeated: bool = False
    later: int | None = None

    @property
    def now(self) -> int:
        """The revision that the game is at."""
        return self.later or self.change.revision


Plan = Callable[[View], Draft]
"""Looks at the game as it stands and says what to change. Raises GameError or Refusal; writes nothing."""

_GAME = cast(Table, Game.__table__)  # rows without the weight of mapped objects
# Made once: making a statement costs more than running it.
_MOVE_ON = (
    update(_GAME)
    .where(_GAME.c.id == bindparam("game"), _GAME.c.revision == bindparam("seen"))
    .values(revision=bindparam("next"), changed_at=bindparam("now"))
)
_ADD = insert(cast(Table, Change.__table__))


def tried(way: Way, view: View, plan: Plan, uuid: str = "") -> tuple[LogRow, View]:
    """The row that `plan` would write, and the game as it would be then. Raises what `plan` raises, and `GameError`."""
    draft = plan(view)
    row = LogRow(
        game_id=way.game_id,
        revision=view.revision + 1,
        uuid=uuid,
        at=now(),
        device_id=way.device_id,
        link_id=way.link_id,
        who=way.who,
        action=draft.action,
        entry=view.revision + 1 if draft.action == "record" else draft.entry,
        place=draft.place,
        before=draft.before,
        after=draft.after,
        undoes=draft.undoes,
    )
    after = score(view.log.with_change(row, draft.event), view)
    if draft.demand and row.entry is not None:
        _check(after, row.entry, draft.demand)
    if "deal" in row.after and not row.after["deal"]["struck"]:
        _check(after, row.after["deal"]["entry"], "sound")
    return row, after


def _check(after: View, entry: int, demand: str) -> None:
    """Raise the `GameError` that keeps the entry from what is demanded of it."""
    scored = after.entry(entry)
    trouble = None if after.trouble is None else after.trouble.error
    objection = None if scored is None else scored.posted.objection(trouble, new=demand == "scored")
    if objection is not None:
        raise objection


def write(way: Way, plan: Plan, *, revision: int, uuid: str, same: Callable[[LogRow], bool], yours: Any = None) -> Written:
    """Write the change that `plan` makes of the game.

    `revision` is the one that whoever asks has seen; `uuid` the key of this submission; `same` tells whether a change found
    under that key is what is being asked for. Raises NotAllowed, Conflict (with `yours`), Refusal, and what `plan` raises.
    """
    way.check_may_score()
    check_uuid(uuid)
    for _ in range(3):
        view = load(way)
        if uuid in view.log.uuids:
            return _first_answer(way, view, view.log.uuids[uuid], same, plan)
        if revision != view.revision:
            raise conflict(way, view, revision, yours)
        if view.revision >= MOST_CHANGES:
            raise Refusal("changes.many", high=MOST_CHANGES)
        row, after = tried(way, view, plan, uuid)
        if _commit(row, view.revision):
            remember(replace(way, revision=row.revision, changed_at=row.at), after)
            return Written(view, after, row, None if row.entry is None else after.entry(row.entry))
        way = reread(way)
    raise conflict(way, load(way), revision, yours)


def _commit(row: LogRow, seen: int) -> bool:
    """Whether the change could be written on top of revision `seen`."""
    try:
        with writing() as session:
            connection = session.connection()  # without what the session does for mapped objects
            moved = connection.execute(_MOVE_ON, {"game": row.game_id, "seen": seen, "next": row.revision, "now": row.at})
            if moved.rowcount != 1:
                return False
            connection.execute(_ADD, row._asdict())
    except IntegrityError:
        return False
    return True


def reread(way: Way) -> Way:
    """The way to the game as it stands now."""
    query = select(Game.revision, Game.changed_at, Game.next_id).where(Game.id == way.game_id)
    revision, changed_at, next_id = db.session.execute(query).one()
    return replace(way, revision=revision, changed_at=changed_at, next_id=next_id)


_TOLD_BY_PLAN = ("rename", "about", "open_contract")
"""Actions whose rows do not show by themselves what was asked for: it is planned once more, on what stood then."""


def _first_answer(way: Way, now: View, revision: int, same: Callable[[LogRow], bool], plan: Plan) -> Written:
    *rows, change = rows_of(way.game_id, high=revision)
    if not same(change) or not rows:
        raise KeyReused
    before = score(fold(rows))
    if change.undoes is None and change.action in _TOLD_BY_PLAN and lean(plan(before).after) != lean(change.after):
        raise KeyReused
    view = score(before.log.with_change(change), before)
    entry = None if change.entry is None else view.entry(change.entry)
    return Written(before, view, change, entry, repeated=True, later=now.revision)


def conflict(way: Way, view: View, revision: int, yours: Any) -> Refusal:
    """Why nothing can be written on top of `revision`."""
    if revision > view.revision or revision < 1:
        return Refusal("revision.ahead", "revision", read=revision, right=view.revision)
    since = rows_of(way.game_id, revision + 1)
    return Conflict(way, view, since, yours)
