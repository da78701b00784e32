"""Matches: rematches, and the games won."""

from __future__ import annotations

from flask import Response, url_for

from scorekeeper.core.api import responses
from scorekeeper.core.refusals import NotFound
from scorekeeper.games.api import models
from scorekeeper.games.api import responses as game_answers
from scorekeeper.games.api.authorization import game_operations
from scorekeeper.games.api.request_models import Rematch
from scorekeeper.games.commands.authorization import Access
from scorekeeper.games.commands.game_state import load
from scorekeeper.games.commands.library import matches


@game_operations("matches", "score").post("/games/{game}/rematch", body_required=False, answers={201: models.Game})
def play_rematch(access: Access, sent: Rematch) -> Response:
    """Start a rematch.

    Keeps the players, rules and links, and the deal continues. Repeating the request returns the same game.
    """
    following = matches.rematch(access, games_to_win=sent.games_to_win)
    response = responses.respond(game_answers.game(following, load(following)), 201, etag=game_answers.etag_of(following))
    response.headers["Location"] = url_for("api.read_game", game=following.game_id)
    return response


@game_operations("matches", "watch").get("/games/{game}/match")
def read_match(access: Access) -> models.Match:
    """Read a game’s match.

    Includes its games and the games won by each side. Returns 404 if the game is not part of a match.
    """
    standing = matches.match_standing(access)
    if standing is None:
        raise NotFound("match")
    return game_answers.match(standing)
