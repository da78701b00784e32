"""Pages that only a phone has: its own games for the first page, the way off that list, and what is said where only a server has
a page.
"""

from __future__ import annotations

from flask import Blueprint, abort, redirect, render_template, request

from scorekeeper.base.root import rooted
from scorekeeper.games.actions.game_state import load
from scorekeeper.games.actions.lists import Listed, listed
from scorekeeper.games.pages.game_page import way_to
from scorekeeper.games.pages.home import row
from scorekeeper.phone.answering import SERVER
from scorekeeper.phone.here.games.kept import GAMES, copy_of, touched
from scorekeeper.phone.here.games.lists import ways_here

TYPE_CHECKING = False
if TYPE_CHECKING:
    from flask.typing import ResponseReturnValue

blueprint = Blueprint("own_pages", __name__)


@blueprint.get("/games/here")
def here() -> str:
    """The games that no server has, for the first page; nothing where there are none. `?begins`: a new game begins there too."""
    games = [row(one) for one in listed(ways_here())]
    differs = {one.id: _compared(one.id) for one in games if GAMES[one.id].differs}
    begins = "begins" in request.args
    return render_template("games/on_this_phone.html", games=games, differs=differs, begins=begins) if games else ""


def _compared(game_id: int) -> str:
    """Where a game is compared with the server's; empty where this phone has no copy of that, or may not write there."""
    there = copy_of(game_id)
    return rooted(f"/games/{there.id}/compare") if there is not None and there.access().may_score else ""


@blueprint.get("/games/<int:game_id>/take-off")
def ask(game_id: int) -> str:
    """What becomes of a game that is taken off the list."""
    access = way_to(game_id)
    begun = GAMES[game_id].server is not None
    return render_template("phone/take_off.html", listed=row(Listed(access, load(access))), begun=begun)


@blueprint.post("/games/<int:game_id>/take-off")
def delete(game_id: int) -> ResponseReturnValue:
    """Away with it: no rows are left of it, and its number is not used again."""
    way_to(game_id)
    game = GAMES[game_id]
    touched(game)
    game.rows.clear()
    for before in GAMES.values():
        if before.next_id == game_id:
            touched(before)
            before.next_id = None
    return redirect(rooted("/"), 303)


ONLY_THERE = frozenset({"share", "paper", "hall", "sheet.pdf", "rules.pdf"})


@blueprint.get("/games/<int:game_id>/<path:page>")
def not_there_yet(game_id: int, page: str) -> tuple[str, int]:
    """Said where a page needs the game on a server, and it is not there yet."""
    if SERVER["none"] or page.partition("/")[0] not in ONLY_THERE:
        abort(404)
    way_to(game_id)
    return render_template("phone/not_there_yet.html", game_id=game_id, again=rooted(request.path)), 503
