"""A game from phone to phone, as codes on the screen: the page that shows them, and the page that a photographed one opens.

What the codes hold stands behind the addresses, which no server is told. It is put together in the browser.
"""

from __future__ import annotations

from flask import Blueprint, render_template

from scorekeeper.base.pages.submission_keys import submission_key
from scorekeeper.games.actions.game_state import load
from scorekeeper.games.pages.game_page import way_to
from scorekeeper.games.pages.hands import common

blueprint = Blueprint("handing", __name__)


@blueprint.get("/games/<int:game_id>/hand-over")
def give(game_id: int) -> str:
    """The game's codes, one after the other."""
    access = way_to(game_id)
    return render_template("games/hand_over.html", **common(access, load(access)))


@blueprint.get("/games/take")
def take() -> str:
    """What was photographed so far, what is missing, and what becomes of it."""
    return render_template("games/take.html", uuid=submission_key())
