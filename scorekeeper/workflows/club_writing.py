"""How a change of a tournament is written: once for each key, whole, and only if what it is about stands as it was seen.

Many write to one tournament at the same time: sixteen tables report while the desk types. So it is no conflict that the
tournament has moved on since `revision`, unless a part that the change touches or rests on has.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock
from typing import Any, cast

from flask import current_app
from sqlalchemy import Table, bindparam, insert, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from scorekeeper.storage.db import now, writing
from scorekeeper.storage.tournament import StoredTournament, TournamentChange
from scorekeeper.storage.tournament_log import TournamentLog, TournamentRow, rows_after
from scorekeeper.workflows.club_board import Board, load, remember
from scorekeeper.workflows.club_way import TournamentWay, reread
from scorekeeper.workflows.limits import check_uuid
from scorekeeper.workflows.refusals import Refusal

MOST_CHANGES = 20_000
_TRIES = 20
_LOCKS = "scorekeeper.tournament_locks"


@dataclass(frozen=True)
class Draft:
    """A change that may be written, or only looked at: `after` says what each part it touches becomes, None for gone.

    `rests_on`: parts that must not have changed since they were seen, besides those touched; with a slash at its end, all parts
    whose names begin so.
    `also`: what else is written in the same transaction, given the tournament before and after.
    """

    action: str
    subject: str
    after: dict[str, Any]
    rests_on: tuple[str, ...] = ()
    undoes: int | None = None
    also: Callable[[Session, Board, Board], None] | None = None


Plan = Callable[[Board], Draft]
"""Looks at the tournament as it stands and says what to change. Raises Refusal or TournamentError; writes nothing."""


@dataclass(frozen=True)
class Written:
    """A change that was written: the tournament right before and right after it, and the change itself.

    `repeated`: it had been written before, under the same key; the answer is that of the first time.
    """

    before: Board
    board: Board
    change: TournamentRow
    repeated: bool = False


class BoardConflict(Refusal):
    """What the change is about was changed since whoever asks saw it; nothing was recorded.

    `way`: whoever asks. `board`: the tournament as it stands. `since`: the changes in question. `yours`: what was to become of
    which parts.
    """

    status = 409

    def __init__(self, way: TournamentWay, board: Board, since: list[TournamentRow], yours: dict[str, Any]) -> None:
        super().__init__("board.changed")
        self.way = way
        self.board = board
        self.since = since
        self.yours = yours


_HEAD = cast(Table, StoredTournament.__table__)
_LOG = cast(Table, TournamentChange.__table__)
# Made once: making a statement costs more than running it.
_MOVE_ON = (
    update(_HEAD)
    .where(_HEAD.c.id == bindparam("tournament"), _HEAD.c.revision == bindparam("seen"))
    .values(
        revision=bindparam("next"),
        changed_at=bindparam("now"),
        name=bindparam("title"),
        day=bindparam("date"),
        status=bindparam("state"),
    )
)
_ADD = insert(_LOG)


def tried(way: TournamentWay, board: Board, draft: Draft, uuid: str = "") -> tuple[TournamentRow, Board]:
    """The row that a draft would be, and the tournament as it would be then. Raises Refusal("same")."""
    before = {part: board.log.parts.get(part) for part in draft.after}
    after = {part: value for part, value in draft.after.items() if before[part] != value}
    if not after:
        raise Refusal("same")
    row = TournamentRow(
        tournament_id=way.tournament_id,
        revision=board.revision + 1,
        uuid=uuid,
        at=now(),
        account_id=way.account_id,
        device_id=way.device_id,
        link_id=way.link_id,
        who=way.who,
        action=draft.action,
        subject=draft.subject,
        before={part: before[part] for part in after},
        after=after,
        undoes=draft.undoes,
    )
    return row, Board(board.log.with_changes([row]))


def preview(way: TournamentWay, plan: Plan) -> tuple[Board, Board]:
    """The tournament as it is, and as it would be after a plan; nothing is written."""
    board = load(way)
    return board, tried(way, board, plan(board))[1]


def write(
    way: TournamentWay,
    plan: Plan,
    *,
    right: str | None,
    action: str,
    revision: int,
    uuid: str,
    same: Callable[[TournamentRow], bool] | None = None,
) -> Written:
    """Write the change that `plan` makes of the tournament.

    `right`: what the way must lead to. `revision`: what whoever asks has seen; `uuid`: the key of this submission; `action` and
    `same` tell whether a change found under that key is what is being asked for. Raises NotAllowed, BoardConflict, Refusal, and
    what `plan` raises.
    """
    if right is not None:
        way.check(right)
    check_uuid(uuid)
    with _lock(way.tournament_id):
        for _ in range(_TRIES):
            way = reread(way)
            board = load(way)
            if uuid in board.log.uuids:
                return _first_answer(way, board.log.uuids[uuid], action, same)
            if not 1 <= revision <= board.revision:
                raise Refusal("board.ahead", "revision", read=revision, right=board.revision)
            if board.revision >= MOST_CHANGES:
                raise Refusal("board.full", high=MOST_CHANGES)
            draft = plan(board)
            check_unchanged(way, board, draft, revision)
            row, after = tried(way, board, draft, uuid)
            if _commit(row, board, after, draft):
                remember(way.tournament_id, after, row.at)
                return Written(board, after, row)
    raise BoardConflict(way, load(reread(way)), [], {})


def check_unchanged(way: TournamentWay, board: Board, draft: Draft, revision: int) -> None:
    """Raise BoardConflict where something that the draft touches or rests on was changed after `revision`."""
    if revision == board.revision:
        return
    stamps = board.log.stamps
    changed = {p for p in draft.after if p in stamps and stamps[p].revision > revision}
    if draft.rests_on:
        begins = tuple(p for p in draft.rests_on if p.endswith("/"))
        newer = (p for p, stamp in stamps.items() if stamp.revision > revision)
        changed |= {p for p in newer if p in draft.rests_on or p.startswith(begins)}
    if changed:
        since = [row for row in rows_after(way.tournament_id, revision) if changed & row.after.keys()]
        raise BoardConflict(way, board, since, draft.after)


def _commit(row: TournamentRow, seen: Board, after: Board, draft: Draft) -> bool:
    """Whether the change could be written on top of what was seen."""
    head = {
        "tournament": row.tournament_id,
        "seen": seen.revision,
        "next": row.revision,
        "now": row.at,
        "title": after.name,
        "date": after.about["day"],
        "state": after.status,
    }
    try:
        with writing() as session:
            if session.execute(_MOVE_ON, head).rowcount != 1:  # type: ignore[attr-defined]
                return False
            session.execute(_ADD, row._asdict())
            if draft.also is not None:
                draft.also(session, seen, after)
    except IntegrityError:
        return False
    return True


def _first_answer(way: TournamentWay, revision: int, action: str, same: Callable[[TournamentRow], bool] | None) -> Written:
    *rows, change = [row for row in rows_after(way.tournament_id) if row.revision <= revision]
    asked = (change.account_id, change.device_id) == (way.account_id, way.device_id)
    if not rows or not asked or change.action != action or (same is not None and not same(change)):
        raise Refusal("board.uuid", "uuid")
    before = TournamentLog().with_changes(rows)
    return Written(Board(before), Board(before.with_changes([change])), change, repeated=True)


def _lock(tournament_id: int) -> Lock:
    """Those of one process queue up here: trying again after somebody else was first costs more than waiting."""
    locks: list[Lock] = current_app.extensions.setdefault(_LOCKS, [Lock() for _ in range(32)])
    return locks[tournament_id % len(locks)]
