"""API endpoints for an entrant's own link: the current table, and the results so far."""

from __future__ import annotations

from scorekeeper.core.api.operations import OperationGroup
from scorekeeper.core.http.site_root import rooted
from scorekeeper.core.refusals import NotFound
from scorekeeper.formats.declared import copy_as
from scorekeeper.tournaments.api import authorization, models
from scorekeeper.tournaments.api import responses as tournament_answers
from scorekeeper.tournaments.commands import player_links
from scorekeeper.tournaments.commands.authorization import TournamentAccess
from scorekeeper.tournaments.commands.redacted_view import load_redacted
from scorekeeper.tournaments.commands.snapshot import Board


@OperationGroup("tables", "entrant", authorization.entrant, {"board": load_redacted}).get("/seat")
def read_own_seat(access: TournamentAccess, board: Board) -> models.OwnSeat:
    """Read your own seat.

    The token is the entrant’s link. Lists every round, latest first, and the current table’s link, for reporting results.
    """
    found = board.entrant(access.entrant or "")
    if found is None or board.status == "draft":
        raise NotFound("link.closed")
    secret = player_links.own_table(access)
    return copy_as(
        models.OwnSeat,
        tournament_answers.entrant_page(board, found),
        tournament=tournament_answers.brief(access, board),
        link=None if secret is None else models.Link(secret, rooted(f"/t/{secret}")),
        clock=tournament_answers.clock(board.clock),
    )
