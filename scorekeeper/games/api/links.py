"""Share links."""

from __future__ import annotations

from flask import Response

from scorekeeper.core.api import requests, responses
from scorekeeper.core.api.operations import operation
from scorekeeper.games.api import authorization
from scorekeeper.games.api import responses as game_answers
from scorekeeper.games.api.request_models import LinkRole
from scorekeeper.games.commands.sharing import share_links


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
    return responses.respond(
        {"links": [game_answers.link(share) for share in share_links.list_shares(authorization.scoring_access(game))]}
    )


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
    access = authorization.scoring_access(game)
    share = share_links.create(access, requests.read(LinkRole).role)
    return responses.respond(game_answers.link(share), 201)


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
    share_links.revoke(authorization.scoring_access(game), link)
    return Response(status=204)
