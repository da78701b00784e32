"""Transfer of a game between phones by QR codes: the page that shows them, and the page that a scan opens.

The game is in the fragment of the URLs, which no server sees. The browser puts it together.
"""

from __future__ import annotations

from flask import Blueprint, render_template

from scorekeeper.core.forms.form_input import submission_key
from scorekeeper.games.commands.game_state import load
from scorekeeper.games.pages.history.hands import game_values
from scorekeeper.games.pages.pad.game_page import device_access

blueprint = Blueprint("handing", __name__)


@blueprint.get("/games/<int:game_id>/hand-over")
def give(game_id: int) -> str:
    """Show the game's codes, one after the other."""
    access = device_access(game_id)
    return render_template("games/offline/send.html", **game_values(access, load(access)))


@blueprint.get("/games/take")
def take() -> str:
    """Show the codes scanned so far and the missing ones, and add the game when it is complete."""
    return render_template("games/offline/receive.html", uuid=submission_key())
