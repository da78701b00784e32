"""Games that started on a phone offline are created here once, under their key.

Phones also ask here for what they need offline: names, rules, and local copies of games.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, Response, abort, jsonify, request

from scorekeeper.core.db.database import LARGEST_ID
from scorekeeper.core.http.security_headers import csrf
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.numbers import parse_tapped_number
from scorekeeper.core.pages.layout import set_device_cookie, visitor, visitor_or_new
from scorekeeper.core.pages.live_parts import OWN_HEADER, respond_to_log
from scorekeeper.core.refusals import Refusal, refusal_text
from scorekeeper.core.security.rate_limits import IMPORTED_ENTRIES, NEW_GAMES
from scorekeeper.engine.errors import GameError
from scorekeeper.formats.rules import dump_rules
from scorekeeper.games.commands.files import game_records
from scorekeeper.games.commands.game_state import load
from scorekeeper.games.commands.library import game_creation, game_lists, import_validation
from scorekeeper.games.commands.offline import local_copies
from scorekeeper.games.commands.stats import joined_names
from scorekeeper.messages.errors.error_text import plain_error_text
from scorekeeper.rules.commands import house_rules

if TYPE_CHECKING:
    from scorekeeper.core.devices.visitors import Visitor
    from scorekeeper.games.commands.access import Access

blueprint = Blueprint("begun_here", __name__)

GAMES_LOOKED_AT = 40
MOST_COPIES = 500
"""Most local copies on a phone, the newest games; some 10 KiB each."""
COPIES_AT_ONCE = 25
MOST_NAMES = 40
"""Most names on the page for a new game."""


@blueprint.post("/games/begin")
@csrf.exempt
def begin() -> Response:
    """Create a game that started offline on this phone. The same key returns the same game."""
    if not request.headers.get(OWN_HEADER):
        abort(403)
    sent = request.get_json(silent=True)
    if not isinstance(sent, dict):
        abort(400)
    key = str(sent.get("key"))[:40]
    try:
        NEW_GAMES.check(visitor())
    except Refusal as refusal:
        return respond_to_log(key, "refused", refusal.status, detail=refusal_text(_, refusal))
    NEW_GAMES.spend(visitor(), request.remote_addr or "")
    device = visitor_or_new()
    try:
        access, differs = _create_game(sent.get("record"), device, key)
        if differs:
            detail = _("This game is already here and differs from the file. Nothing was changed.")
            return set_device_cookie(respond_to_log(key, "refused", 409, detail=detail, game=access.game_id), device)
        if sent.get("hidden") is True:
            game_lists.hide_game(access)
    except Refusal as refusal:
        return respond_to_log(key, "refused", refusal.status, detail=refusal_text(_, refusal))
    except GameError as error:
        return respond_to_log(key, "refused", 422, detail=plain_error_text(_, error))
    return set_device_cookie(respond_to_log(key, "done", 200, game=access.game_id, revision=access.revision), device)


def _create_game(record: object, device: Visitor, key: str) -> tuple[Access, bool]:
    """Return the game, and whether it was here already with different hands.

    A record without events started on the phone. One with events was imported there from a file. Raises as
    `games.create_from_record`.
    """
    if not (isinstance(record, dict) and "events" in record):
        return game_creation.create(record, device, uuid=key, on_a_phone=True), False
    IMPORTED_ENTRIES.spend(device, request.remote_addr or "", import_validation.count_entries(record))
    checked_record = import_validation.check_record(record, keep_unscored=True)
    access = game_creation.create_from_record(checked_record, device, uuid=key)
    game = load(access)
    return access, key not in game.log.uuids and not game_records.is_same_game(checked_record, game)


@blueprint.get("/games/known")
def known() -> Response:
    """Return what a phone stores for offline use.

    `names` are players, most recent first. `sets` are the device's own rule sets, and `joined` its joined names. `games` are
    its newest games, each with its revision.
    """
    device = visitor()
    ways = [] if device is None else game_lists.accesses_of_devices([device.id], device.id)[-MOST_COPIES:]
    names = game_lists.recent_names(game_lists.newest_games(device, GAMES_LOOKED_AT))[:MOST_NAMES]
    sets = [
        {"id": one.id, "name": one.name, "base": one.base, "rules": dump_rules(one.rules)}
        for one in house_rules.of_device(device)
    ]
    joined = [] if device is None else [(one.name, one.person) for one in joined_names.list_joined_names([device.id])]
    games = [(access.game_id, access.revision) for access in local_copies.without_tournaments(ways)]
    response = jsonify(names=names, sets=sets, joined=joined, games=games)
    response.headers["Cache-Control"] = "no-store"
    return response


@blueprint.get("/games/copies")
def copied() -> Response:
    """Return games of this device for its phone to store.

    Each `game` in the query is a number with the revision that the phone has, such as `5.12`. Unchanged games are left out.
    `gone` are games that the device may not see.
    """
    device = visitor()
    phone_revisions = dict(_numbers(text) for text in request.args.getlist("game")[:COPIES_AT_ONCE])
    ways = {} if device is None else {one.game_id: one for one in game_lists.accesses_to(device, phone_revisions)}
    found = local_copies.without_tournaments(ways.values())
    known = {access.game_id for access in found}
    games = local_copies.make_local_copies([access for access in found if access.revision != phone_revisions[access.game_id]])
    response = jsonify(games=games, gone=[number for number in phone_revisions if number not in known])
    response.headers["Cache-Control"] = "no-store"
    return response


def _numbers(text: str) -> tuple[int, int]:
    """Return a game's number and the revision that the phone has, 0 for none. Aborts with 400 for anything else."""
    number, _dot, revision = text.partition(".")
    game, phone_revision = parse_tapped_number(number, LARGEST_ID + 1), parse_tapped_number(revision or "0", LARGEST_ID + 1)
    if game is None or phone_revision is None:
        abort(400)
    return game, phone_revision
