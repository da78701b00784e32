"""Receives commands from the pad's log, one at a time, and asks when one conflicts with another device's change.

Answers have their own JSON format, so that no other response is taken for one.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from flask import Blueprint, Response, abort, render_template, request

from scorekeeper.core.http.security_headers import csrf
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.pages.live_parts import OWN_HEADER, respond_to_log, template_values, wants_parts
from scorekeeper.core.refusals import Refusal, refusal_text
from scorekeeper.engine.errors import GameError
from scorekeeper.engine.events import Played
from scorekeeper.formats.game_record import parse_event
from scorekeeper.games.commands import history
from scorekeeper.games.commands.game_state import event_json, load
from scorekeeper.games.commands.offline import offline_commands
from scorekeeper.games.commands.offline.offline_commands import NeedsDecision
from scorekeeper.games.commands.refusals import Conflict
from scorekeeper.games.pages.history.hands import name_of_entry
from scorekeeper.games.pages.history.replacement import effect_text, find_replacement, first_hand
from scorekeeper.games.pages.pad.game_page import device_access, game_page, plain_problem
from scorekeeper.games.pages.parts.sheet_view import resolve_event, row, with_auction_contract
from scorekeeper.games.pages.parts.steps import describe_step, event_facts
from scorekeeper.messages.game.outcome import bid_text

if TYPE_CHECKING:
    from scorekeeper.games.commands.access import Access
    from scorekeeper.games.commands.game_state import GameState, ScoredEntry
    from scorekeeper.games.commands.offline.offline_commands import OfflineCommand
    from scorekeeper.games.store.log import GameEvent


Question = dict[str, Any]


def question(decision: NeedsDecision) -> Question:
    """Return the question in words: `title`, `text`, the lines of `theirs` and `yours`, and the labels of the answers.

    `leave` keeps their version, and `mine` applies the command to it. A hand may have a third answer, `replace`, that sends
    the command `instead`. `effect` says how the scores change if this device's version replaces theirs.
    """
    game, command = decision.game, decision.command
    steps = [describe_step(game, step) for step in history.steps(decision.access, decision.theirs, game)]
    theirs = [" · ".join([f"{step.text} ({step.who})", *step.now]) for step in steps]
    yours = _yours(game, command)
    if _new_dealer(command) is not None:
        words = _dealer_question(decision)
    else:
        words = _hand_question(decision) if command.does in ("record", "open") else _entry_question(decision)
    return {**words, "theirs": theirs, "yours": yours}


def _hand_question(decision: NeedsDecision) -> Question:
    game, command = decision.game, decision.command
    if all(row.action == "open_contract" for row in decision.theirs):
        return {
            "title": _("Another device saved a different bid for hand %(n)s", n=game.numbered_hand_count + 1),
            "text": _("Which is right?"),
            "leave": _("Theirs: discard mine"),
            "mine": _("Mine: replace theirs"),
        }
    first = next((e for row in decision.theirs if row.entry is not None and (e := game.entry(row.entry))), None)
    n = first.number if first else 0
    same = any(_same_hand(game, command, entry) for row in decision.theirs if row.entry and (entry := game.entry(row.entry)))
    return {
        "title": _("Another device recorded hand %(n)s too", n=n) if n else _("Another device changed this game"),
        "text": _("It looks like the same hand.") if same else _("Is yours the same hand, or a later one?"),
        "leave": _("Same hand: discard mine"),
        "mine": _("Different hand: save both"),
        "same": same,
        **({} if same else _third_answer(decision)),
    }


def _third_answer(decision: NeedsDecision) -> Question:
    """Return the answer that one's own version of the same hand is right, with its effect, if the rules allow it."""
    command = decision.command
    if command.before is not None or (command.event or {}).get("kind", "played") not in offline_commands.HAND_ACTIONS:
        return {}
    theirs = first_hand(decision.game, decision.theirs)
    same_dealer = theirs is not None and theirs.hand is not None and command.dealer in (None, theirs.hand.dealer)
    event = command.event if same_dealer else command.shortened
    with suppress(GameError):
        replacement = find_replacement(decision.access, decision.game, decision.theirs, event)
        if replacement is not None:
            instead = {"do": "correct", "of": replacement.entry, "event": event}
            return {"replace": _("Same hand: replace theirs"), "instead": instead, "effect": replacement.effect}
    return {}


def _new_dealer(command: OfflineCommand) -> str | None:
    """Return the seat of a command that sets the next dealer, or None."""
    return (command.event or {}).get("dealer") if (command.event or {}).get("kind") == "deal" else None


