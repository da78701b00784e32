"""Matches: rematches, and the games won."""

from __future__ import annotations

from flask import Response, url_for

from scorekeeper.base.api import answers, requests
from scorekeeper.base.api.operations import operation
from scorekeeper.base.refusals import NotFound
from scorekeeper.games.actions import matches
from scorekeeper.games.actions.game_state import load
from scorekeeper.games.api import accesses
from scorekeeper.games.api import answers as game_answers
from scorekeeper.games.api.questions import Rematch


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
    access = accesses.scoring_access(game)
    length = requests.read(Rematch, required=False).games_to_win
    following = matches.rematch(access, games_to_win=length)
    response = answers.respond(game_answers.game(following, load(following)), 201, etag=game_answers.etag_of(following))
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
    standing = matches.match_standing(accesses.game_access(game))
    if standing is None:
        raise NotFound("match")
    return answers.respond(game_answers.match(standing))
