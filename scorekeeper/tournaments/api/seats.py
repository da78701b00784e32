"""API endpoints for an entrant's own link: the current table, and the results so far."""

from __future__ import annotations

from flask import Response

from scorekeeper.core.api import responses
from scorekeeper.core.api.operations import operation
from scorekeeper.core.http.site_root import rooted
from scorekeeper.core.refusals import NotFound
from scorekeeper.formats.declared import copy_as
from scorekeeper.tournaments.api import authorization, models
from scorekeeper.tournaments.api import responses as tournament_answers
from scorekeeper.tournaments.commands import player_links
from scorekeeper.tournaments.commands.redacted_view import load_redacted


@operation(
    "GET",
    "/seat",
    tag="tables",
    access="entrant",
    summary="Read your own seat",
    about=(
        "The token is the entrant’s link. Lists every round, latest first, and the current table’s link, for reporting results."
    ),
    answers={200: "OwnSeat"},
)
def read_own_seat() -> Response:
    access = authorization.entrant()
    board = load_redacted(access)
    found = board.entrant(access.entrant or "")
    if found is None or board.status == "draft":
        raise NotFound("link.closed")
    secret = player_links.own_table(access)
    body = copy_as(
        models.OwnSeat,
        tournament_answers.entrant_page(board, found),
        tournament=tournament_answers.brief(access, board),
        link=None if secret is None else models.Link(secret, rooted(f"/t/{secret}")),
        clock=tournament_answers.clock(board.clock),
    )
    return responses.respond(body)
