"""Commands on calls to the director: a table calls or takes the call back, the desk answers and settles it."""

from __future__ import annotations

from dataclasses import replace

from scorekeeper.core.db.database import now
from scorekeeper.core.refusals import NotFound, Refusal
from scorekeeper.formats.declared import dump, parse
from scorekeeper.messages.marks import N_
from scorekeeper.messages.rules.titles import RULES
from scorekeeper.tournaments.commands.authorization import TournamentAccess
from scorekeeper.tournaments.commands.call_state import SETTLED, DirectorCall
from scorekeeper.tournaments.commands.calls.board_calls import accepts_calls
from scorekeeper.tournaments.commands.command import TournamentEffect, command, command_with_access
from scorekeeper.tournaments.commands.results.results import get_table
from scorekeeper.tournaments.commands.results.table_reports import table_of
from scorekeeper.tournaments.commands.setup.validation import check_not_finished, check_text
from scorekeeper.tournaments.commands.snapshot import Board
from scorekeeper.tournaments.commands.tables_state import TableView
from scorekeeper.tournaments.store.call_parts import LONGEST_RULING, MOST_CALLS, REASONS, CallPart, call_part


def may_call(board: Board, table: TableView) -> bool:
    """Return whether the director would look for this table's players there: it is in the newest round, or still plays."""
    current = board.current
    newest = current is not None and table.round == current.number
    return accepts_calls(board) and board.status != "finished" and (newest or not table.result.known)


def call_in_hand(table: TableView) -> DirectorCall | None:
    """Return the table's call that is not settled, or None."""
    return next((one for one in table.calls if one.status != SETTLED), None)


@command_with_access("call", right="table", changes=("call",), says=N_("Director called: round %(round)s, table %(table)s"))
def call(access: TournamentAccess, board: Board, reason: object, side: int | None = None) -> TournamentEffect:
    """Call the director to a table. `reason`: one of `REASONS`; `side`: the caller's, None if unknown.

    Raises Refusal("call.off", "call.reason", "call.open", "call.round", "call.many", "table.side", "tournament.finished").
    """
    check_not_finished(board)
    table = table_of(access, board)
    if not accepts_calls(board):
        raise Refusal("call.off")
    if reason not in REASONS:
        raise Refusal("call.reason", "reason", read=str(reason)[:20])
    if side is not None and (type(side) is not int or not 0 <= side < len(table.sides)):
        raise Refusal("table.side", "side", read=str(side)[:10])
    if call_in_hand(table) is not None:
        raise Refusal("call.open")
    if not may_call(board, table):
        raise Refusal("call.round", read=table.round)
    # A number is never given again, so that undo and redo of an earlier call stay possible.
    names = (call_part(table.round, table.number, number) for number in range(1, MOST_CALLS + 1))
    part = next((name for name in names if name not in board.log.stamps), None)
    if part is None:
        raise Refusal("call.many", high=MOST_CALLS)
    return TournamentEffect(part, {part: dump(CallPart(str(reason), now(), side))})


@command_with_access(
    "call_withdraw", right="table", changes=("call",), says=N_("Call taken back: round %(round)s, table %(table)s")
)
def withdraw(access: TournamentAccess, board: Board, number: int) -> TournamentEffect:
    """Take a table's own call back. Raises Refusal("call.settled"), NotFound("call")."""
    check_not_finished(board)
    table = table_of(access, board)
    found = _get_call(table, number)
    if found.status == SETTLED:
        raise Refusal("call.settled")
    part = call_part(table.round, table.number, number)
    return TournamentEffect(part, {part: None})


@command("call_answer", right="score", changes=("call",), says=N_("Director on the way: round %(round)s, table %(table)s"))
def answer(board: Board, number: int, table: int, call: int) -> TournamentEffect:
    """Tell a table that the director is on the way. Raises Refusal("call.settled"), NotFound("round", "table", "call")."""
    check_not_finished(board)
    found = _get_call(get_table(board, number, table), call)
    if found.status == SETTLED:
        raise Refusal("call.settled")
    return _change(board, found, answered_at=found.answered_at or now())


def _ruling(note: object, rule: object) -> tuple[str, str]:
    text = check_text(note, "note")
    if len(text) > LONGEST_RULING:
        raise Refusal("text.long", "note", high=LONGEST_RULING)
    if rule not in ("", None, *RULES):
        raise Refusal("call.rule", "rule", read=str(rule)[:40])
    return text, str(rule or "")


@command(
    "call_settle",
    right="score",
    changes=("call",),
    says=N_("Ruling: round %(round)s, table %(table)s"),
    asked=lambda number, table, call, note="", rule="": [number, table, call, *_ruling(note, rule)],
)
def settle(board: Board, number: int, table: int, call: int, note: object = "", rule: object = "") -> TournamentEffect:
    """Settle a call with a note and the id of the rule, or change the note and rule of a settled one.

    Raises Refusal("call.rule", "text.long"), NotFound("round", "table", "call").
    """
    check_not_finished(board)
    found = _get_call(get_table(board, number, table), call)
    text, rule_id = _ruling(note, rule)
    return _change(board, found, settled_at=found.settled_at or now(), note=text, rule=rule_id)


def _get_call(table: TableView, number: int) -> DirectorCall:
    found = next((one for one in table.calls if one.number == number), None)
    if found is None:
        raise NotFound("call", "call", read=number)
    return found


def _change(board: Board, found: DirectorCall, **facts: object) -> TournamentEffect:
    part = call_part(found.round, found.table, found.number)
    return TournamentEffect(part, {part: dump(replace(parse(CallPart, board.log.parts[part]), **facts))})  # type: ignore[arg-type]
