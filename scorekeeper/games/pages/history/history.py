"""The history of a game, in which each change can be undone."""

from __future__ import annotations

from flask import Blueprint, Response, abort, make_response, render_template

from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.games.commands import history
from scorekeeper.games.commands.game_state import load
from scorekeeper.games.commands.recording import table_commands
from scorekeeper.games.pages.history.hands import confirm, game_values, requested_notice
from scorekeeper.games.pages.pad.game_page import device_access
from scorekeeper.games.pages.parts.steps import describe_step

blueprint = Blueprint("history", __name__, url_prefix="/games/<int:game_id>")


@blueprint.get("/history")
def show(game_id: int) -> Response:
    """Show every change, newest first."""
    access = device_access(game_id)
    game = load(access)
    steps = [describe_step(game, step) for step in history.history(access, game)]
    return make_response(
        render_template("games/history/history.html", **game_values(access, game), **requested_notice(access, game), steps=steps)
    )


@blueprint.route("/history/<int:revision>/undo", methods=["GET", "POST"])
def undo(game_id: int, revision: int) -> Response:
    """Undo one change, after a preview of the effect."""
    access = device_access(game_id)
    game = load(access)
    step = next((s for s in history.history(access, game) if s.revision == revision), None) or abort(404)
    words = describe_step(game, step)
    heading = _("Redo: %(what)s", what=words.text) if words.redo else _("Undo: %(what)s", what=words.text)
    button = _("Redo it") if words.redo else _("Undo it")
    return confirm(access, table_commands.undo(revision), heading, button, back="/history", phone=("undo", revision))
