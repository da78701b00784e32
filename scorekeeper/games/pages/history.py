"""The history of a game, in which each change can be undone."""

from __future__ import annotations

from flask import Blueprint, Response, abort, make_response, render_template

from scorekeeper.base.i18n import gettext as _
from scorekeeper.games.actions import history, playing
from scorekeeper.games.actions.game_state import load
from scorekeeper.games.pages.game_page import way_to
from scorekeeper.games.pages.hands import common, confirm, notice_asked
from scorekeeper.games.pages.steps import step_in_words

blueprint = Blueprint("history", __name__, url_prefix="/games/<int:game_id>")


@blueprint.get("/history")
def show(game_id: int) -> Response:
    """Show every change, newest first."""
    access = way_to(game_id)
    game = load(access)
    steps = [step_in_words(game, step) for step in history.history(access, game)]
    return make_response(render_template("games/history.html", **common(access, game), **notice_asked(access, game), steps=steps))


@blueprint.route("/history/<int:revision>/undo", methods=["GET", "POST"])
def undo(game_id: int, revision: int) -> Response:
    """Undo one change, after a preview of the effect."""
    access = way_to(game_id)
    game = load(access)
    step = next((s for s in history.history(access, game) if s.revision == revision), None) or abort(404)
    words = step_in_words(game, step)
    heading = _("Redo: %(what)s", what=words.text) if words.redo else _("Undo: %(what)s", what=words.text)
    button = _("Redo it") if words.redo else _("Undo it")
    return confirm(access, playing.undo(revision), heading, button, back="/history", phone=("undo", revision))
