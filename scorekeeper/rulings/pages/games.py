"""Rulings for one game: questions filled in from it, a replay under other rules, disputes about hands."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.core.forms.form_input import pressed_button
from scorekeeper.core.forms.forms import Form, TextField
from scorekeeper.core.http.site_root import site_root, unrooted
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.i18n.translation import t
from scorekeeper.core.numbers import parse_tapped_number
from scorekeeper.core.refusals import NotFound
from scorekeeper.engine.errors import GameError
from scorekeeper.engine.events import Played
from scorekeeper.engine.ruleset import RuleSet
from scorekeeper.engine.scored_game import Replay
from scorekeeper.formats.rules import rules_from_link, rules_to_link
from scorekeeper.games.commands.game_state import GameState, load
from scorekeeper.games.commands.recording import disputes
from scorekeeper.games.pages.history.hands import entry_or_404, game_values, name_of_entry
from scorekeeper.games.pages.pad.game_page import device_access, redirect_to_change
from scorekeeper.games.pages.pad.submit import catch_problem, run_command
from scorekeeper.games.pages.parts.sheet_view import describe, resolve_event, state_before
from scorekeeper.messages.errors.error_text import plain_error_text
from scorekeeper.messages.game.outcome import outcome_text
from scorekeeper.messages.names import names_of
from scorekeeper.messages.rules.rules import diff_text
from scorekeeper.rules.pages.words import rules_title
from scorekeeper.rulings.pages.desk_address import hand_parts
from scorekeeper.rulings.pages.rulings import address
from scorekeeper.rulings.questions import links
from scorekeeper.rulings.questions import question_context as desks
from scorekeeper.rulings.questions.kinds import RULING_PAGES
from scorekeeper.rulings.quick_questions import quick_questions
from scorekeeper.rulings.rescore import Comparison, compare, same_seats

blueprint = Blueprint("game_rulings", __name__, url_prefix="/games/<int:game_id>")


class DisputeForm(Form):
    """A side's claim about a hand, or the ruling with a link to its question."""

    claim = TextField()
    side = TextField()
    ruling = TextField()
    link = TextField()


@blueprint.app_template_global()
def dispute_of(game: GameState, entry: int) -> disputes.Dispute | None:
    """Return the dispute about an entry, open or closed, or None."""
    return disputes.disputes(game).get(entry)


@blueprint.get("/rulings")
def index(game_id: int) -> ResponseReturnValue:
    """Open the rulings with the game's rules and players filled in."""
    return redirect(address("index", desks.from_game(load(device_access(game_id)), game_id)))


@blueprint.get("/rulings/<kind>")
def ask(game_id: int, kind: str) -> ResponseReturnValue:
    """Open one question with the dealer, the scores and other known facts filled in."""
    if kind not in RULING_PAGES:
        abort(404)
    game = load(device_access(game_id))
    return redirect(address(kind, {**desks.from_game(game, game_id), **RULING_PAGES[kind].of_game(game.state)}))


@blueprint.get("/hands/<int:entry>/ruling")
def hand(game_id: int, entry: int) -> ResponseReturnValue:
    """Open the score question for a recorded hand."""
    game = load(device_access(game_id))
    scored = entry_or_404(game, entry)
    event = resolve_event(game, scored)
    if not isinstance(event, Played):
        return index(game_id)
    state = state_before(game, entry)
    known = {**desks.from_game(game, game_id), **RULING_PAGES["score"].of_game(state)}
    return redirect(address("score", desks.non_empty_parts({**known, **hand_parts(event)})))


@blueprint.get("/under")
def under(game_id: int) -> ResponseReturnValue:
    """Show the game and its replay under other rules as two sheets, side by side."""
    access = device_access(game_id)
    game = load(access)
    errors: list[str] = []
    try:
        other = rules_from_link(request.args["rules"]) if request.args.get("rules") else game.rules
    except GameError as error:
        errors, other = desks.rules_errors(t(), error), game.rules
    try:
        chosen = desks.read_picked_rules(request.args, other, players=game.rules.table.players)
        if chosen is not None:
            return redirect(url_for("game_rulings.under", game_id=game_id, rules=rules_to_link(chosen)))
    except GameError as error:
        errors = desks.rules_errors(t(), error)
    except links.BadLink as error:
        errors = [error.text(t())]
    page = render_template(
        "rulings/rescore.html",
        **game_values(access, game),
        picker=desks.make_picker(t(), other, errors=errors, game=game.rules),
        quick=_quick_questions(game, other),
        rules_link=rules_to_link(other),
        heading=_("Under other rules"),
        **_sheets(game, other),
    )
    return make_response(page, 422 if errors else 200)


