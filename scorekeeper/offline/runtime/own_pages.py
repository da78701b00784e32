"""Pages that only a phone has: its own games, their removal, and a notice where a page needs a server."""

from __future__ import annotations

from flask import Blueprint, abort, redirect, render_template, request

from scorekeeper.core.http.site_root import rooted
from scorekeeper.games.commands.game_state import load
from scorekeeper.games.commands.library.game_lists import LoadedGame, load_games
from scorekeeper.games.pages.library.home import row
from scorekeeper.games.pages.pad.game_page import device_access
from scorekeeper.offline.runtime.answering import SERVER
from scorekeeper.offline.stubs.games.game_lists import local_accesses
from scorekeeper.offline.stubs.games.stored_games import GAMES, copy_of, mark_changed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from flask.typing import ResponseReturnValue

blueprint = Blueprint("own_pages", __name__)


@blueprint.get("/games/here")
def here() -> str:
    """Show the games that no server has, for the first page. Empty if there are none.

    `?begins` says that a new game starts on the phone too.
    """
    games = [row(one) for one in load_games(local_accesses())]
    differs = {one.id: _comparison_url(one.id) for one in games if GAMES[one.id].differs}
    begins = "begins" in request.args
    return render_template("games/offline/on_this_phone.html", games=games, differs=differs, begins=begins) if games else ""


def _comparison_url(game_id: int) -> str:
    """Return the URL that compares a game with the server's version.

    Empty if this phone has no copy of that version or may not record in it.
    """
    copy = copy_of(game_id)
    return rooted(f"/games/{copy.id}/compare") if copy is not None and copy.access().may_score else ""


@blueprint.get("/games/<int:game_id>/take-off")
def ask(game_id: int) -> str:
    """Ask before a game is removed from the phone."""
    access = device_access(game_id)
    begun = GAMES[game_id].server is not None
    return render_template("offline/take_off.html", listed=row(LoadedGame(access, load(access))), begun=begun)


@blueprint.post("/games/<int:game_id>/take-off")
def delete(game_id: int) -> ResponseReturnValue:
    """Delete a game with all its rows. Its number is not used again."""
    device_access(game_id)
    game = GAMES[game_id]
    mark_changed(game)
    game.rows.clear()
    for before in GAMES.values():
        if before.next_id == game_id:
            mark_changed(before)
            before.next_id = None
    return redirect(rooted("/"), 303)


SERVER_PAGES = frozenset({"share", "paper", "hall", "sheet.pdf", "rules.pdf"})


@blueprint.get("/games/<int:game_id>/<path:page>")
def not_there_yet(game_id: int, page: str) -> tuple[str, int]:
    """Say that a page needs the game on the server, where it is not yet."""
    if SERVER["none"] or page.partition("/")[0] not in SERVER_PAGES:
        abort(404)
    device_access(game_id)
    return render_template("offline/not_there_yet.html", game_id=game_id, again=rooted(request.path)), 503
