"""The game page with the pad, and the commands on it."""

from __future__ import annotations

import re
from functools import partial
from typing import TYPE_CHECKING, Any

from flask import Blueprint, Response, jsonify, make_response, render_template, request

from scorekeeper.core.devices import visitors
from scorekeeper.core.forms import form_input
from scorekeeper.core.http.long_poll import hold_response
from scorekeeper.core.http.site_root import rooted
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.pages.layout import store_setting
from scorekeeper.core.pages.live_parts import LiveParts, render_fresh_parts, template_values, wants_parts
from scorekeeper.engine.errors import GameError
from scorekeeper.games.commands import change_notifier
from scorekeeper.games.commands.game_state import GameState, load
from scorekeeper.games.commands.library import matches
from scorekeeper.games.commands.recording import event_writer, table_commands
from scorekeeper.games.commands.tournament_hooks import current_host
from scorekeeper.games.pages.pad import pad_form
from scorekeeper.games.pages.pad.game_page import (
    AUCTION,
    change_row,
    device_access,
    game_page,
    page,
    problem_text,
    redirect_after_post,
    redirect_to_change,
    tag_of,
)
from scorekeeper.games.pages.pad.pad_view import CALL_RULES, Pad
from scorekeeper.games.pages.pad.submit import catch_problem, run_command
from scorekeeper.games.pages.parts.receipt import receipt
from scorekeeper.games.pages.parts.sheet_view import state_before
from scorekeeper.rules.pages.rulebook_links import rule_url

if TYPE_CHECKING:
    from scorekeeper.games.commands.access import Access
    from scorekeeper.games.commands.command import GameCommand
    from scorekeeper.games.store.log import GameEvent

blueprint = Blueprint("games", __name__, url_prefix="/games/<int:game_id>")

UNPLAYED = ("passed_out", "misdeal")


@blueprint.app_template_global()
def call_rule_urls() -> dict[str, str]:
    """Return the URLs of the rules by which a call may be refused."""
    return {rule: rule_url(rule) for rule in CALL_RULES}


@blueprint.get("")
def show(game_id: int) -> Response:
    """Show the game. `saved` adds a notice of that change, and `change` opens the saved contract for changes."""
    access = device_access(game_id)
    visitors.note_visit(access.device_id)
    game = load(access)
    changing = "change" in request.args and game.contract is not None
    return page(access, game, row=change_row(access, game, request.args.get("saved", type=int)), changing=changing)


@blueprint.get("/live")
def live(game_id: int) -> Response:
    """Return the parts of the page, or 304 if they are current. With `wait`, answer only when there is news."""
    access = device_access(game_id)
    game, stamp = load(access), current_host().stamp_of(access)
    parts = LiveParts({"game": tag_of(access, game, stamp)})
    response = render_fresh_parts(
        parts, "games/pad/fragments.html", lambda: template_values(game_page(access, game, row=_unseen_change(access, game)))
    )
    return hold_response(response, change_notifier.news_of_game(access, hosted=bool(stamp)))


def _unseen_change(access: Access, game: GameState) -> GameEvent | None:
    """Return this device's newest change if the page does not have it yet.

    Its answer may have been overtaken, or another tab made it. It can be undone like any other.
    """
    mine = game.log.newest.get(access.device_id)
    seen = re.match(r'W/"(\d+)-', request.headers.get("If-None-Match", ""))
    return mine if mine and mine.revision == game.revision > int(seen[1] if seen else 0) else None


@blueprint.post("/hands")
def record(game_id: int) -> Response:
    """Save the hand or its bid, or record that no hand was played."""
    access = device_access(game_id)
    game = load(access)
    tapped = form_input.taps()
    action, draft = tapped.get("action", "record"), pad_form.parse_form(tapped, game.state)
    with catch_problem(game) as problem:
        if action == "preview":
            return _preview_page(access, game, draft)
        pad = Pad(0, game.state, game.players, draft)
        if action == "record" and not pad.complete and not _is_stale(game):
            return _show_form_again(access, game, draft, pad.missing, 422)
        return redirect_to_change(access, run_command(access, _make_command(game, draft, action, tapped.number("replaces"))))
    return _show_form_again(access, game, draft, problem.text, problem.status)


def _is_stale(game: GameState) -> bool:
    """Return whether the page was made from another revision. The conflict then matters more than a missing field."""
    return form_input.revision() != game.revision


def _has_changed_elsewhere(access: Access, game: GameState) -> bool:
    """Return whether another device has changed the game since. The page knows this device's own changes."""
    seen = form_input.revision()
    others = [row for device, row in game.log.newest.items() if device is None or device != access.device_id]
    return seen > game.revision or any(row.revision > seen for row in others)


