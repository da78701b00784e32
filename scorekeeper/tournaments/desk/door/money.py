"""The money page: the purse, the prizes to the cent, side pots and the books."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, Response, abort

from scorekeeper.clubs.pages.signed_in import signed_in
from scorekeeper.core.forms import form_input
from scorekeeper.core.forms.forms import ChoiceField, Form, LineField, SeveralFields, TextField, Ticks
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.i18n.translation import language, t
from scorekeeper.core.pages.live_parts import template_values
from scorekeeper.messages.marks import N_
from scorekeeper.pairing.money.purse import BY_RANK, BY_SCORE, LONGEST_SPONSOR
from scorekeeper.pairing.money.side_pots import DRAW, LONGEST_POT_NAME, MOST_BOXED, OTHER, POT_KINDS
from scorekeeper.pairing.record.errors import TournamentError
from scorekeeper.pairing.words import tiebreak_title
from scorekeeper.tournaments.commands.door import purse
from scorekeeper.tournaments.commands.door.money_state import MoneyState, known_groups, read_purse
from scorekeeper.tournaments.desk.command_handler import carry_out
from scorekeeper.tournaments.desk.common import DeskContext, announce, open_desk, page, redirect_to, refusal_message
from scorekeeper.tournaments.desk.door.money_view import money_page
from scorekeeper.tournaments.desk.door.purse_form import (
    PurseFields,
    UnreadablePurse,
    fields_as_typed,
    fields_of_purse,
    percent_text,
    read_purse_form,
)
from scorekeeper.tournaments.desk.setup.format_fields import Price
from scorekeeper.tournaments.printouts.documents import titles
from scorekeeper.tournaments.printouts.stored import kinds_offered
from scorekeeper.tournaments.prize_words import pot_kinds

blueprint = Blueprint("desk_money", __name__, url_prefix="/desk/<int:tournament_id>/money")


class PurseForm(Form):
    """The purse. Fields of a sponsor and of a prize end in their numbers."""

    share = TextField()
    hall = TextField()
    ties = TextField()
    whole_dollars = TextField()
    sponsor = SeveralFields()
    percent = SeveralFields()
    quarter = SeveralFields()
    first = SeveralFields()
    last = SeveralFields()
    amount = SeveralFields()


class PotForm(Form):
    """A new side pot."""

    kind = ChoiceField(POT_KINDS, default=MOST_BOXED)
    name = LineField()
    amount = Price(N_("Amount"))


class WinnersForm(Form):
    """Who is in a pot, and who won it."""

    entrant = Ticks()
    winner = Ticks()


@blueprint.get("")
@signed_in
def show(tournament_id: int) -> Response:
    """Show the purse, the prizes, the side pots and the books."""
    desk = open_desk(tournament_id)
    state = MoneyState(desk.board)
    offered = {name: titles(t(), desk.board.finished)[name][0] for name in kinds_offered(desk.access, desk.board, language())}
    papers = {name: offered[name] for name in ("receipts", "treasurer", "prizes") if name in offered}
    values: dict[str, Any] = {"kinds": pot_kinds(t()), "longest": LONGEST_POT_NAME, "papers": papers}
    return page("tournaments/desk/door/money.html", desk, **values, **template_values(money_page(desk.access, state)))


@blueprint.get("/purse")
@signed_in
def purse_fields(tournament_id: int) -> Response:
    """Show the purse to change it."""
    desk = open_desk(tournament_id)
    desk.access.check("direct")
    board = MoneyState(desk.board).board
    return _purse_page(desk, fields_of_purse(read_purse(board), known_groups(board), board.tournament))


def _purse_page(desk: DeskContext, fields: PurseFields, status: int = 200, problem: str = "", field: str = "") -> Response:
    first = desk.board.options.tiebreaks[0] if desk.board.options.tiebreaks else "match_points"
    ties = {
        BY_RANK: _("only between entrants who share a rank"),
        BY_SCORE: _("between all with the same: %(name)s", name=tiebreak_title(t(), first)),
    }
    values: dict[str, Any] = {
        "fields": fields,
        "ties": ties,
        "problem": problem,
        "field": field,
        "longest": LONGEST_SPONSOR,
        "half": percent_text(50),
    }
    return page("tournaments/desk/door/purse.html", desk, status, **values)


@blueprint.post("/purse")
@signed_in
def save_purse(tournament_id: int) -> Response:
    """Save the purse. What is not valid is shown with what was typed."""
    desk = open_desk(tournament_id)
    board = desk.board
    groups, typed = known_groups(board), PurseForm.from_post().typed()

    def show_typed(problem: str, field: str) -> Response:
        ticked = {name for name, text in typed.items() if text == "1"}
        return _purse_page(desk, fields_as_typed(typed, ticked, groups, board.tournament), 422, problem, field)

    try:
        facts = read_purse_form(typed, groups)
    except UnreadablePurse as wrong:
        return show_typed(str(wrong), wrong.field)
    text, back = _("The purse is saved."), desk.url("desk_money.show")
    return carry_out(desk, purse.set_purse(facts), text, back, lambda error: show_typed(_problem(error), ""))


def _problem(error: Exception) -> str:
    """Return a refusal in words, with the name of the field as the page has it."""
    if not isinstance(error, TournamentError):
        return refusal_message(error)
    return refusal_message(type(error)(error.code, error.event, **{**error.params, "field": _("Prizes")}))


@blueprint.post("/pots")
@signed_in
def add_pot(tournament_id: int) -> Response:
    """Add a side pot with everyone who plays."""
    desk, form = open_desk(tournament_id), PotForm.from_post()
    back = desk.url("desk_money.show") + "#pots"
    if wrong := form.first_invalid_field("amount"):
        announce(wrong.text, bad=True)
        return redirect_to(back)
    if form.kind.data == OTHER and not form.name.data:
        announce(_("Enter a name for the side pot."), bad=True)
        return redirect_to(back)
    if not form.amount.data:
        announce(_("Enter the amount that each entrant puts in the side pot."), bad=True)
        return redirect_to(back)
    facts: dict[str, Any] = {"kind": form.kind.data, "cents": form.amount.data}
    facts |= {"name": form.name.data[:LONGEST_POT_NAME]} if form.kind.data == OTHER else {}
    return carry_out(desk, purse.set_pot(facts), _("The side pot is added."), back)


@blueprint.post("/pots/<int:number>")
@signed_in
def change_pot(tournament_id: int, number: int) -> Response:
    """Save who is in a pot and who won it, draw its winner, or remove it."""
    desk, form, act = open_desk(tournament_id), WinnersForm.from_post(), form_input.pressed_button()
    back = desk.url("desk_money.show") + "#pots"
    if act == "draw":
        return carry_out(desk, purse.draw_pot(number), _("The 50/50 is drawn."), back)
    if act == "remove":
        return carry_out(desk, purse.remove_pot(number), _("The side pot is removed."), back)
    if act != "save":
        abort(404)
    pot = MoneyState(desk.board).pots.get(number) or abort(404)
    facts: dict[str, Any] = {"kind": pot.kind, "cents": pot.cents, "name": pot.name, "entrants": form.entrant.data}
    facts["winners"] = [] if pot.kind == DRAW else form.winner.data
    return carry_out(desk, purse.set_pot(facts, number), _("The side pot is saved."), back)
