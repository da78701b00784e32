"""API endpoints for a hall that several tournaments share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from scorekeeper.core.api.json_schema import Id, Ordinal, Revision, integer
from scorekeeper.pairing.record.record import HIGHEST_FIRST_TABLE
from scorekeeper.tournaments.api.authorization import tournament_operations
from scorekeeper.tournaments.commands.authorization import TournamentAccess
from scorekeeper.tournaments.commands.command import TournamentCommand
from scorekeeper.tournaments.commands.hall import hall_tables
from scorekeeper.tournaments.commands.hall.shared_hall import HallEvent, others_in_hall
from scorekeeper.tournaments.commands.snapshot import Board

_FIRST = integer(1, HIGHEST_FIRST_TABLE)


@dataclass(frozen=True, slots=True)
class EventInHall:
    """Another tournament of the club on the same day and at the same venue. `tables`: their numbers, in order."""

    id: Id
    name: str
    tables: list[Ordinal]


@dataclass(frozen=True, slots=True)
class Hall:
    """The tables of a tournament in the hall.

    `first_table`: the number that the tables of the next rounds start at; `proposed`: the first one that is free.
    """

    revision: Revision
    first_table: Annotated[int, _FIRST]
    proposed: Annotated[int, _FIRST]
    others: list[EventInHall]


@dataclass(frozen=True, slots=True)
class NewHall:
    """The number that the tables of the next rounds start at."""

    first_table: Annotated[object, _FIRST]


@tournament_operations("rounds", "club.score").get("/tournaments/{tournament}/hall")
def read_hall(access: TournamentAccess, board: Board) -> Hall:
    """Read table numbers in the hall.

    Lists the club’s other tournaments that are open or running on the same day at the same venue.
    """
    others = others_in_hall(access, board)
    listed = [EventInHall(one.id, one.board.name, sorted(hall_tables.tables_kept(one.board))) for one in others]
    proposed = hall_tables.propose_first_table(HallEvent(access, board), others)
    return Hall(board.revision, board.log.first_table, proposed, listed)


@tournament_operations("rounds", "club.direct").put("/tournaments/{tournament}/hall")
def change_hall(sent: NewHall) -> TournamentCommand:
    """Start tables at another number.

    It applies from the next round paired.
    """
    return hall_tables.number_tables(sent.first_table)
