"""API endpoints for door prizes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from scorekeeper.core.api.json_schema import Count, Description, Ordinal, Revision, integer, nullable, text
from scorekeeper.pairing.record.door_prizes import LONGEST_PRIZE
from scorekeeper.pairing.record.lots import HIGHEST_LOT, Seed
from scorekeeper.tournaments.api.authorization import tournament_operations
from scorekeeper.tournaments.api.responses import etag_of
from scorekeeper.tournaments.commands.command import TournamentCommand
from scorekeeper.tournaments.commands.door import door_prizes
from scorekeeper.tournaments.commands.door.door_state import door_prizes_of
from scorekeeper.tournaments.commands.snapshot import Board


@dataclass(frozen=True, slots=True)
class DrawnPrize:
    """A door prize. `name`: of the winner; `seed`: of the draw; `among`: the number of people it was drawn from."""

    entrant: str
    name: str
    prize: str
    seed: Ordinal
    among: Ordinal


@dataclass(frozen=True, slots=True)
class DoorPrizeList:
    """The door prizes, in the order drawn. `in_draw`: the number of people that the next one is drawn from."""

    revision: Revision
    in_draw: Count
    door_prizes: list[DrawnPrize]


@dataclass(frozen=True, slots=True)
class NewDraw:
    """A draw of a door prize."""

    prize: Annotated[str, text(LONGEST_PRIZE), Description("The prize in words.")] = ""
    seed: Annotated[
        Seed | None,
        nullable(integer(0, HIGHEST_LOT)),
        Description("Repeats a draw. By default, a random one."),
    ] = None


_SCORE = tournament_operations("door", "club.score")


@_SCORE.get("/tournaments/{tournament}/door-prizes", etag=etag_of)
def list_door_prizes(board: Board) -> DoorPrizeList:
    """List the door prizes."""
    rows = [
        DrawnPrize(one.entrant, door_prizes.winner_name(board, one), one.prize, one.seed, one.among)
        for one in door_prizes_of(board)
    ]
    return DoorPrizeList(board.revision, len(door_prizes.people_in_draw(board)), rows)


@_SCORE.post("/tournaments/{tournament}/door-prizes", body_required=False)
def draw_door_prize(sent: NewDraw) -> TournamentCommand:
    """Draw a door prize.

    Everyone present without one is in the draw. The tournament record, section 6, says how the seed decides.
    """
    return door_prizes.draw_door_prize(sent.prize, sent.seed)
