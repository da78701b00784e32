"""The page for a conflict between two devices, or with an outdated page: both versions, and nothing overwritten."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import Response, make_response, render_template, request

from scorekeeper.core.forms.form_input import fields_to_resend, submission_key
from scorekeeper.core.http.site_root import rooted
from scorekeeper.engine.events import Played
from scorekeeper.games.commands import history
from scorekeeper.games.commands.recording import event_writer, table_commands
from scorekeeper.games.commands.refusals import Conflict
from scorekeeper.games.pages.history.replacement import find_replacement
from scorekeeper.games.pages.pad.submit import catch_problem
from scorekeeper.games.pages.parts.receipt import receipt
from scorekeeper.games.pages.parts.sheet_view import describe, resolve_event, with_auction_contract
from scorekeeper.games.pages.parts.steps import describe_step

if TYPE_CHECKING:
    from flask import Flask

    from scorekeeper.engine.events import Event
    from scorekeeper.games.commands.game_state import GameState
    from scorekeeper.games.commands.recording.table_commands import ParsedEvent

KEPT_FIELDS = 60


def init_app(app: Flask) -> None:
    """Register the conflict page."""
    app.register_error_handler(Conflict, conflict_page)


def conflict_page(conflict: Conflict) -> Response:
    """Return the page with the other changes, the change that was not saved, and the choice (status 409)."""
    game, access = conflict.game, conflict.access
    steps = [describe_step(game, step) for step in history.steps(access, conflict.since, game)]
    mine = table_commands.parse_for_log(conflict.yours) if conflict.yours else None
    event = None if mine is None else mine.event
    facts: dict[str, Any] = {"receipt": None, "problem": ""}
    if mine is not None:
        facts = _effect_if_recorded(conflict, mine)
    same = event is not None and _is_likely_recorded(game, conflict, event)
    body = render_template(
        "games/history/conflict.html",
        access=access,
        game=game,
        game_url=rooted(f"/games/{access.game_id}"),
        steps=steps,
        own=conflict.own,
        yours=describe(game.players, with_auction_contract(game, None, event)) if event else "",
        event=event,
        of_hand=_concerns_new_hand(),
        same=same,
        replacement=find_replacement(access, game, conflict.since, mine) if mine and _may_replace(conflict, same) else None,
        again=rooted(request.path),
        fields=[field for field in fields_to_resend(KEPT_FIELDS) if field[0] != "replaces"],
        key=submission_key(),
        **facts,
    )
    return make_response(body, 409)


def _effect_if_recorded(conflict: Conflict, mine: ParsedEvent) -> dict[str, Any]:
    """Return the effect of recording it anyway."""
    game = conflict.game
    if not _concerns_new_hand():  # a correction's own page shows its effect
        return {"receipt": None, "problem": ""}
    with catch_problem(game) as problem:
        would_be = event_writer.preview_command(conflict.access, table_commands.record(mine)).entry
        return {"receipt": receipt(game.rules, game.players, would_be) if would_be else None, "problem": ""}
    return {"receipt": None, "problem": problem.text}


def _concerns_new_hand() -> bool:
    """Return whether a new hand was to be recorded, as opposed to a correction, names, a dealer or an adjustment."""
    return request.path.endswith("/hands")


def _may_replace(conflict: Conflict, same: bool) -> bool:
    """Return whether a new hand could replace another device's hand. A hand of this device is corrected on its own page."""
    return _concerns_new_hand() and not same and not conflict.own


def _is_likely_recorded(game: GameState, conflict: Conflict, event: Event) -> bool:
    """Return whether one of the other changes looks like the same hand."""
    fresh = [game.entry(step.entry) for step in conflict.since if step.action == "record" and step.entry is not None]
    ours = _comparable_facts(with_auction_contract(game, None, event))
    return any(entry is not None and _comparable_facts(resolve_event(game, entry)) == ours for entry in fresh)


def _comparable_facts(event: Event) -> object:
    if isinstance(event, Played):
        return event.contractor, event.bid, event.points
    return event.kind, getattr(event, "side", None), getattr(event, "points", None)
