"""The link with which players check in by phone. Another number in the door's settings revokes it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.core.refusals import NotFound, Refusal
from scorekeeper.core.security.signing import claimed_row_id, is_row_secret, row_secret
from scorekeeper.messages.marks import N_
from scorekeeper.tournaments.commands import authorization
from scorekeeper.tournaments.commands.authorization import TournamentAccess
from scorekeeper.tournaments.commands.command import TournamentEffect, command
from scorekeeper.tournaments.commands.door.door_state import read_door
from scorekeeper.tournaments.commands.snapshot import Board, load
from scorekeeper.tournaments.store import parts
from scorekeeper.tournaments.store.parts import DoorPart

if TYPE_CHECKING:
    from scorekeeper.core.devices.visitors import Visitor

_PURPOSE = "scorekeeper.door"


def check_in_link(access: TournamentAccess, board: Board) -> str | None:
    """Return the secret of the check-in link; None without check-in or after the end. For scorers."""
    access.check("score")
    door = read_door(board)
    if door is None or board.status == "finished":
        return None
    return row_secret(_PURPOSE, access.tournament_id, str(door.link))


def enter_by_link(token: str, visitor: Visitor | None = None) -> TournamentAccess:
    """Return access to check in by the link. Raises NotFound("link.closed") if it no longer works."""
    try:
        access = authorization.door(claimed_row_id(token), visitor)
    except NotFound:
        raise NotFound("link.closed") from None
    board = load(access)
    door = read_door(board)
    if door is None or board.status == "finished" or not is_row_secret(_PURPOSE, token, str(door.link)):
        raise NotFound("link.closed")
    return access


@command("door_link", right="direct", changes=("door",), says=N_("Check-in link replaced"))
def renew_link(board: Board) -> TournamentEffect:
    """Replace the check-in link, for example when strangers use it. The old one no longer works."""
    door = read_door(board)
    if door is None:
        raise Refusal("door.closed")
    return TournamentEffect("door", {"door": parts.rewrite_fields(DoorPart, board.log.parts["door"], link=door.link + 1)})
