"""Transfer of a game between phones by QR codes: the page that shows them, and the page that a scan opens.

The game is in the fragment of the URLs, which no server sees. The browser puts it together.
"""

from __future__ import annotations

from flask import Blueprint, render_template

from scorekeeper.base.pages.submission_keys import submission_key
from scorekeeper.games.actions.game_state import load
from scorekeeper.games.pages.game_page import device_access
from scorekeeper.games.pages.hands import game_values

blueprint = Blueprint("handing", __name__)


@blueprint.get("/games/<int:game_id>/hand-over")
def give(game_id: int) -> str:
    """Show the game's codes, one after the other."""
    access = device_access(game_id)
    return render_template("games/hand_over.html", **game_values(access, load(access)))


@blueprint.get("/games/take")
def take() -> str:
    """Show the codes scanned so far and the missing ones, and add the game when it is complete."""
    return render_template("games/take.html", uuid=submission_key())
