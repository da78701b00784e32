"""Share links."""

from __future__ import annotations

from flask import Response

from scorekeeper.base.api import answers, requests
from scorekeeper.base.api.operations import operation
from scorekeeper.games.actions import sharing
from scorekeeper.games.api import accesses
from scorekeeper.games.api import answers as game_answers
from scorekeeper.games.api.questions import LinkRole


@operation(
    "GET",
    "/games/{game}/links",
    tag="links",
    access="score",
    summary="List a game’s links",
    about="Includes revoked links. A link opens its game and that game’s rematches.",
    answers={200: "LinkList"},
)
def list_links(game: int) -> Response:
    return answers.respond({"links": [game_answers.link(share) for share in sharing.list_shares(accesses.scoring_access(game))]})


@operation(
    "POST",
    "/games/{game}/links",
    tag="links",
    access="score",
    summary="Create a link",
    body="LinkRole",
    answers={201: "Link"},
)
def create_link(game: int) -> Response:
    access = accesses.scoring_access(game)
    share = sharing.create(access, requests.read(LinkRole).role)
    return answers.respond(game_answers.link(share), 201)


@operation(
    "DELETE",
    "/games/{game}/links/{link}",
    tag="links",
    access="score",
    summary="Revoke a link",
    about="It stops working, even on devices that have opened it. The only way to score a game cannot be revoked.",
    answers={204: None},
)
def revoke_link(game: int, link: int) -> Response:
    sharing.revoke(accesses.scoring_access(game), link)
    return Response(status=204)