def _sheets(game: GameState, other: RuleSet) -> dict[str, Any]:
    """Return both sheets, or `alike` (same rules) or `unfit` (different number of players or partners)."""
    facts: dict[str, Any] = {
        "alike": other == game.rules,
        "unfit": not same_seats(game.rules, other),
        "not_so_many": other.table.players != game.rules.table.players,
        "players": other.table.players,
        "other_title": rules_title(other),
        "changes": diff_text(t(), game.rules, other),
    }
    if facts["unfit"] or not game.entries:
        return facts
    comparison = _compare(game, other)
    rows = [
        {
            "n": entry.number,
            "id": entry.id,
            "what": describe(entry.players, resolve_event(game, entry)),
            "recorded": row.recorded,
            "other": row.other,
            "status": row.status,
            "differs": row.differs,
            "first": row.first,
        }
        for row, entry in zip(comparison.rows, game.entries, strict=True)
    ]
    names = names_of(game.rules, game.players), names_of(other, game.players)
    facts |= {
        "told": comparison,
        "first_n": _hand_at(game, comparison.first.n) if comparison.first else None,
        "unknown_n": _hand_at(game, comparison.unknown_from),
        "rows": rows,
        "names": names,
        "final": _final_scores(comparison, names[1].sides),
        "many": max(len(names[0]), len(names[1])) > 2,
        "won": (_outcome(comparison.recorded, game.rules, game), _other_outcome(comparison, other, game)),
        "unknown_why": _unknown_why(comparison, other, game),
    }
    return facts


def _quick_questions(game: GameState, other: RuleSet) -> list[dict[str, Any]]:
    """Return the quick questions about a game, with their links. `chosen`: it is the one that the page answers."""
    if not game.entries:
        return []

    def has_answer(rules: RuleSet) -> bool:
        return _compare(game, rules).error is None

    found = quick_questions(t(), game.rules, has_answer)
    return [{"text": one.text, "link": rules_to_link(one.rules), "chosen": one.rules == other} for one in found]


def _compare(game: GameState, other: RuleSet) -> Comparison:
    return compare(game.rules, other, game.first_dealer, [e.event for e in game.entries], game.log.start_scores)


def _final_scores(comparison: Comparison, names: tuple[str, ...]) -> list[tuple[str, int, bool]]:
    """Return each side's name, its last score under the other rules, and whether it won or leads. Empty if unknown."""
    if comparison.unknown_from is not None and not comparison.other.outcome.over:
        return []
    scores, winners = comparison.other.scores, comparison.other.outcome.winners
    best = max(scores)
    ahead = [side in winners if winners else score == best for side, score in enumerate(scores)]
    return list(zip(names, scores, ahead, strict=True))


def _hand_at(game: GameState, n: int | None) -> int | None:
    """Return the number of the hand at that position, or of the next hand after it."""
    if n is None:
        return None
    return next((entry.number for entry in game.entries[n - 1 :] if entry.number), game.numbered_hand_count)


def _outcome(replay: Replay, rules: RuleSet, game: GameState) -> str:
    return outcome_text(_, replay.outcome, names_of(rules, game.players))


def _other_outcome(comparison: Comparison, other: RuleSet, game: GameState) -> str:
    if comparison.unknown_from is not None:
        return _("The winner is not known. Too little is recorded from hand %(n)s on.", n=_hand_at(game, comparison.unknown_from))
    return _outcome(comparison.other, other, game)


def _unknown_why(comparison: Comparison, other: RuleSet, game: GameState) -> str:
    """Return the missing fact, with the names of the players at that time."""
    if comparison.error is None or comparison.unknown_from is None:
        return ""
    players = game.entries[comparison.unknown_from - 1].players
    return plain_error_text(_, comparison.error, names_of(other, players))


@blueprint.route("/hands/<int:entry>/dispute", methods=["GET", "POST"])
def dispute(game_id: int, entry: int) -> Response:
    """Open a dispute about a hand, or close it with a ruling."""
    access = device_access(game_id)
    game = load(access)
    scored = game.entry(entry)
    if scored is None:
        raise NotFound("entry", "entry", read=entry)
    opened = disputes.disputes(game).get(entry)
    form, problem = DisputeForm.from_post(), ""
    if request.method == "POST":
        access.check_may_score()
        with catch_problem(game) as wrong:
            if pressed_button() == "rule":
                command = disputes.close_dispute(entry, form.ruling.data, _without_prefix(form.link.data))
            else:
                command = disputes.open_dispute(entry, form.claim.data, parse_tapped_number(form.side.data))
            return redirect_to_change(access, run_command(access, command), f"/hands/{entry}")
        problem = wrong.text
    page = render_template(
        "rulings/dispute.html",
        **game_values(access, game),
        entry=scored,
        heading=name_of_entry(game, scored),
        dispute=opened,
        problem=problem,
        form=form.typed(),
        longest=disputes.LONGEST_CLAIM,
        longest_link=disputes.LONGEST_LINK,
        desk_url=url_for("game_rulings.hand", game_id=game_id, entry=entry),
    )
    return make_response(page, 422 if problem else 200)


def _without_prefix(link: str) -> str:
    """Return a link without the URL prefix of the server, because that may change."""
    try:
        parts = urlsplit(link.strip())
    except ValueError:
        return link  # rejected later, as it is
    path = unrooted(parts.path) if site_root() else None
    return link if path is None else f"{path}{parts.query and '?'}{parts.query}"
