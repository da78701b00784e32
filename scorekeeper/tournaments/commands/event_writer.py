"""Writing of events to a tournament's log: once for each key, and only without a conflict.

Many write to one tournament at the same time: sixteen tables report while the desk types. A newer revision is therefore not
a conflict, unless a part that the command changes or rests on has changed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, cast

from sqlalchemy import Table, bindparam, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from scorekeeper.core import metrics
from scorekeeper.core.db.database import now, refresh_reads, write_transaction
from scorekeeper.core.db.locks import hold_numbered_lock
from scorekeeper.core.events.event_append import Append, can_commit_alone
from scorekeeper.core.events.idempotency import KeyReused, is_same_content
from scorekeeper.core.limits import MOST_TOURNAMENT_EVENTS, check_uuid
from scorekeeper.core.refusals import Refusal
from scorekeeper.engine.errors import GameError
from scorekeeper.pairing.record.errors import TournamentError
from scorekeeper.tournaments.commands.authorization import TournamentAccess, reread
from scorekeeper.tournaments.commands.command import TournamentCommand, TournamentEffect
from scorekeeper.tournaments.commands.snapshot import Board, load, load_present, remember
from scorekeeper.tournaments.store.log import TournamentEvent, TournamentLog, events_after
from scorekeeper.tournaments.store.tournament import StoredTournament, StoredTournamentEvent


@dataclass(frozen=True)
class WrittenTournament:
    """A written event, with the tournament before and after it.

    `repeated`: it was written earlier under the same key, and this is the first answer. `later`: the tournament now, if it
    has changed since.
    """

    before: Board
    board: Board
    change: TournamentEvent
    repeated: bool = False
    later: Board | None = None

    @property
    def now(self) -> Board:
        """The tournament now."""
        return self.later or self.board


class BoardConflict(Refusal):
    """A part that the command touches has changed since the caller read it; nothing was saved.

    `access`: the caller's. `board`: the tournament now. `since`: the events in question. `yours`: the parts that the command
    would have written.
    """

    status = 409

    def __init__(self, access: TournamentAccess, board: Board, since: list[TournamentEvent], yours: dict[str, Any]) -> None:
        super().__init__("board.changed")
        self.access = access
        self.board = board
        self.since = since
        self.yours = yours


class BoardKeyReused(BoardConflict, KeyReused):
    """The idempotency key belongs to another request. `since`: its event, if the caller made it."""

    status = 422

    def __init__(self, access: TournamentAccess, board: Board, recorded: TournamentEvent | None, yours: dict[str, Any]) -> None:
        BoardConflict.__init__(self, access, board, [] if recorded is None else [recorded], yours)
        self.code, self.field = "uuid.reused", "uuid"


_HEAD = cast(Table, StoredTournament.__table__)
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
_APPEND = Append(_HEAD, _MOVE_ON, cast(Table, StoredTournamentEvent.__table__), TournamentEvent._fields)


def dry_run(
    access: TournamentAccess, board: Board, effect: TournamentEffect, action: str = "", uuid: str = "", content: str | None = None
) -> tuple[TournamentEvent, Board]:
    """Return the event for an effect, and the tournament after it. Raises Refusal("same") if nothing would change."""
    before = {part: board.log.parts.get(part) for part in effect.after}
    after = {part: value for part, value in effect.after.items() if before[part] != value}
    if not after:
        raise Refusal("same")
    event = TournamentEvent(
        tournament_id=access.tournament_id,
        revision=board.revision + 1,
        uuid=uuid,
        at=now(),
        account_id=access.account_id,
        device_id=access.device_id,
        link_id=access.link_id,
        who=access.who,
        action=action,
        subject=effect.subject,
        before={part: before[part] for part in after},
        after=after,
        undoes=effect.undoes,
        asked=content,
    )
    return event, board.after([event])


def preview(access: TournamentAccess, command: TournamentCommand) -> tuple[Board, Board]:
    """Return the tournament now and after a command. Nothing is written."""
    board = load(access)
    return board, dry_run(access, board, _plan_effect(access, board, command))[1]


def _plan_effect(access: TournamentAccess, board: Board, command: TournamentCommand) -> TournamentEffect:
    effect = command.plan(access, board)
    beyond = {part.partition("/")[0] for part in effect.after}.difference(command.kind.changes)
    assert not beyond, f"{command.kind.action} does not say that it changes {beyond}"
    return effect


def write(access: TournamentAccess, command: TournamentCommand, *, revision: int, uuid: str) -> WrittenTournament:
    """Carry out a command. `revision`: the one the caller has read; `uuid`: the idempotency key.

    Raises NotAllowed, BoardConflict, KeyReused, Refusal, and the errors of the command's plan.
    """
    content = command.content(access)
    if command.kind.right is not None:
        access.check(command.kind.right)
    if command.first is not None and uuid not in (board := load(access)).log.uuids:
        command = command.first(access, board)
    check_uuid(uuid)
    look = partial(_prepare_event, command=command, content=content, revision=revision, uuid=uuid)
    with hold_numbered_lock(access.tournament_id):
        return _write_at_once(access, look) or _write_locked(access, look)


@dataclass(frozen=True)
class _ReadyEvent:
    """An event that is ready to be written."""

    access: TournamentAccess
    seen: Board
    after: Board
    event: TournamentEvent
    effect: TournamentEffect

    def put(self, session: Session) -> bool:
        """Write it in the open transaction. Return False if the tournament has a newer revision."""
        if not _APPEND.within(session.connection(), self._head(), self.event._asdict()):
            return False
        if self.effect.also is not None:
            self.effect.also(session, self.access, self.seen, self.after)
        return True

    def write_at_once(self) -> bool:
        """Write it in the shortest possible transaction. Return False if the tournament has a newer revision."""
        if self.effect.also is None and can_commit_alone():
            return _APPEND.alone(self._head(), self.event._asdict())
        with write_transaction() as session:
            return self.put(session)

    def _head(self) -> dict[str, Any]:
        return {
            "tournament": self.event.tournament_id,
            "seen": self.seen.revision,
            "next": self.event.revision,
            "now": self.event.at,
            "title": self.after.name,
            "date": self.after.about.day,
            "state": self.after.status,
        }

    def written(self) -> WrittenTournament:
        """Update metrics and cache after writing, and return the outcome."""
        metrics.count_change("tournament", self.event.action)
        remember(self.event.tournament_id, self.after, self.event.at)
        return WrittenTournament(self.seen, self.after, self.event)


Look = Callable[[TournamentAccess, Board], WrittenTournament | _ReadyEvent]


def _prepare_event(
    access: TournamentAccess, board: Board, *, command: TournamentCommand, content: str, revision: int, uuid: str
) -> WrittenTournament | _ReadyEvent:
    """Return the event to write now, or the first answer if this key was used before."""
    if uuid in board.log.uuids:
        return _first_answer(access, board, board.log.uuids[uuid], command, content)
    if not 1 <= revision <= board.revision:
        raise Refusal("board.ahead", "revision", read=revision, right=board.revision)
    if board.revision >= MOST_TOURNAMENT_EVENTS:
        raise Refusal("board.full", high=MOST_TOURNAMENT_EVENTS)
    effect = _plan_effect(access, board, command)
    check_unchanged(access, board, effect, revision)
    event, after = dry_run(access, board, effect, command.kind.action, uuid, content)
    return _ReadyEvent(access, board, after, event, effect)


def _wanted_parts(access: TournamentAccess, board: Board, command: TournamentCommand) -> dict[str, Any]:
    """Return the parts a command would write, or none if it is refused."""
    try:
        return command.plan(access, board).after
    except (Refusal, TournamentError, GameError):
        return {}


def _write_at_once(access: TournamentAccess, look: Look) -> WrittenTournament | None:
    """Read, then write in the shortest possible transaction; None if someone else wrote first."""
    refresh_reads()  # end the old snapshot: it may be older than this turn
    plan = look(*load_present(access))
    if isinstance(plan, WrittenTournament):
        return plan
    try:
        written = plan.write_at_once()
    except IntegrityError:
        return None
    return plan.written() if written else None


def _write_locked(access: TournamentAccess, look: Look) -> WrittenTournament:
    """Read and write with the tournament locked. Slower, but no one else can write first."""
    with write_transaction() as session:
        access = reread(access, lock=True)
        plan = look(access, load(access))
        if isinstance(plan, WrittenTournament):
            return plan
        if not plan.put(session):  # pragma: no cover  (it is locked)
            raise AssertionError
    return plan.written()


def check_unchanged(access: TournamentAccess, board: Board, effect: TournamentEffect, revision: int) -> None:
    """Raise BoardConflict if a part that the effect touches or rests on has changed since `revision`."""
    if revision == board.revision:
        return
    stamps = board.log.stamps
    changed = {p for p in effect.after if p in stamps and stamps[p].revision > revision}
    if effect.rests_on:
        begins = tuple(p for p in effect.rests_on if p.endswith("/"))
        newer = (p for p, stamp in stamps.items() if stamp.revision > revision)
        changed |= {p for p in newer if p in effect.rests_on or p.startswith(begins)}
    if changed:
        since = [event for event in events_after(access.tournament_id, revision) if changed & event.after.keys()]
        raise BoardConflict(access, board, since, effect.after)


def first_answer(access: TournamentAccess, command: TournamentCommand, uuid: str) -> WrittenTournament | None:
    """Return the event written under this key, or None. Raises KeyReused if it was a different request."""
    board = load(access)
    revision = board.log.uuids.get(uuid)
    return None if revision is None else _first_answer(access, board, revision, command, command.content(access))


def _first_answer(
    access: TournamentAccess, board: Board, revision: int, command: TournamentCommand, content: str
) -> WrittenTournament:
    *earlier, event = [event for event in events_after(access.tournament_id) if event.revision <= revision]
    own = bool(earlier) and (event.account_id, event.device_id) == (access.account_id, access.device_id)
    if not own or not is_same_content(event.asked, content):
        raise BoardKeyReused(access, board, event if own else None, _wanted_parts(access, board, command))
    before = TournamentLog().with_events(earlier)
    return WrittenTournament(Board(before), Board(before.with_events([event])), event, repeated=True, later=board)
