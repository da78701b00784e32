"""Pages that only a phone has: its own games for the first page, the way off that list, each game as a file, and what is said
where only a server has a page.
"""

from __future__ import annotations

import json
from dataclasses import replace

from flask import Blueprint, Response, abort, redirect, render_template, request

from scorekeeper.base.root import rooted
from scorekeeper.codec.game_record import dump_record
from scorekeeper.codec.record_about import About, MatchPlace, Stamp
from scorekeeper.games.actions.game_state import load
from scorekeeper.games.actions.lists import Listed, of_device
from scorekeeper.games.pages.game_page import way_to
from scorekeeper.games.pages.home import row
from scorekeeper.phone.answering import SERVER
from scorekeeper.phone.here.games.kept import GAMES, touched
from scorekeeper.phone.here.routes import quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from flask.typing import ResponseReturnValue

blueprint = Blueprint("own_pages", __name__)


@blueprint.get("/games/here")
def here() -> str:
    """The games that no server has, for the first page; nothing where there are none. `?begins`: a new game begins there too."""
    games = [row(one) for one in of_device(None)]
    return render_template("games/on_this_phone.html", games=games, begins="begins" in request.args) if games else ""


@blueprint.get("/games/<int:game_id>/take-off")
def ask(game_id: int) -> str:
    """What becomes of a game that is taken off the list."""
    access = way_to(game_id)
    begun = GAMES[game_id].server is not None
    return render_template("phone/take_off.html", game=row(Listed(access, load(access))), begun=begun)


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


ONLY_THERE = frozenset({"share", "paper", "rules", "hall", "sheet.pdf"})


@blueprint.get("/games/<int:game_id>/<path:page>")
def not_there_yet(game_id: int, page: str) -> tuple[str, int]:
    """Said where a page needs the game on a server, and it is not there yet."""
    if SERVER["none"] or page.partition("/")[0] not in ONLY_THERE:
        abort(404)
    way_to(game_id)
    return render_template("phone/not_there_yet.html", game_id=game_id, again=rooted(request.path)), 503


@blueprint.get("/games/<int:game_id>/record.json")
def record(game_id: int) -> Response:
    """The game as a file that a server, or another phone, brings in once."""
    access = way_to(game_id)
    body = json.dumps(record_of(game_id), ensure_ascii=False)
    name = f"200-{'-'.join(load(access).players)}.json".replace(" ", "-")
    headers = {"Content-Disposition": f"attachment; filename=\"game.json\"; filename*=UTF-8''{quoted(name)}"}
    return Response(body, headers=headers, mimetype="application/json")


def as_uuid(key: str) -> str | None:
    """The key of an entry as records have it; None where it is no UUID: an entry of a record need not have one."""
    signs = key.replace("-", "").lower()
    if len(signs) != 32 or signs.strip("0123456789abcdef"):
        return None
    return "-".join([signs[:8], signs[8:12], signs[12:16], signs[16:20], signs[20:]])


def record_of(game_id: int) -> dict[str, Any]:
    """The game record, with what tells of the evening: its id, when it was, who wrote down what."""
    kept = GAMES[game_id]
    game = load(kept.access())
    match = (
        None
        if kept.match is None
        else MatchPlace(as_uuid(kept.match["id"]) or kept.match["id"], kept.number, kept.match.get("games_to_win"))
    )
    told = game.log.about
    about = About(
        id=kept.uuid,
        started_at=kept.created_at.isoformat(),
        place=told.get("place"),
        occasion=told.get("occasion"),
        rules_name=game.log.header.get("rules_name"),
        match=match,
    )
    stamps = tuple(
        [Stamp(as_uuid(entry.uuid), entry.at.isoformat(), entry.who or None) for entry in game.log.entries if not entry.struck]
    )
    return dump_record(replace(game.record, about=about, stamps=stamps))
