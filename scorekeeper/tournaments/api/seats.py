"""API endpoints for an entrant's own link: the current table, and the results so far."""

from __future__ import annotations

from flask import Response

from scorekeeper.base.api import answers
from scorekeeper.base.api.operations import operation
from scorekeeper.base.refusals import NotFound
from scorekeeper.base.root import rooted
from scorekeeper.codec.declared import copy_as
from scorekeeper.tournaments.actions import links
from scorekeeper.tournaments.actions.shown_board import load_redacted
from scorekeeper.tournaments.api import answers as tournament_answers
from scorekeeper.tournaments.api import models, requests


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
    access = requests.entrant()
    board = load_redacted(access)
    found = board.entrant(access.entrant or "")
    if found is None or board.status == "draft":
        raise NotFound("link.closed")
    secret = links.own_table(access)
    body = copy_as(
        models.OwnSeat,
        tournament_answers.entrant_page(board, found),
        tournament=tournament_answers.brief(access, board),
        link=None if secret is None else models.Link(secret, rooted(f"/t/{secret}")),
        clock=tournament_answers.clock(board.clock),
    )
    return answers.respond(body)
