"""API endpoints for calls to the director, at the desk."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from scorekeeper.core.api.json_schema import Revision, one_of, text
from scorekeeper.messages.rules.titles import RULES
from scorekeeper.tournaments.api.authorization import tournament_operations
from scorekeeper.tournaments.api.responses import etag_of
from scorekeeper.tournaments.commands.call_state import DirectorCall
from scorekeeper.tournaments.commands.calls import director_calls
from scorekeeper.tournaments.commands.calls.board_calls import calls_of
from scorekeeper.tournaments.commands.command import TournamentCommand
from scorekeeper.tournaments.commands.snapshot import Board
from scorekeeper.tournaments.store.call_parts import LONGEST_RULING


@dataclass(frozen=True, slots=True)
class CallList:
    """Every call of the tournament, oldest first."""

    revision: Revision
    calls: list[DirectorCall]


@dataclass(frozen=True, slots=True)
class Ruling:
    """What was decided. `rule`: the id of a rule."""

    note: Annotated[object, text(LONGEST_RULING)] = None
    rule: Annotated[object, one_of(("", *RULES))] = None


_SCORE = tournament_operations("rounds", "club.score")


@_SCORE.get("/tournaments/{tournament}/director-calls", etag=etag_of)
def list_director_calls(board: Board) -> CallList:
    """List calls to the director.

    Open, answered and settled ones, with their rulings. Calls that were taken back are only in the history.
    """
    return CallList(board.revision, calls_of(board))


@_SCORE.post("/tournaments/{tournament}/rounds/{round}/tables/{table}/director-calls/{call}/answer")
def answer_call(round: int, table: int, call: int) -> TournamentCommand:  # noqa: A002
    """Answer a call.

    The table’s phones then say that the director is on the way.
    """
    return director_calls.answer(round, table, call)


@_SCORE.put("/tournaments/{tournament}/rounds/{round}/tables/{table}/director-calls/{call}/ruling")
def settle_call(sent: Ruling, round: int, table: int, call: int) -> TournamentCommand:  # noqa: A002
    """Settle a call.

    The note and the rule stay with the match. Send it again to change them.
    """
    return director_calls.settle(round, table, call, sent.note or "", sent.rule or "")
