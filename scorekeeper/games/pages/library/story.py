"""The story of a game, to read at breakfast, to copy, or to send to someone who was not there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, Response, make_response, render_template, url_for

from scorekeeper.base import hours
from scorekeeper.base.i18n import gettext as _
from scorekeeper.games.actions.counting import session_day, started_at
from scorekeeper.games.actions.game_state import load
from scorekeeper.games.pages.game_page import device_access
from scorekeeper.games.pages.hands import game_values
from scorekeeper.wording.story import story

if TYPE_CHECKING:
    from scorekeeper.games.actions.entrance import Access
    from scorekeeper.games.actions.game_state import GameState

blueprint = Blueprint("story", __name__, url_prefix="/games/<int:game_id>/story")


@blueprint.get("")
def show(game_id: int) -> Response:
    """Show the game in a few sentences."""
    access = device_access(game_id)
    game = load(access)
    page = render_template(
        "games/story.html",
        **game_values(access, game),
        heading=_("The story"),
        facts=facts(access, game),
        told=sentences(game),
        evening_url=url_for("library.evening", day=session_day(started_at(access, game))),
    )
    response = make_response(page)
    response.headers["Cache-Control"] = "no-cache"
    return response


def sentences(game: GameState) -> list[str]:
    """Return the sentences of a game's story, none before its first hand."""
    entries = [entry for entry in game.entries if entry.hand is not None]
    return story(_, game.rules, game.replay, [entry.players for entry in entries])


def facts(access: Access, game: GameState) -> str:
    """Return the day, place and occasion, as far as they are known."""
    day = hours.iso_date_in_words(session_day(started_at(access, game)), "full")
    about = game.log.about
    return " · ".join([day[:1].upper() + day[1:], *[about[name] for name in ("place", "occasion") if about.get(name)]])
