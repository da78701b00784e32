"""The history of a tournament, and undo."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any

from scorekeeper.core.api.json_schema import HIDDEN, Revision
from scorekeeper.core.events.undo_chains import find_origin
from scorekeeper.core.refusals import NotAllowed, Refusal
from scorekeeper.messages.marks import N_
from scorekeeper.tournaments.commands.adjustments.penalties import check_winners
from scorekeeper.tournaments.commands.authorization import TournamentAccess
from scorekeeper.tournaments.commands.command import TournamentEffect, command_with_access
from scorekeeper.tournaments.commands.door.payments import check_paid_kept, check_refunds
from scorekeeper.tournaments.commands.event_writer import dry_run
from scorekeeper.tournaments.commands.live import live_games
from scorekeeper.tournaments.commands.player_links import update_links
from scorekeeper.tournaments.commands.results.ties import check_draw_kept
from scorekeeper.tournaments.commands.rounds.rounds import check_seats
from scorekeeper.tournaments.commands.setup.validation import check_setup_change
from scorekeeper.tournaments.commands.snapshot import Board, load
from scorekeeper.tournaments.store import parts
from scorekeeper.tournaments.store.log import TournamentEvent, event_at, events_after

SCORERS_COMMANDS = (
    *("result", "accept", "clear", "check_in", "pay", "refund", "unpay", "price", "charge", "uncharge", "door_prize", "undo"),
    *("call_answer", "call_settle", "announcement", "announcement_end"),
)
MOST_SHOWN = 200


@dataclass(frozen=True)
class TournamentStep:
    """An event in the history.

    `subject`: the part it is about; `before`, `after`: every part it changed. `undone`: it has been undone. `origin`: the
    first event of a chain of undos, or the event itself; `redo`: it undoes that event, and undoing it redoes that event.
    `ended`: the account has been deleted, and its name with it.
    """

    revision: Revision
    at: datetime
    who: str
    mine: bool
    action: str
    subject: str
    before: dict[str, Any]
    after: dict[str, Any]
    undoes: Revision | None
    undone: bool
    origin: Revision
    redo: bool
    ended: Annotated[bool, HIDDEN] = False


def history(access: TournamentAccess, *, before: int | None = None, limit: int = MOST_SHOWN) -> list[TournamentStep]:
    """Return the events of the tournament, newest first. For scorers.

    `before`: only events before this revision.
    """
    access.check("score")
    board = load(access)
    newest = min(board.revision, (before or board.revision + 1) - 1)
    rows = [row for row in events_after(access.tournament_id, max(0, newest - limit)) if row.revision <= newest]
    return [step_of(access, board, row) for row in reversed(rows)]


def step_of(access: TournamentAccess, board: Board, row: TournamentEvent) -> TournamentStep:
    """Return an event as the holder of this access sees it."""
    mine = row.account_id is not None and row.account_id == access.account_id
    undone = row.revision in board.log.undone
    facts = (row.revision, row.at, row.who, mine, row.action, row.subject, row.before, row.after, row.undoes, undone)
    return TournamentStep(*facts, *find_origin(board.log.undoes, row.revision), ended=row.account_id is not None and not row.who)


@command_with_access(
    "undo",
    right="score",
    changes=parts.PART_KINDS,
    says=lambda _subject, _before, _after: N_("Change %(n)s undone"),
)
def undo(access: TournamentAccess, board: Board, change: int | None = None) -> TournamentEffect:
    """Undo an event, whatever came later, unless that would rewrite play.

    `change`: its revision; None: this account's newest event that can be undone. Undoing an undo does the event again.
    Raises Refusal("undo…", "round.played", "options.running"), NotAllowed("undo.not_yours").
    """
    target = board.log.undoable(access.account_id) if change is None else change
    if target is None or not 1 <= target <= board.revision:
        raise Refusal("undo.nothing")
    if target == 1:
        raise Refusal("undo.create")
    row = event_at(access.tournament_id, target)
    assert row is not None
    _check_mine(access, board, row)
    now = board.log.parts
    back = {part: was for part, was in row.before.items() if now.get(part) != was}
    back |= _rest_of_round(board, back)
    if not back:
        raise Refusal("undo.same")
    draft = TournamentEffect(row.subject, back, _required_parts(back), undoes=target, also=update_links)
    _check_sound(access, board, dry_run(access, board, draft)[1], back)
    return draft


def _check_mine(access: TournamentAccess, board: Board, row: TournamentEvent) -> None:
    """Allow scorers to undo only their own results of the last round, and the clock."""
    if access.may("direct"):
        return
    own = row.account_id == access.account_id and (row.action in SCORERS_COMMANDS or row.action.startswith("clock"))
    places = {place for part in row.after if (place := parts.place_of(part))}
    last = board.current.number if board.current else 0
    if not own or any(number != last for number, _ in places):
        raise NotAllowed("undo.not_yours")


def _rest_of_round(board: Board, back: dict[str, Any]) -> dict[str, Any]:
    """Return the status to change when a round becomes a draft again or comes back."""
    changed: dict[str, Any] = {}
    rounds = [part for part in back if part.startswith("round/")]
    if rounds or "status" in back:
        published = {n for n in board.log.published if parts.round_part(n) not in rounds}
        published |= {int(part[6:]) for part in rounds if back[part] is not None and parts.round_of(back[part]).published}
        status = back.get("status", board.status)
        if published and status in ("draft", "open"):
            changed["status"] = "running"
        elif not published and status in ("running", "finished"):
            changed["status"] = "open"
    return changed


def _required_parts(back: dict[str, Any]) -> tuple[str, ...]:
    """Return the parts that undoing a round rests on: it must have no results, reports, disputes or calls."""
    numbers = [part[6:] for part in back if part.startswith("round/")]
    return tuple(f"{kind}/{n}/" for n in numbers for kind in parts.AT_TABLES)


def _check_sound(access: TournamentAccess, board: Board, after: Board, back: dict[str, Any]) -> None:
    if "setup" in back:
        check_setup_change(board, back["setup"])
    for part in back:
        if part.startswith("round/"):
            _check_round(access, board, after, int(part[6:]), back[part])
    numbers, published = after.log.numbers, after.log.published
    if numbers != list(range(1, len(numbers) + 1)) or published != numbers[: len(published)] or len(numbers) > len(published) + 1:
        raise Refusal("undo.round", read=max(board.log.numbers, default=0))
    check_refunds(after, back)
    check_paid_kept(board, after, back)
    check_winners(after, back, board)
    check_draw_kept(after, back)
    _check_past(board, after)
    _check_matches(after)
    for number in set(after.log.published) - set(board.log.published):
        check_seats(after, after.rounds[number - 1])
    _check_seated(board, after)
    for part in after.log.parts:
        place = parts.place_of(part)
        if place is not None and after.table(*place) is None:
            raise Refusal("undo.round", read=place[0])


def _check_seated(board: Board, after: Board) -> None:
    """Check that everyone with a seat is still entered, and in published rounds still playing."""
    for found in (*after.rounds, *([after.draft] if after.draft else [])):
        seated = {i for t in found.tables for i in t.ids} | set(found.byes)
        entered = {e.id for e in after.entrants if not found.published or e.status in ("in", "left")}
        leavers = {e.id for e in after.entrants if found.published and e.left is not None and e.left <= found.number}
        if seated - entered or (seated & leavers) - _left_before(board, found.number):
            raise Refusal("undo.round", read=found.number)


def _check_matches(after: Board) -> None:
    """Check that no bracket match is at two tables: a match moved to a later round cannot come back alone."""
    places = [(t.match, r.number) for r in after.rounds for t in r.tables if t.match]
    if len({match for match, _ in places}) < len(places):
        raise Refusal("undo.round", read=max(number for _, number in places))


def _check_past(board: Board, after: Board) -> None:
    """Check that no published round changes its entrants or their seeds."""
    old, new = ({e.id: e for e in b.tournament.entrants} for b in (board, after))
    for who in {*old, *new}:
        one, other = old.get(who), new.get(who)
        for number in after.log.published:
            was = one is not None and (one.in_round(number), number in one.byes)
            now = other is not None and (other.in_round(number), number in other.byes)
            if (was or (False, False)) != (now or (False, False)):
                raise Refusal("undo.round", read=number)
        if after.log.published and one and other and one.seed != other.seed:
            raise Refusal("options.running", name="seed")


def _left_before(board: Board, number: int) -> set[str]:
    return {e.id for e in board.entrants if e.left is not None and e.left <= number}


def _check_round(access: TournamentAccess, board: Board, after: Board, number: int, back: Any) -> None:
    """Check that a published round is rewritten only if it is the last and nothing was played.

    A round removed before this one may come back, and a table that continued in this round moves back with its play.
    """
    view = board.round(number)
    if view is None:
        return
    then = parts.round_of(back) if back else None
    restored_sides = {t.number: t.sides for t in then.tables} if then is not None and then.published else {}
    elsewhere = {(t.number, t.sides) for r in after.rounds if r.number != number for t in r.tables}
    moved = {t.number for t in view.tables if restored_sides.get(t.number) != t.sides and (t.number, t.sides) not in elsewhere}
    if board.current is not None and number != board.current.number and (moved or not restored_sides):
        raise Refusal("undo.round", read=board.current.number)
    if any(view.touched(t) for t in moved) or (moved & live_games.started_tables(access, number)):
        raise Refusal("round.played", read=number)