def _dealer_question(decision: NeedsDecision) -> Question:
    name = "".join(_yours(decision.game, decision.command))
    return {
        "title": _("Another device changed this game"),
        "text": _("Is that still right? %(what)s", what=name),
        "leave": _("No, discard mine"),
        "mine": _("Yes, from the next hand on"),
    }


def _same_hand(game: GameState, command: OfflineCommand, entry: ScoredEntry) -> bool:
    """Return whether both are the same hand: contractor, bid and points."""
    mine, theirs = _event(game, command), resolve_event(game, entry)
    if mine is None or mine.kind != theirs.kind:
        return False
    if not isinstance(mine, Played):
        return True
    return (mine.contractor, mine.bid, mine.points) == (theirs.contractor, theirs.bid, theirs.points)


def _entry_question(decision: NeedsDecision) -> Question:
    return {
        "title": _("Another device changed this too: %(what)s", what=_subject(decision)),
        "text": _("Which one counts?"),
        "leave": _("Theirs: discard mine"),
        "mine": _("Mine: replace theirs"),
        **_effect_of_mine(decision),
    }


def _effect_of_mine(decision: NeedsDecision) -> Question:
    with suppress(GameError, Refusal):
        text = effect_text(decision.access, offline_commands.make_command(decision.game, decision.command))
        return {} if text is None else {"effect": text}
    return {}


def _subject(decision: NeedsDecision) -> str:
    """Return the hand, the bid or the other part of the game that the command is about."""
    game, command, theirs = decision.game, decision.command, decision.theirs[-1]
    entry_id = game.log.uuids.get(command.of) if isinstance(command.of, str) else command.of
    if command.does == "undo":  # it names a change, and theirs is to the same entry
        entry_id = theirs.entry
    entry = next((e for e in (*game.entries, *game.struck) if e.id == entry_id), None)
    if entry is not None:
        return name_of_entry(game, entry)
    words = {"first_dealer": _("who deals first"), "rename": _("the names"), "about": _("place and occasion")}
    about = "first_dealer" if command.does == "deal" else theirs.action
    contract = game.contract or theirs.after.get("contract")
    if about not in words and contract:
        return f"{game.players[contract['contractor']]}, {bid_text(_, contract['bid'])}"
    return words.get(about, _("A change to the game"))


def _yours(game: GameState, command: OfflineCommand) -> list[str]:
    """Return the command's content, one fact per line."""
    if command.event is not None and command.does == "open":
        mine = command.shortened or {}
        seat = mine.get("contractor")
        if isinstance(seat, int) and 0 <= seat < len(game.players) and "bid" in mine:
            return [f"{game.players[seat]}, {bid_text(_, mine['bid'])}"]
        return [_("The contract")]
    event = _event(game, command)
    if event is not None:
        return event_facts(game, event, game.players)
    if command.does == "deal" and command.dealer is not None and command.dealer < len(game.players):
        return [_("%(name)s deals", name=game.players[command.dealer])]
    words = {
        "undo": _("Undo it"),
        "strike": _("Void it"),
        "restore": _("Restore it"),
        "cancel": _("Cancel the contract"),
    }
    return [words.get(command.does, _("A change to the game"))]


def _event(game: GameState, command: OfflineCommand) -> Any:
    try:
        return None if command.event is None else with_auction_contract(game, None, parse_event(command.shortened))
    except GameError:
        return None


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
        is_closed = refusal.code in ("game", "link.closed", "watch_only")
        return respond_to_log(key, "closed" if is_closed else "refused", refusal.status, detail=refusal_text(_, refusal))
    except GameError as error:
        return respond_to_log(key, "refused", 422, detail=plain_problem(load(access), error))
    facts = {"revision": done.game.revision, "change": done.change and done.change.revision}
    return respond_to_log(key, "done", 200, **facts, html=_page(done.access, done.game, done.change))


def _page(access: Access, game: GameState, change: GameEvent | None = None) -> str | None:
    """Return the parts of the page. For a new hand at the end of the sheet, only the new parts are included."""
    if not wants_parts():
        return None
    page = game_page(access, game, row=change)
    entry = None if change is None or change.entry is None else game.entry(change.entry)
    if change is not None and entry is not None and _is_new_last_hand(game, change):
        has = request.args.getlist("has")
        news = {name: page.client_state[name] for name in ("revision", "tag")}
        page = replace(
            page,
            only=row(game, entry),
            thin={name: name in has for name in ("bids", "calls", "points")},
            client_news={**news, "entry": entry.id, "event": event_json(entry.event)},
        )
    return render_template("games/pad/fragments.html", **template_values(page))


def _is_new_last_hand(game: GameState, change: GameEvent) -> bool:
    page_was_current = request.args.get("at", type=int) == game.revision - 1 == change.revision - 1
    return page_was_current and change.action == "record" and change.place is None and not game.outcome.over
