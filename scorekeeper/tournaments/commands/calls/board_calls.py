"""The calls to the director of a whole tournament."""

from __future__ import annotations

from scorekeeper.formats.declared import parse
from scorekeeper.tournaments.commands.call_state import SETTLED, DirectorCall
from scorekeeper.tournaments.commands.snapshot import Board
from scorekeeper.tournaments.store.call_parts import CallsPart


def accepts_calls(board: Board) -> bool:
    """Return whether tables can call the director by phone."""
    value = board.log.parts.get("calls")
    return value is not None and parse(CallsPart, value).open


def calls_of(board: Board) -> list[DirectorCall]:
    """Return every call of the tournament, oldest first."""
    return sorted((call for one in board.rounds for table in one.tables for call in table.calls), key=lambda call: call.at)


def open_calls(board: Board) -> list[DirectorCall]:
    """Return the calls that are not settled, oldest first."""
    return [call for call in calls_of(board) if call.status != SETTLED]
