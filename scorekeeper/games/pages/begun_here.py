"""Games that began on a phone without a network: each begins here once, under the key that it began under there; and what a
phone knows of this device when one begins.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, Response, abort, jsonify, request

from scorekeeper.base.allowances import BROUGHT_IN, NEW_GAMES
from scorekeeper.base.i18n import gettext as _
from scorekeeper.base.pages.frame import remember, visitor, visitor_or_new
from scorekeeper.base.refusals import Refusal, refusal_text
from scorekeeper.base.security import csrf
from scorekeeper.codec.rules import dump_rules
from scorekeeper.engine.errors import GameError
from scorekeeper.games.actions import games, incoming, lists, recorded
from scorekeeper.games.actions.game_state import load
from scorekeeper.games.pages.phone_log import OWN_HEADER, answer
from scorekeeper.rules.actions import house_rules
from scorekeeper.wording.errors import plain_error_text

if TYPE_CHECKING:
    from scorekeeper.base.devices import Visitor
    from scorekeeper.games.actions.access import Access

blueprint = Blueprint("begun_here", __name__)

GAMES_LOOKED_AT = 40
MOST_NAMES = 40
"""As many as a page for a new game shows."""


@blueprint.post("/games/begin")
@csrf.exempt
def begin() -> Response:
    """A game that began on this phone, before there was a network: the same key, the same game."""
    if not request.headers.get(OWN_HEADER):
        abort(403)
    sent = request.get_json(silent=True)
    if not isinstance(sent, dict):
        abort(400)
    key = str(sent.get("key"))[:40]
    NEW_GAMES.spend(visitor(), request.remote_addr or "")
    device = visitor_or_new()
    try:
        access, differs = _begun(sent.get("record"), device, key)
        if differs:
            detail = _("This game is here already, and stands otherwise than in the file: it was left as it is here.")
            return remember(answer(key, "refused", 409, detail=detail, game=access.game_id), device)
        if sent.get("hidden") is True:
            lists.hide(access)
    except Refusal as refusal:
        return answer(key, "refused", refusal.status, detail=refusal_text(_, refusal))
    except GameError as error:
        return answer(key, "refused", 422, detail=plain_error_text(_, error))
    return remember(answer(key, "done", 200, game=access.game_id, revision=access.revision), device)


def _begun(record: object, device: Visitor, key: str) -> tuple[Access, bool]:
    """The game, and whether it was here already and tells other hands. Without events it began on the phone, with them it was
    brought in there from a file. Raises as `games.begin`.
    """
    if not (isinstance(record, dict) and "events" in record):
        return games.create(record, device, uuid=key), False
    BROUGHT_IN.spend(device, request.remote_addr or "", incoming.entries_of(record))
    whole = incoming.check(record, keep_unscored=True)
    access = games.begin(whole, device, uuid=key)
    game = load(access)
    return access, key not in game.log.uuids and not recorded.same_game(whole, game)


@blueprint.get("/games/known")
def known() -> Response:
    """What a phone keeps for a new game without a network: `names` of players, those who played last first, and the device's own
    rule `sets`.
    """
    device = visitor()
    names = lists.recent_names(lists.newest(device, GAMES_LOOKED_AT))[:MOST_NAMES]
    sets = [
        {"id": one.id, "name": one.name, "base": one.base, "rules": dump_rules(one.rules)}
        for one in house_rules.of_device(device)
    ]
    response = jsonify(names=names, sets=sets)
    response.headers["Cache-Control"] = "no-store"
    return response
