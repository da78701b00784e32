"""Facts about the people of a finished game, for an end that a phone drew before the server knew it."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify

from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.pages.layout import visitor
from scorekeeper.games.commands.stats.people_facts import people_facts
from scorekeeper.games.pages.pad.game_page import device_access

blueprint = Blueprint("people_facts", __name__)


@blueprint.get("/games/<int:game_id>/facts.json")
def show(game_id: int) -> Response:
    """Return the facts as a list of texts, empty during the game."""
    return jsonify(people_facts(_, visitor(), device_access(game_id)))
