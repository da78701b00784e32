"""Pages that only a phone has: its own games for the first page, and each as a file."""

from __future__ import annotations

import json
from dataclasses import replace

from flask import Blueprint, Response, render_template

from scorekeeper.codec.game_record import dump_record
from scorekeeper.codec.record_about import About, MatchPlace, Stamp
from scorekeeper.games.actions.game_state import load
from scorekeeper.games.actions.lists import of_device
from scorekeeper.games.pages.game_page import way_to
from scorekeeper.games.pages.home import row
from scorekeeper.phone.here.games.kept import GAMES
from scorekeeper.phone.here.routes import quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

blueprint = Blueprint("own_pages", __name__)


@blueprint.get("/games/here")
def here() -> str:
    """The games that no server has, for the first page; nothing where there are none."""
    games = of_device(None)
    return render_template("games/on_this_phone.html", games=[row(one) for one in games]) if games else ""


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
