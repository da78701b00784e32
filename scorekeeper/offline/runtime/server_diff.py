"""The comparison of a phone's own game with the server's different version of it."""

from __future__ import annotations

import json

from flask import Blueprint, Response, abort

from scorekeeper.games.commands.files import game_export
from scorekeeper.games.commands.game_state import load
from scorekeeper.games.commands.library import import_validation
from scorekeeper.games.commands.library.game_lists import LoadedGame
from scorekeeper.games.pages.offline import version_merge
from scorekeeper.games.pages.pad.game_page import device_access
from scorekeeper.offline.stubs.games.stored_games import own_of
from scorekeeper.rules.pages.words import saved_name

blueprint = Blueprint("comparing", __name__)


@blueprint.get("/games/<int:game_id>/compare")
def show(game_id: int) -> Response:
    """Show the differences between the phone's own game and the copy of the server's game with the same id.

    The copy includes the commands that have not been sent yet.
    """
    access = device_access(game_id)
    access.check_may_score()
    mine = own_of(game_id)
    if mine is None:
        abort(404)
    way = mine.access()
    record = game_export.export_records([LoadedGame(way, load(way))], saved_name)[0]
    return version_merge.page(
        access, import_validation.check_record(record, keep_unscored=True), json.dumps(record, ensure_ascii=False), mine=True
    )
