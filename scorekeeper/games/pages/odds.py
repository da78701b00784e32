"""The page of the odds: what each side needs, how likely it is to win, and why."""

from __future__ import annotations

from flask import Blueprint, Response, make_response, render_template

from scorekeeper.core.pages.live_parts import VARY, wants_parts
from scorekeeper.games.commands.game_state import load
from scorekeeper.games.commands.library.odds import odds_of
from scorekeeper.games.pages.history.hands import game_values
from scorekeeper.games.pages.odds_view import odds_view
from scorekeeper.games.pages.pad.game_page import device_access

blueprint = Blueprint("odds", __name__, url_prefix="/games/<int:game_id>")


@blueprint.get("/odds")
def show(game_id: int) -> Response:
    """Show the odds. The pad's script gets only its part."""
    access = device_access(game_id)
    game = load(access)
    view = odds_view(game, odds_of(access, game))
    template = "games/_odds.html" if wants_parts() else "games/odds.html"
    response = make_response(render_template(template, **game_values(access, game), odds=view))
    response.headers["Cache-Control"] = "no-cache"
    response.headers["Vary"] = VARY
    return response
