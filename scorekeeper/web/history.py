"""Who changed what and when, each change to be taken back; and the names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, Response, abort, make_response, render_template, request
from flask_babel import gettext as _

from scorekeeper.engine.errors import GameError
from scorekeeper.web.conflicts import conflict_page
from scorekeeper.web.game_page import problem_text, to, told_at, way_to
from scorekeeper.web.hands import common, confirm, said
from scorekeeper.web.steps import told
from scorekeeper.workflows import history, playing, preview
from scorekeeper.workflows.refusals import Conflict, Refusal, refusal_text
from scorekeeper.workflows.view import load

if TYPE_CHECKING:
    from scorekeeper.workflows.entrance import Way
    from scorekeeper.workflows.view import View

blueprint = Blueprint("history", __name__, url_prefix="/games/<int:game_id>")


@blueprint.get("/history")
def show(game_id: int) -> Response:
    """Every change, the newest first."""
    way = way_to(game_id)
    view = load(way)
    steps = [told(view, step) for step in history.history(way, view)]
    return make_response(render_template("games/history.html", **common(way, view), **said(way, view), steps=steps))


@blueprint.route("/history/<int:revision>/undo", methods=["GET", "POST"])
def undo(game_id: int, revision: int) -> Response:
    """Take back one change; what that changes first."""
    way = way_to(game_id)
    view = load(way)
    step = next((s for s in history.history(way, view) if s.revision == revision), None) or abort(404)
    words = told(view, step)
    heading = _("Redo: %(what)s", what=words.text) if words.redo else _("Undo: %(what)s", what=words.text)
    asked = confirm(way, heading, _("Redo it") if words.redo else _("Undo it"), back="/history")
    return asked(lambda: preview.undo(way, revision), lambda **key: playing.undo(way, revision, **key))


@blueprint.route("/names", methods=["GET", "POST"])
def names(game_id: int) -> Response:
    """Write the players' names anew."""
    way = way_to(game_id)
    way.check_may_score()
    view = load(way)
    players = [request.form.get(f"player-{seat}", name).strip() for seat, name in enumerate(view.players)]
    if request.method == "GET":
        return _names(way, view, players, "")
    try:
        written = playing.rename(
            way, players, revision=request.form.get("revision", 0, type=int), uuid=request.form.get("uuid", "")
        )
        return told_at(way, written)
    except Conflict as conflict:
        return conflict_page(conflict)
    except GameError as error:
        return _names(way, view, players, problem_text(view, error))
    except Refusal as refusal:
        if refusal.code != "same":
            return _names(way, view, players, refusal_text(_, refusal))
    return to(f"/games/{game_id}")


def _names(way: Way, view: View, players: list[str], problem: str) -> Response:
    page = render_template("games/names.html", **common(way, view), players=players, problem=problem)
    return make_response(page, 422 if problem else 200)
