"""Receives commands from the pad's log, one at a time.

Answers have their own JSON format, so that no other response is taken for one.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from flask import Blueprint, Response, abort, render_template, request

from scorekeeper.core.http.security_headers import csrf
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.pages.live_parts import OWN_HEADER, respond_to_log, template_values, wants_parts
from scorekeeper.core.refusals import Refusal, refusal_text
from scorekeeper.engine.errors import GameError
from scorekeeper.games.commands.game_state import event_json, load
from scorekeeper.games.commands.offline import offline_commands
from scorekeeper.games.commands.offline.offline_commands import NeedsDecision
from scorekeeper.games.commands.refusals import Conflict
from scorekeeper.games.pages.offline.conflict_questions import question
from scorekeeper.games.pages.pad.game_page import device_access, game_page, plain_problem
from scorekeeper.games.pages.parts.sheet_view import row

if TYPE_CHECKING:
    from scorekeeper.games.commands.access import Access
    from scorekeeper.games.commands.game_state import GameState
    from scorekeeper.games.store.log import LogRow

blueprint = Blueprint("phone_log", __name__, url_prefix="/games/<int:game_id>")


@blueprint.post("/log")
@csrf.exempt
def act(game_id: int) -> Response:
    """Run one command of this device's log. The answer is `done`, `asked`, `refused` or `closed`."""
    if not request.headers.get(OWN_HEADER):
        abort(403)
    sent = request.get_json(silent=True)
    if not isinstance(sent, dict):
        abort(400)
    key = str(sent.get("key"))[:40]
    try:
        access = device_access(game_id)
        asked_for = offline_commands.parse_command(key, sent.get("seen"), sent.get("after"), sent.get("act"), sent.get("at"))
        done = offline_commands.run_command(access, asked_for)
    except NeedsDecision as asked:
        facts = {"revision": asked.game.revision, "question": question(asked)}
        return respond_to_log(key, "asked", 409, **facts, html=_page(asked.access, asked.game))
    except Conflict:
        abort(503)  # the phone asks again
    except Refusal as refusal:
        gone = refusal.code in ("game", "link.closed", "watch_only")
        return respond_to_log(key, "closed" if gone else "refused", refusal.status, detail=refusal_text(_, refusal))
    except GameError as error:
        return respond_to_log(key, "refused", 422, detail=plain_problem(load(access), error))
    facts = {"revision": done.game.revision, "change": done.change and done.change.revision}
    return respond_to_log(key, "done", 200, **facts, html=_page(done.access, done.game, done.change))


def _page(access: Access, game: GameState, change: LogRow | None = None) -> str | None:
    """Return the parts of the page. For a new hand at the end of the sheet, only the new parts are included."""
    if not wants_parts():
        return None
    shown = game_page(access, game, row=change)
    entry = None if change is None or change.entry is None else game.entry(change.entry)
    if change is not None and entry is not None and _is_new_last_hand(game, change):
        has = request.args.getlist("has")
        news = {name: shown.client_state[name] for name in ("revision", "tag")}
        shown = replace(
            shown,
            only=row(game, entry),
            thin={name: name in has for name in ("bids", "calls", "points")},
            client_news={**news, "entry": entry.id, "event": event_json(entry.event)},
        )
    return render_template("games/pad/fragments.html", **template_values(shown))


def _is_new_last_hand(game: GameState, change: LogRow) -> bool:
    shown = request.args.get("at", type=int) == game.revision - 1 == change.revision - 1
    return shown and change.action == "record" and change.place is None and not game.outcome.over
