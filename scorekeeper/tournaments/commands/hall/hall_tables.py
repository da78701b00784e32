"""The numbers of a tournament's tables, in a hall where other tournaments have tables too."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from collections.abc import Set as AbstractSet

from scorekeeper.core.refusals import Refusal
from scorekeeper.formats.declared import dump
from scorekeeper.messages.marks import N_
from scorekeeper.pairing.record.record import HIGHEST_FIRST_TABLE
from scorekeeper.pairing.stages import current_finals
from scorekeeper.tournaments.commands.adjustments.places import places_of
from scorekeeper.tournaments.commands.command import TournamentEffect, command
from scorekeeper.tournaments.commands.hall.shared_hall import HallEvent
from scorekeeper.tournaments.commands.setup.validation import check_not_finished
from scorekeeper.tournaments.commands.snapshot import Board
from scorekeeper.tournaments.store.parts import HallPart


@command("hall", right="direct", changes=("hall",), says=N_("Tables start at another number"))
def number_tables(board: Board, first_table: object) -> TournamentEffect:
    """Start the tables of the next rounds at this number.

    Raises Refusal("hall.first_table", "hall.finals", "tournament.finished").
    """
    check_not_finished(board)
    if finals_have_begun(board):
        raise Refusal("hall.finals")
    if type(first_table) is not int or not 1 <= first_table <= HIGHEST_FIRST_TABLE:
        raise Refusal("hall.first_table", "first_table", read=str(first_table)[:20], high=HIGHEST_FIRST_TABLE)
    part = HallPart(first_table)
    return TournamentEffect("hall", {"hall": None if part == HallPart() else dump(part)})


def finals_have_begun(board: Board) -> bool:
    """Return whether finals keep their tables, because their first round is published."""
    return bool(board.current is not None and current_finals(board.tournament))


def tables_needed(board: Board) -> int:
    """Return how many tables the present entrants fill; at least one."""
    return max(1, sum(e.status == "in" for e in board.entrants) // board.pairing.seats(board.options))


def tables_seated(board: Board) -> frozenset[int]:
    """Return the numbers of the tables in the last published round."""
    return frozenset() if board.current is None else frozenset(table.number for table in board.current.tables)


def tables_kept(board: Board) -> frozenset[int]:
    """Return the numbers of all tables a tournament uses now or in its next rounds, fixed tables too."""
    first = board.log.first_table
    fixed = (one.table for who, one in places_of(board).items() if (e := board.entrant(who)) is not None and e.status == "in")
    return tables_seated(board) | {*range(first, first + tables_needed(board))} | {n for n in fixed if n is not None}


def propose_first_table(own: HallEvent, others: Sequence[HallEvent]) -> int:
    """Return the number at which the tables of the next rounds can start.

    It is the present one unless a tournament that comes first has some of these tables; then, the first free one. Tournaments
    that have begun come first, then open ones, each in order of creation. So of two tournaments one moves, not both.
    """
    first, needed = own.board.log.first_table, tables_needed(own.board)
    wanted = range(first, first + needed)
    if all(tables_kept(one.board).isdisjoint(wanted) for one in others if _turn(one) < _turn(own)):
        return first
    return _first_free(frozenset[int]().union(*(tables_kept(one.board) for one in others)), needed) or first


def _turn(event: HallEvent) -> tuple[int, int]:
    return 0 if event.board.rounds else 1 if event.board.status == "open" else 2, event.id


def _first_free(taken: AbstractSet[int], needed: int) -> int | None:
    """Return the lowest number from which `needed` numbers are free, or None if there is none."""
    candidates = sorted({1, *(n + 1 for n in taken if n < HIGHEST_FIRST_TABLE)})
    return next((first for first in candidates if taken.isdisjoint(range(first, first + needed))), None)


def runs_of(numbers: Collection[int]) -> list[tuple[int, int]]:
    """Return numbers as runs without gaps, each with its first and last number."""
    found: list[tuple[int, int]] = []
    for number in sorted(numbers):
        if found and number == found[-1][1] + 1:
            found[-1] = (found[-1][0], number)
        else:
            found.append((number, number))
    return found
