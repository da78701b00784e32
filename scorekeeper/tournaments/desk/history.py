"""The history of the desk: events with old and new values, and undo with a preview."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from flask import Blueprint, Response, abort, request

from scorekeeper.base.i18n import gettext as _
from scorekeeper.base.pages import reading
from scorekeeper.base.pages.live import wants_parts
from scorekeeper.base.undoing import origin
from scorekeeper.clubs.pages.signed_in import signed_in
from scorekeeper.tournament.consequences import consequences
from scorekeeper.tournaments.actions import history, writing
from scorekeeper.tournaments.desk.acting import done, told_on
from scorekeeper.tournaments.desk.common import REFUSED, DeskContext, announce, go_to, open_desk, page, trouble
from scorekeeper.tournaments.desk.effects import effects
from scorekeeper.tournaments.desk.live import asked_entry, fragment
from scorekeeper.tournaments.desk.steps import versions
from scorekeeper.tournaments.desk.told import step_in_words

if TYPE_CHECKING:
    from scorekeeper.tournaments.actions.history import TournamentStep
    from scorekeeper.tournaments.actions.writing import WrittenTournament

blueprint = Blueprint("desk_history", __name__, url_prefix="/desk/<int:tournament_id>/history")

A_PAGE = 100


@blueprint.get("")
@signed_in
def show(tournament_id: int) -> Response:
    """Show the events, newest first, in pages."""
    desk = open_desk(tournament_id)
    before = request.args.get("before", type=int)
    steps = [step_in_words(desk, s) for s in history.history(desk.access, before=before, limit=A_PAGE)]
    older = steps[-1].number if steps and steps[-1].number > 1 else None
    return page("tournaments/desk/history.html", desk, steps=steps, older=older)


@blueprint.route("/<int:change>/undo", methods=["GET", "POST"])
@signed_in
def undo(tournament_id: int, change: int) -> Response:
    """Show what undoing an event would change, or undo it."""
    desk = open_desk(tournament_id)
    if request.method == "POST":
        back = reading.back(desk.url("desk_live.show"), desk.url("desk_history.show"))
        if wants_parts():
            return _undone_in_line(desk, change, back)
        return done(desk, history.undo(change), _said, back)
    return _look(desk, change)


def _undone_in_line(desk: DeskContext, change: int, back: str) -> Response:
    """Undo for the script of the live desk: the message is in the result line, ready for the next result."""
    with told_on(back, both=False):
        written = desk.do(history.undo(change))
    fresh, revision = DeskContext(desk.access, written.board), written.change.revision
    redo = origin(written.board.log.undoes, revision)[1]
    if fresh.board.current is None:
        announce(_said(written), revision, redo=redo)
        return go_to(back)
    entry = asked_entry(fresh, fresh.board.current)
    return fragment(fresh, fresh.board.current, replace(entry, heard=_said(written), undo=revision, redo=redo))


def _said(written: WrittenTournament) -> str:
    change, back = origin(written.board.log.undoes, written.change.revision)
    return _("Change %(n)s is undone.", n=change) if back else _("Change %(n)s is redone.", n=change)


def _look(desk: DeskContext, change: int) -> Response:
    step = next((s for s in history.history(desk.access, before=change + 1, limit=1) if s.revision == change), None)
    if step is None:
        abort(404)
    would_change, problem = None, ""
    was: list[str] = []
    becomes: list[str] = []
    try:
        before, after = writing.preview(desk.access, history.undo(change))
        would_change = effects(desk.board, consequences(before.tournament, after.tournament)) if before.rounds else None
        was, becomes = _difference(before, after, step)
    except REFUSED as error:
        problem = trouble(error)
    given = {"told": step_in_words(desk, step), "effects": would_change, "problem": problem, "was": was, "becomes": becomes}
    return page("tournaments/desk/undo.html", desk, 422 if problem else 200, **given)


def _difference(before: writing.Board, after: writing.Board, step: TournamentStep) -> tuple[list[str], list[str]]:
    """Return the parts of the event in words, now and after an undo."""
    touched = {part: before.log.parts.get(part) for part in step.after}
    then = {part: after.log.parts.get(part) for part in step.after}
    return versions(before, replace(step, before=touched, after=then), seats=True)
