"""Matches: rematches, and the games won."""

from __future__ import annotations

from flask import Response, url_for

from scorekeeper.core.api import requests, responses
from scorekeeper.core.api.operations import operation
from scorekeeper.core.refusals import NotFound
from scorekeeper.games.api import authorization
from scorekeeper.games.api import responses as game_answers
from scorekeeper.games.api.request_models import Rematch
from scorekeeper.games.commands.game_state import load
from scorekeeper.games.commands.library import matches


@operation(
    "POST",
    "/games/{game}/rematch",
    tag="matches",
    access="score",
    summary="Start a rematch",
    about="Keeps the players, rules and links, and the deal continues. Repeating the request returns the same game.",
    body="Rematch",
    body_required=False,
    answers={201: "Game"},
)
def play_rematch(game: int) -> Response:
    access = authorization.scoring_access(game)
    length = requests.read(Rematch, required=False).games_to_win
    following = matches.rematch(access, games_to_win=length)
    response = responses.respond(game_answers.game(following, load(following)), 201, etag=game_answers.etag_of(following))
    response.headers["Location"] = url_for("api.read_game", game=following.game_id)
    return response


@operation(
    "GET",
    "/games/{game}/match",
    tag="matches",
    access="watch",
    summary="Read a game’s match",
    about="Includes its games and the games won by each side. Returns 404 if the game is not part of a match.",
    answers={200: "Match"},
)
def read_match(game: int) -> Response:
    standing = matches.match_standing(authorization.game_access(game))
    if standing is None:
        raise NotFound("match")
    return responses.respond(game_answers.match(standing))
