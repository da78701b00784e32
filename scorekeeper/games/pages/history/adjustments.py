"""Adjustments: points given or taken outside a hand, with a reason."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import Blueprint, Response, make_response, render_template, request

from scorekeeper.core.forms.form_input import is_confirmed, submission_key
from scorekeeper.core.forms.forms import Form, LineField, TextField
from scorekeeper.core.http.site_root import rooted
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.numbers import parse_integer, parse_tapped_number
from scorekeeper.games.commands.game_state import GameState, load
from scorekeeper.games.commands.recording import event_writer, table_commands
from scorekeeper.games.commands.tournament_hooks import current_host
from scorekeeper.games.pages.history.change_preview import effect
from scorekeeper.games.pages.pad.game_page import board, device_access, redirect_to_change
from scorekeeper.games.pages.pad.submit import catch_problem, run_command
from scorekeeper.games.pages.parts.ending_view import title_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from scorekeeper.engine.events import Adjustment
    from scorekeeper.games.commands.access import Access
    from scorekeeper.games.commands.command import GameCommand
    from scorekeeper.games.commands.game_state import ScoredEntry

blueprint = Blueprint("adjusting", __name__, url_prefix="/games/<int:game_id>/adjust")

AMOUNTS = (5, 10, 20, 25, 50, 60, 75, 100, 150, 200)
"""Points that tables usually take for a revoke (renege) or give back. Any other number can be typed."""
MOST_POINTS = 999_999


class AdjustForm(Form):
    """The side, the sign, a usual amount or another one, and the reason."""

    side = TextField()
    sign = TextField()
    points = TextField()
    other = LineField()
    reason = LineField()
    note = LineField()


@blueprint.route("", methods=["GET", "POST"])
def show(game_id: int) -> Response:
    """Show the adjustment form, then its effect, then save it."""
    access = device_access(game_id)
    access.check_may_score()
    game = load(access)
    # An adjustment after the end goes before the hand that ended the game, which is then rescored.
    last = next((entry for entry in reversed(game.entries) if entry.hand is not None), None)
    place = last.id if last is not None and game.outcome.status == "won" else None
    return _answer(
        access,
        game,
        _("Adjust a score"),
        {},
        lambda event: table_commands.record(event, before=place),
        _("The game is over, so this goes before the last hand.") if place is not None else "",
    )


def edit(access: Access, game: GameState, scored: ScoredEntry) -> Response:
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
        access,
        game,
        _("Correct the adjustment"),
        known,
        lambda event: table_commands.correct(scored.id, event),
    )


def _answer(
    access: Access,
    game: GameState,
    heading: str,
    known: dict[str, str],
    make_command: Callable[[dict[str, Any]], GameCommand],
    where: str = "",
) -> Response:
    form = AdjustForm.from_post() if request.method == "POST" else AdjustForm.of(known)
    facts: dict[str, Any] = {"problem": "", "effect": None, "seen": ""}
    if request.method == "POST":
        event, facts["problem"] = _read(form)
        seen = "|".join(str(value) for value in event.values())
        if not facts["problem"]:
            with catch_problem(game) as problem:
                if is_confirmed(seen):
                    return redirect_to_change(access, run_command(access, make_command(event)))
                facts["effect"], facts["seen"] = effect(event_writer.preview_command(access, make_command(event))), seen
            facts["problem"] = problem.text
    page = render_template(
        "games/history/adjust.html",
        access=access,
        game=game,
        game_url=rooted(f"/games/{access.game_id}"),
        title=title_of(game),
        key=submission_key(),
        heading=heading,
        where=where,
        board=board(game.state, game.players, current_host().target_of(access, game.rules)),
        form=form.typed(),
        amounts=AMOUNTS,
        **facts,
    )
    return make_response(page, 422 if facts["problem"] else 200)


def _read(form: AdjustForm) -> tuple[dict[str, Any], str]:
    """Return the event, and a message if something is missing."""
    written = form.other.data or form.points.data
    event: dict[str, Any] = {"kind": "adjustment", "side": None, "points": None, "reason": form.reason.data}
    if form.note.data:
        event["note"] = form.note.data
    event["side"] = parse_tapped_number(form.side.data, 100)
    if event["side"] is None:
        return event, _("Tap whose score to adjust.")
    if form.sign.data not in ("+", "-"):
        return event, _("Tap “taken away” or “given”.")
    points = parse_integer(written, 0, MOST_POINTS)
    if points is None:
        return event, _("“%(read)s” is not valid. Use a whole number above 0.", read=written) if written else _(
            "Tap how many points."
        )
    event["points"] = points if form.sign.data == "+" else -points
    if not event["reason"]:
        return event, _("Enter the reason.")
    return event, ""
