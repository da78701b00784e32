"""The history of the desk: events with old and new values, and undo with a preview."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from flask import Blueprint, Response, abort, request

from scorekeeper.clubs.pages.signed_in import signed_in
from scorekeeper.core.events.undo_chains import find_origin
from scorekeeper.core.forms import form_input
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.pages.live_parts import wants_parts
from scorekeeper.pairing.directing.corrections import consequences
from scorekeeper.tournaments.commands import event_writer, history
from scorekeeper.tournaments.desk.command_handler import carry_out, report_refusals
from scorekeeper.tournaments.desk.common import REFUSED, DeskContext, announce, open_desk, page, redirect_to, refusal_message
from scorekeeper.tournaments.desk.effects import effects
from scorekeeper.tournaments.desk.history_view import describe_step, versions
from scorekeeper.tournaments.desk.rounds.live_round import fragment, requested_entry

if TYPE_CHECKING:
    from scorekeeper.tournaments.commands.event_writer import WrittenTournament
    from scorekeeper.tournaments.commands.history import TournamentStep

blueprint = Blueprint("desk_history", __name__, url_prefix="/desk/<int:tournament_id>/history")

PER_PAGE = 100


@blueprint.get("")
@signed_in
def show(tournament_id: int) -> Response:
    """Show the events, newest first, in pages."""
    desk = open_desk(tournament_id)
    before = request.args.get("before", type=int)
    steps = [describe_step(desk, s) for s in history.history(desk.access, before=before, limit=PER_PAGE)]
    older = steps[-1].number if steps and steps[-1].number > 1 else None
    return page("tournaments/desk/history.html", desk, steps=steps, older=older)


@blueprint.route("/<int:change>/undo", methods=["GET", "POST"])
@signed_in
def undo(tournament_id: int, change: int) -> Response:
    """Show what undoing an event would change, or undo it."""
    desk = open_desk(tournament_id)
    if request.method == "POST":
        back = form_input.return_page(desk.url("desk_live.show"), desk.url("desk_history.show"))
        if wants_parts():
            return _undo_in_line(desk, change, back)
        return carry_out(desk, history.undo(change), _undone_text, back)
    return _preview_page(desk, change)


def _undo_in_line(desk: DeskContext, change: int, back: str) -> Response:
    """Undo for the script of the live desk: the message is in the result line, ready for the next result."""
    with report_refusals(back, both=False):
        written = desk.do(history.undo(change))
    fresh, revision = DeskContext(desk.access, written.board), written.change.revision
    redo = find_origin(written.board.log.undoes, revision)[1]
    if fresh.board.current is None:
        announce(_undone_text(written), revision, redo=redo)
        return redirect_to(back)
    entry = requested_entry(fresh, fresh.board.current)
    return fragment(fresh, fresh.board.current, replace(entry, heard=_undone_text(written), undo=revision, redo=redo))


def _undone_text(written: WrittenTournament) -> str:
    change, back = find_origin(written.board.log.undoes, written.change.revision)
    return _("Change %(n)s is undone.", n=change) if back else _("Change %(n)s is redone.", n=change)


def _preview_page(desk: DeskContext, change: int) -> Response:
    step = next((s for s in history.history(desk.access, before=change + 1, limit=1) if s.revision == change), None)
    if step is None:
        abort(404)
    would_change, problem = None, ""
    was: list[str] = []
    becomes: list[str] = []
    try:
        before, after = event_writer.preview(desk.access, history.undo(change))
        would_change = effects(desk.board, consequences(before.tournament, after.tournament)) if before.rounds else None
        was, becomes = _difference(before, after, step)
    except REFUSED as error:
        problem = refusal_message(error)
    page_values = {"told": describe_step(desk, step), "effects": would_change, "problem": problem, "was": was, "becomes": becomes}
    return page("tournaments/desk/undo.html", desk, 422 if problem else 200, **page_values)


def _difference(before: event_writer.Board, after: event_writer.Board, step: TournamentStep) -> tuple[list[str], list[str]]:
    """Return the parts of the event in words, now and after an undo."""
    touched = {part: before.log.parts.get(part) for part in step.after}
    then = {part: after.log.parts.get(part) for part in step.after}
    return versions(before, replace(step, before=touched, after=then), seats=True)
