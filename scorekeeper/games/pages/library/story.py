"""The story of a game, to read at breakfast, to copy, or to send to someone who was not there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, Response, make_response, render_template, url_for

from scorekeeper.core.i18n import timezones
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.games.commands.game_state import load
from scorekeeper.games.commands.stats.summaries import session_day, started_at
from scorekeeper.games.pages.history.hands import game_values
from scorekeeper.games.pages.pad.game_page import device_access
from scorekeeper.messages.game.story import story

if TYPE_CHECKING:
    from scorekeeper.games.commands.authorization import Access
    from scorekeeper.games.commands.game_state import GameState

blueprint = Blueprint("story", __name__, url_prefix="/games/<int:game_id>/story")


@blueprint.get("")
def show(game_id: int) -> Response:
    """Show the game in a few sentences."""
    access = device_access(game_id)
    game = load(access)
    page = render_template(
        "games/library/story.html",
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
    day = timezones.iso_date_in_words(session_day(started_at(access, game)), "full")
    about = game.log.about
    return " · ".join([day[:1].upper() + day[1:], *[about[name] for name in ("place", "occasion") if about.get(name)]])