def _make_command(game: GameState, draft: pad_form.HandDraft, action: str, replaces: int | None) -> GameCommand:
    """Return the command of a button. `replaces` is another device's hand that this one replaces."""
    record = table_commands.record if replaces is None else partial(table_commands.correct, replaces)
    if action in UNPLAYED:
        note = {"note": draft.note} if draft.note else {}
        return record({"kind": action, **note})
    if action == "open":
        return table_commands.open_contract(draft.contract(game.state))
    if action == "cancel":
        return table_commands.cancel_contract()
    return record(draft.event(game.state))


def _preview_page(access: Access, game: GameState, draft: pad_form.HandDraft) -> Response:
    """Return the page with a preview, for browsers without scripts."""
    pad = Pad(0, game.state, game.players, draft)
    if not pad.complete:
        return _show_form_again(access, game, draft, pad.missing)
    would_be = event_writer.preview_command(access, table_commands.record(draft.event(game.state))).entry
    return _show_form_again(access, game, draft, "", preview=would_be)


def _show_form_again(
    access: Access, game: GameState, draft: pad_form.HandDraft, problem: str, status: int = 200, **more: Any
) -> Response:
    """Return the page as it was sent, with the problem."""
    changing = game.contract is not None and "kept" not in form_input.taps()
    key = form_input.key() if _is_valid_key(form_input.key()) else None
    return page(access, game, status, draft=draft, problem=problem, changing=changing, key=key, **more)


def _is_valid_key(key: str) -> bool:
    return 8 <= len(key) <= 36 and key.replace("-", "").isalnum()


@blueprint.route("/auction", methods=["GET", "POST"])
def auction(game_id: int) -> Response:
    """Apply a call, the removal of one, or a switch of the form, and return the form. Nothing is stored.

    The script gets only the state of the auction, as JSON.
    """
    if request.method == "GET":  # a reload of a URL for forms
        return redirect_after_post(rooted(f"/games/{game_id}"))
    access = device_access(game_id)
    game = load(access)
    tapped = form_input.taps()
    draft, mode = pad_form.parse_form(tapped, game.state), tapped.get("mode")
    if wants_parts() and mode is None:
        return jsonify(Pad(0, game.state, game.players, draft).auction)
    behind = (
        _("Another device changed the game. Check the sheet before you save.") if _has_changed_elsewhere(access, game) else ""
    )
    response = _show_form_again(access, game, draft, behind)
    return _store_entry_mode(response, game_id, mode) if mode in (pad_form.CALLS, pad_form.SHORT) else response


def _store_entry_mode(response: Response, game_id: int, mode: str) -> Response:
    """Store how this device enters the auctions of a game."""
    return store_setting(response, AUCTION, mode, within=f"/games/{game_id}")


@blueprint.post("/preview")
def ask(game_id: int) -> Response:
    """Return what the hand still needs and the effect of saving it: the parts of the pad below its steps.

    `of` is the entry that the hand would replace. The scores are then the game's final ones.
    """
    access = device_access(game_id)
    game = load(access)
    corrected = request.args.get("of", type=int)
    state = state_before(game, corrected if game.entry(corrected or 0) else None)
    draft = pad_form.parse_form(form_input.taps(), state)
    pad = Pad(game.numbered_hand_count + 1, state, game.players, draft)
    values: dict[str, Any] = {"pad": pad, "problem": "", "receipt": None, "behind": _has_changed_elsewhere(access, game)}
    if pad.complete and not values["behind"]:
        event = draft.event(state)
        try:
            would_be = event_writer.preview_command(
                access, table_commands.correct(corrected, event) if corrected else table_commands.record(event)
            )
            values |= _receipt_values(game, would_be, corrected=bool(corrected))
        except GameError as error:
            values["problem"] = problem_text(game, error)
    return make_response(render_template("games/parts/_result.html", **values))


def _receipt_values(game: GameState, would_be: event_writer.Preview, *, corrected: bool) -> dict[str, Any]:
    if would_be.entry is None:
        return {}
    return {
        "receipt": receipt(game.rules, would_be.entry.players, would_be.entry, (game, would_be.after) if corrected else None),
        "otherwise": any(one.changes_points for one in would_be.later),
    }


@blueprint.post("/undo")
def undo(game_id: int) -> Response:
    """Undo the change in the form, or the newest one in effect."""
    access = device_access(game_id)
    tapped = form_input.taps()
    written = run_command(access, table_commands.undo(tapped.number("change")))
    if tapped.get("back") == "history":
        return redirect_to_change(access, written, "/history")
    return redirect_to_change(access, written)


@blueprint.post("/rematch")
def rematch(game_id: int) -> Response:
    """Start the next game of the match. A repeat finds the same game."""
    access = device_access(game_id)
    following = matches.rematch(access, games_to_win=form_input.taps().number("games_to_win"))
    answer = redirect_after_post(rooted(f"/games/{following.game_id}"))
    by_call = request.cookies.get(AUCTION) == pad_form.CALLS
    return _store_entry_mode(answer, following.game_id, pad_form.CALLS) if by_call else answer
