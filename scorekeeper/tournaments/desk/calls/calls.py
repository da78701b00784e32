"""Pages about calls to the director: *On my way*, which opens the ruling desk, and the ruling."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from flask import Blueprint, Response

from scorekeeper.clubs.pages.signed_in import signed_in
from scorekeeper.core.forms.forms import Form, TextField
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.pages.live_parts import template_values
from scorekeeper.core.refusals import NotFound
from scorekeeper.tournaments.commands.call_state import ANSWERED
from scorekeeper.tournaments.commands.calls import director_calls
from scorekeeper.tournaments.desk.adjustments.penalties import RuleGroup, rule_groups
from scorekeeper.tournaments.desk.calls.call_view import LIKELY_RULES, CallRow, call_rows, ruling_desk_url
from scorekeeper.tournaments.desk.command_handler import carry_out, report_refusals
from scorekeeper.tournaments.desk.common import DeskContext, announce, open_desk, page, redirect_to, refusal_message
from scorekeeper.tournaments.store.call_parts import LONGEST_RULING
from scorekeeper.tournaments.words import side_name

if TYPE_CHECKING:
    from scorekeeper.tournaments.commands.call_state import DirectorCall
    from scorekeeper.tournaments.commands.tables_state import TableView

blueprint = Blueprint("desk_calls", __name__, url_prefix="/desk/<int:tournament_id>/rounds/<int:number>/tables/<int:place>")


class RulingForm(Form):
    """What was decided: a note, and the id of a rule."""

    note = TextField()
    rule = TextField()


@dataclass(frozen=True)
class RulingPage:
    """A call and its ruling. `ruling_desk`: its address for this hand, or None; `rules`: the rules to choose from."""

    call: CallRow
    names: list[str]
    ruling_desk: str | None
    rules: list[RuleGroup]
    note: str
    rule: str
    longest: int = LONGEST_RULING
    problem: str = ""


def _open_call(tournament_id: int, number: int, place: int, call: int) -> tuple[DeskContext, TableView, DirectorCall]:
    desk = open_desk(tournament_id)
    table = desk.board.table(number, place)
    found = next((one for one in table.calls if one.number == call), None) if table is not None else None
    if table is None or found is None:
        raise NotFound("call", "call", read=call)
    return desk, table, found


def _round_url(desk: DeskContext) -> str:
    return desk.url("desk_live.show")


@blueprint.post("/calls/<int:call>/answer")
@signed_in
def answer(tournament_id: int, number: int, place: int, call: int) -> Response:
    """Tell the table that the director is on the way, and open the ruling desk."""
    desk, table, found = _open_call(tournament_id, number, place, call)
    if found.status != ANSWERED:  # or else someone at another desk was faster
        with report_refusals(_round_url(desk)):
            written = desk.do(director_calls.answer(number, place, call))
        announce(_("Table %(n)s knows that you are on the way.", n=place), written.change.revision)
    return redirect_to(ruling_desk_url(desk, table, found) or _round_url(desk))


@blueprint.get("/calls/<int:call>")
@signed_in
def show(tournament_id: int, number: int, place: int, call: int) -> Response:
    """Show a call, to settle it or change its ruling."""
    return _page(*_open_call(tournament_id, number, place, call))


def _page(
    desk: DeskContext, table: TableView, found: DirectorCall, form: RulingForm | None = None, problem: str = ""
) -> Response:
    row = call_rows(desk, (found,))[0]
    values = RulingPage(
        row,
        [side_name(desk.board, ids, table.round) for ids in table.sides],
        ruling_desk_url(desk, table, found),
        rule_groups(),
        found.note if form is None else form.note.data,
        (found.rule or ("" if row.settled else LIKELY_RULES.get(found.reason, ""))) if form is None else form.rule.data,
        problem=problem,
    )
    return page("tournaments/desk/calls/ruling.html", desk, 422 if problem else 200, **template_values(values))


@blueprint.post("/calls/<int:call>")
@signed_in
def settle(tournament_id: int, number: int, place: int, call: int) -> Response:
    """Settle a call with its note and rule."""
    desk, table, found = _open_call(tournament_id, number, place, call)
    form = RulingForm.from_post()

    def show_form_again(error: Exception) -> Response:
        return _page(desk, table, found, form, refusal_message(error))

    command = director_calls.settle(number, place, call, form.note.data, form.rule.data)
    text = _("The call from table %(n)s is settled.", n=place)
    return carry_out(desk, command, text, _round_url(desk), show_form_again)
