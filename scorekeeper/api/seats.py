"""What a player does with the entrant's own link: see where to sit, and how it went."""

from __future__ import annotations

from flask import Response

from scorekeeper.api import answers, club_answers, club_requests
from scorekeeper.api.operations import operation
from scorekeeper.wording.marks import N_
from scorekeeper.workflows import club_links
from scorekeeper.workflows.club_board import load
from scorekeeper.workflows.refusals import NotFound


@operation(
    "GET",
    "/seat",
    tag="tables",
    access="entrant",
    summary=N_("Read where one sits"),
    about=N_(
        "Of the entrant whose link is the token: every round, the present one first, and the link of the table to sit at now,"
        " with which a result is reported."
    ),
    answers={200: "OwnSeat"},
)
def read_own_seat() -> Response:
    way = club_requests.entrant()
    board = load(way)
    found = board.entrant(way.entrant or "")
    if found is None or board.status == "draft":
        raise NotFound("link.closed")
    secret = club_links.own_table(way)
    body = {
        **club_answers.entrant_page(board, found),
        "tournament": {"id": way.tournament_id, "name": board.name, "status": board.status},
        "link": None if secret is None else {"token": secret, "path": f"/t/{secret}"},
        "clock": club_answers.clock(board.clock),
    }
    return answers.respond(body)
