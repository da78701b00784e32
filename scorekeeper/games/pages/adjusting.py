"""Adjustments: points given or taken outside a hand, with the reason written down."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import Blueprint, Response, make_response, render_template, request
from flask_babel import gettext as _

from scorekeeper.games.actions import playing, preview
from scorekeeper.games.actions.host import host
from scorekeeper.games.actions.view import View, load
from scorekeeper.games.pages.board import board
from scorekeeper.games.pages.effects import effect
from scorekeeper.games.pages.game_page import new_uuid, told_at, way_to
from scorekeeper.games.pages.pad_view import title_of
from scorekeeper.games.pages.trying import do, problem_in

if TYPE_CHECKING:
    from collections.abc import Callable

    from scorekeeper.engine.events import Adjustment
    from scorekeeper.games.actions.act import Act
    from scorekeeper.games.actions.entrance import Way
    from scorekeeper.games.actions.view import Scored

blueprint = Blueprint("adjusting", __name__, url_prefix="/games/<int:game_id>/adjust")

AMOUNTS = (5, 10, 20, 25, 50, 60, 75, 100, 150, 200)
"""Points that houses take for a revoke or give back; any other is written."""


@blueprint.route("", methods=["GET", "POST"])
def show(game_id: int) -> Response:
    """Adjust a score: side, points, reason; what it does is shown before it is saved."""
    way = way_to(game_id)
    way.check_may_score()
    view = load(way)
    # What is found out after the end still counts: it goes before the hand that ended the game, which is reckoned anew.
    last = next((entry for entry in reversed(view.entries) if entry.hand is not None), None)
    place = last.id if last is not None and view.outcome.status == "won" else None
    return _answer(
        way,
        view,
        _("Adjust a score"),
        {},
        lambda event: playing.record(event, before=place),
        _("The game is over: this goes on the sheet before its last hand.") if place is not None else "",
    )


def edit(way: Way, view: View, scored: Scored) -> Response:
    """Correct an adjustment."""
    event: Adjustment = scored.event  # type: ignore[assignment]
    known = {
        "side": str(event.side),
        "sign": "-" if event.points < 0 else "+",
        "points": str(abs(event.points)),
        "reason": event.reason,
        "note": event.note,
    }
    return _answer(
        way,
        view,
        _("Correct the adjustment"),
        known,
        lambda event: playing.correct(scored.id, event),
    )


def _answer(
    way: Way, view: View, heading: str, known: dict[str, str], asked: Callable[[dict[str, Any]], Act], where: str = ""
) -> Response:
    form = dict(request.form) if request.method == "POST" else known
    facts: dict[str, Any] = {"problem": "", "effect": None, "seen": ""}
    if request.method == "POST":
        event, facts["problem"] = _read(form)
        seen = "|".join(str(value) for value in event.values())
        if not facts["problem"]:
            with problem_in(view) as problem:
                if form.get("action") == "record" and form.get("seen") == seen:
                    return told_at(way, do(way, asked(event)))
                facts["effect"], facts["seen"] = effect(preview.of(way, asked(event))), seen
            facts["problem"] = problem.text
    page = render_template(
        "games/adjust.html",
        way=way,
        view=view,
        game_url=f"/games/{way.game_id}",
        title=title_of(view),
        key=new_uuid(),
        on_game_page=False,
        heading=heading,
        where=where,
        board=board(view.state, view.players, host().target_of(way, view.rules)),
        form=form,
        amounts=AMOUNTS,
        **facts,
    )
    return make_response(page, 422 if facts["problem"] else 200)


def _read(form: dict[str, str]) -> tuple[dict[str, Any], str]:
    """The event, and what is still missing in words."""
    written = form.get("other", "").strip() or form.get("points", "")
    event: dict[str, Any] = {"kind": "adjustment", "side": None, "points": None, "reason": form.get("reason", "").strip()}
    if form.get("note", "").strip():
        event["note"] = form["note"].strip()
    side = form.get("side", "")
    if not (side.isascii() and side.isdecimal() and len(side) < 3):
        return event, _("Tap whose score it is.")
    event["side"] = int(side)
    if form.get("sign") not in ("+", "-"):
        return event, _("Tap whether points are given or taken away.")
    if not (written.isascii() and written.isdigit() and len(written) <= 6):
        return event, _("Points: “%(read)s” is not a whole number above 0.", read=written) if written else _(
            "Tap how many points."
        )
    event["points"] = int(form["sign"] + written)
    if not event["reason"]:
        return event, _("Write down the reason: everybody will see it on the sheet.")
    return event, ""
