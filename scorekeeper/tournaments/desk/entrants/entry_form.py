"""The public entry form of a tournament, with a waiting list."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any

from flask import Blueprint, Response, flash, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.clubs.commands.members.roster import pair_name
from scorekeeper.core.db.database import now
from scorekeeper.core.forms import form_input
from scorekeeper.core.forms.form_input import submission_key
from scorekeeper.core.forms.forms import Form, SeveralFields, TickField
from scorekeeper.core.i18n import timezones
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.pages.layout import visitor
from scorekeeper.core.pages.live_parts import template_values
from scorekeeper.core.refusals import Refusal
from scorekeeper.core.security.signing import normalize_text
from scorekeeper.tournaments.commands import authorization as tournament_entrance
from scorekeeper.tournaments.commands import redacted_view
from scorekeeper.tournaments.commands.entrants import entries
from scorekeeper.tournaments.commands.event_writer import write
from scorekeeper.tournaments.commands.setup import entry_validation
from scorekeeper.tournaments.desk.command_handler import report_refusals
from scorekeeper.tournaments.desk.common import refusal_message
from scorekeeper.tournaments.desk.format_summary import plan_of
from scorekeeper.tournaments.facts import place_in_line

if TYPE_CHECKING:
    from markupsafe import Markup

    from scorekeeper.tournaments.commands.authorization import TournamentAccess
    from scorekeeper.tournaments.commands.event_writer import WrittenTournament
    from scorekeeper.tournaments.commands.snapshot import Board
    from scorekeeper.tournaments.commands.tables_state import EnteredEntrant

blueprint = Blueprint("entry_form", __name__, url_prefix="/tournaments/<int:tournament_id>/enter")


class EntryForm(Form):
    """The names of the players, or of one who looks for a `partner`."""

    player = SeveralFields()
    partner = TickField()


@dataclass(frozen=True)
class EntryPage:
    """The entry form.

    `each`: names in an entrant; `entered`, `waiting`: numbers of entrants; `left`: places, None without a limit; `typed`,
    `problem`: the input and what is wrong with it; `taken`: the name is already entered; `mine`: the entry just made.
    """

    access: TournamentAccess
    board: Board
    plan: list[str]
    each: int
    closed: bool
    entered: int
    waiting: int
    left: int | None
    closes: Markup | None
    typed: dict[str, str]
    drawn: bool
    key: str
    mine: EnteredEntrant | None
    problem: str = ""
    taken: bool = False


def _open(tournament_id: int) -> tuple[TournamentAccess, Board]:
    access = tournament_entrance.public(tournament_id, visitor())
    timezones.use_club_zone(access.zone)
    return access, redacted_view.load_redacted(access)


@blueprint.get("")
def show(tournament_id: int) -> Response:
    """Show the form and the places left, or that entries are closed."""
    return _page(*_open(tournament_id))


def _page(access: TournamentAccess, board: Board, status: int = 200, **more: Any) -> Response:
    try:
        entry_validation.check_open(board, now())
        closed = False
    except Refusal:
        closed = True
    limit, closes = board.entry.limit, board.entry.closes
    entered = sum(e.status == "in" for e in board.entrants)
    page_content = EntryPage(
        access=access,
        board=board,
        plan=plan_of(board),
        each=entry_validation.seats_each(board),
        closed=closed,
        entered=entered,
        waiting=sum(e.status == "waiting" and not e.seeks_partner for e in board.entrants),
        left=None if limit is None else max(0, limit - entered),
        closes=_moment(datetime.fromisoformat(closes)) if closes else None,
        typed=EntryForm.from_post().typed(),
        drawn=entry_validation.is_drawn(board),
        key=submission_key(),
        mine=board.entrant(request.args.get("entered", "")),
        **more,
    )
    response = make_response(render_template("tournaments/public/entry_form.html", **template_values(page_content)), status)
    response.headers["Cache-Control"] = "no-store"
    return response


def _moment(moment: datetime) -> Markup:
    """Return a day with the time to the minute."""
    return timezones.time_element(f"{timezones.date_in_words(moment, 'long')}, {timezones.time_in_words(moment)}", moment)


@blueprint.post("")
def enter(tournament_id: int) -> ResponseReturnValue:
    """Enter by the form. If something is wrong, the form keeps the input."""
    access, board = _open(tournament_id)
    form = EntryForm.from_post()
    names = form.player.first(1 if form.partner.data else entry_validation.seats_each(board))
    wish = {"players": [n for n in names if n], "seeks_partner": form.partner.data}
    entry = entries.enter_public(wish, visitor=visitor(), address=request.remote_addr or "")

    def show_form_again(error: Exception) -> Response:
        is_taken = isinstance(error, Refusal) and error.code == "entrant.taken"
        return _page(access, board, 422, problem=refusal_message(error), taken=is_taken)

    with report_refusals(url_for("entry_form.show", tournament_id=tournament_id), show_form_again, both=False):
        written = write(access, entry, revision=form_input.revision(), uuid=form_input.key())
    flash(_entered_text(written, pair_name([normalize_text(n) for n in names if n])), "entered")
    return redirect(url_for("entry_form.show", tournament_id=tournament_id, entered=_entry_of_event(written).id), 303)


def _entry_of_event(written: WrittenTournament) -> EnteredEntrant:
    entry = written.board.entrant(written.change.subject.partition("/")[2])
    assert entry is not None
    return entry


def _entered_text(written: WrittenTournament, name: str) -> str:
    """Return the outcome under the name as typed. The number of a namesake is only for the desk."""
    entry = _entry_of_event(written)
    if entry.seeks_partner:
        return _("%(name)s: entered. The desk is looking for a partner for you.", name=name)
    if entry.status == "waiting":
        place = place_in_line(written.board, entry)
        return _(
            "%(name)s: number %(n)s on the waiting list.",
            name=name,
            n=place,
        )
    return _("%(name)s: entered. See you at the tables!", name=name)
