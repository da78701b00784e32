"""Two devices that disagree: both versions side by side, and nothing overwritten."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import Response, make_response, render_template, request
from flask_babel import gettext as _

from scorekeeper.base.refusals import Refusal, refusal_text
from scorekeeper.engine.errors import GameError
from scorekeeper.engine.events import Played
from scorekeeper.games.actions import history, plans, preview
from scorekeeper.games.pages.game_page import new_uuid, problem_text
from scorekeeper.games.pages.receipt import receipt
from scorekeeper.games.pages.settled import resolved, settled
from scorekeeper.games.pages.sheet_view import describe
from scorekeeper.games.pages.steps import told

if TYPE_CHECKING:
    from scorekeeper.engine.events import Event
    from scorekeeper.games.actions.plans import Parsed
    from scorekeeper.games.actions.refusals import Conflict
    from scorekeeper.games.actions.view import View

KEPT_FIELDS = 60


def conflict_page(conflict: Conflict, **more: Any) -> Response:
    """What was recorded meanwhile, what was to be recorded, and the choice (status 409)."""
    view, way = conflict.view, conflict.way
    steps = [told(view, step) for step in history.steps(way, conflict.since, view)]
    mine = plans.parsed(conflict.yours) if conflict.yours else None
    event = None if mine is None else mine.event
    facts: dict[str, Any] = {"receipt": None, "problem": ""}
    if mine is not None:
        facts = _on_top(conflict, mine)
    body = render_template(
        "games/conflict.html",
        way=way,
        view=view,
        game_url=f"/games/{way.game_id}",
        steps=steps,
        yours=describe(view.players, settled(view, None, event)) if event else "",
        event=event,
        same=event is not None and _already_there(view, conflict, event),
        again=request.path,
        fields=_fields(),
        key=new_uuid(),
        **facts,
        **more,
    )
    return make_response(body, 409)


def _on_top(conflict: Conflict, mine: Parsed) -> dict[str, Any]:
    """What recording it after all would do."""
    view = conflict.view
    if not request.path.endswith("/hands"):  # a correction: its own page shows what changes
        return {"receipt": None, "problem": ""}
    try:
        would_be = preview.of(conflict.way, plans.recording(mine)).entry
    except GameError as error:
        return {"receipt": None, "problem": problem_text(view, error)}
    except Refusal as refusal:
        return {"receipt": None, "problem": refusal_text(_, refusal)}
    return {"receipt": receipt(view.rules, view.players, would_be) if would_be else None, "problem": ""}


def _already_there(view: View, conflict: Conflict, event: Event) -> bool:
    """Whether what was recorded meanwhile looks like the same hand."""
    fresh = [view.entry(step.entry) for step in conflict.since if step.action == "record" and step.entry is not None]
    ours = _facts(settled(view, None, event))
    return any(entry is not None and _facts(resolved(view, entry)) == ours for entry in fresh)


def _facts(event: Event) -> object:
    if isinstance(event, Played):
        return event.contractor, event.bid, event.points
    return event.kind, getattr(event, "side", None), getattr(event, "points", None)


def _fields() -> list[tuple[str, str]]:
    """The form as it was sent, to be sent again on top of what is there now."""
    ours = ("csrf_token", "revision", "uuid")
    return [(name, value) for name, value in list(request.form.items(multi=True))[:KEPT_FIELDS] if name not in ours]
