"""The live desk: the tables of a round, the clock, open problems, and a line to enter results from slips."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, abort, request

from scorekeeper.clubs.pages.signed_in import signed_in
from scorekeeper.core.i18n import timezones
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.numbers import parse_integer
from scorekeeper.core.pages import live_parts as living
from scorekeeper.tournaments.commands.setup import format_proposals
from scorekeeper.tournaments.commands.snapshot import Board
from scorekeeper.tournaments.commands.tables_state import RoundView
from scorekeeper.tournaments.desk.common import DeskContext, common_values, open_desk, page, redirect_to
from scorekeeper.tournaments.desk.format_summary import plan_of
from scorekeeper.tournaments.desk.rounds import result_form as forms
from scorekeeper.tournaments.desk.rounds.round_parts import games_of, round_parts_of

HIGHEST = 99_999
"""The highest table number."""

blueprint = Blueprint("desk_live", __name__, url_prefix="/desk/<int:tournament_id>")


@dataclass(frozen=True)
class EntryLine:
    """The line for entering results, and the message about the last one.

    `undo`: the revision that its button undoes; with `redo`, the button redoes a change.
    """

    table: str = ""
    typed: forms.Typed | None = None
    heard: str = ""
    bad: bool = False
    field: str = "table"
    sure: bool = False
    undo: int | None = None
    redo: bool = False
    ask_winner: bool = False
    against: str = ""
    earlier: str = ""


@dataclass(frozen=True)
class EntryLineView:
    """The line for entering results, with the names of each side at the typed table."""

    entry: EntryLine
    seats: list[str]


@blueprint.get("")
@signed_in
def show(tournament_id: int) -> Response:
    """Show the current round, or what to prepare before the first."""
    desk = open_desk(tournament_id)
    current = desk.board.current
    if current is None:
        return page("tournaments/desk/rounds/prepare.html", desk, **prepare_facts(desk))
    return round_page(desk, current)


def prepare_facts(desk: DeskContext) -> dict[str, Any]:
    """Return the values for the page before the first round."""
    counts = {status: sum(e.status == status for e in desk.board.entrants) for status in ("in", "waiting", "withdrawn")}
    return {"counts": counts, "plan": plan_of(desk.board), "times": times_of(desk.board)}


def times_of(board: Board) -> list[tuple[int, str, str]]:
    """Return when each round should begin and end, if the format and the start time are known."""
    starts = board.about.starts
    if not starts:
        return []
    table = format_proposals.timetable(board, timezones.start_time(board.about.day, starts))
    changed = bool(table) and timezones.changes_between(table[0][1], table[-1][2])
    return [
        (
            n,
            timezones.time_in_words(one, zoned=timezones.changes_between(one, other)),
            timezones.time_in_words(other, zoned=changed),
        )
        for n, one, other in table
    ]


@blueprint.get("/rounds/<int:number>")
@signed_in
def earlier(tournament_id: int, number: int) -> Response:
    """Show any round of the tournament; the last one is also on the desk itself."""
    desk = open_desk(tournament_id)
    round_view = desk.board.round(number) or abort(404)
    return round_page(desk, round_view)


@blueprint.get("/rounds/<int:number>/live")
@signed_in
def live(tournament_id: int, number: int) -> Response:
    """Return the live parts of the page that changed, for the script that polls; 304 if none did."""
    desk = open_desk(tournament_id)
    round_view = desk.board.round(number) or abort(404)
    return new_parts(desk, round_view)


def new_parts(desk: DeskContext, round_view: RoundView) -> Response:
    """Return the parts that the client does not have."""
    parts = round_parts_of(desk, round_view)
    return living.render_fresh_parts(
        parts.live(desk), "tournaments/desk/rounds/_live.html", lambda: {**common_values(desk), **living.template_values(parts)}
    )


def round_page(desk: DeskContext, round_view: RoundView, entry: EntryLine | None = None, status: int = 200) -> Response:
    """Return the page of a round."""
    return _page_with_line(
        "tournaments/desk/rounds/live_round.html", desk, round_view, entry or requested_entry(desk, round_view), status
    )


def fragment(desk: DeskContext, round_view: RoundView, entry: EntryLine, status: int = 200) -> Response:
    """Return all parts of the page, for the script that sent a result."""
    return _page_with_line("tournaments/desk/rounds/_entry_response.html", desk, round_view, entry, status)


def _page_with_line(template: str, desk: DeskContext, round_view: RoundView, entry: EntryLine, status: int) -> Response:
    parts = round_parts_of(desk, round_view)
    line = EntryLineView(entry, parts.seats_at(entry.table))
    return page(template, desk, status, live=parts.live(desk), **living.template_values(parts), **living.template_values(line))


def requested_entry(desk: DeskContext, round_view: RoundView) -> EntryLine:
    """Return the result line filled in from the address (`?table=12`).

    Without a script, this is how a result is entered after its table.
    """
    number = request.args.get("table", "")
    read = parse_integer(number, 0, HIGHEST)
    table = None if read is None else round_view.table(read)
    if table is None:
        waiting = next((t for t in round_view.tables if not t.result.known), None)
        heard = _("There is no table %(n)s in this round.", n=number[:8]) if number else ""
        return EntryLine("" if waiting is None else str(waiting.number), heard=heard, bad=bool(heard))
    typed = forms.fill_form(table.result, len(table.sides), games_of(desk.board, round_view))
    return EntryLine(number, typed, field="score-0-0")


@blueprint.get("/table")
@signed_in
def jump(tournament_id: int) -> Response:
    """Redirect from a table number to the table's page. Works without a script."""
    desk = open_desk(tournament_id)
    current = desk.board.current or abort(404)
    number = request.args.get("n", "")
    read = parse_integer(number, 0, HIGHEST)
    if read is not None and current.table(read):
        return redirect_to(desk.url("desk_results.table", number=current.number, place=read))
    return redirect_to(desk.url("desk_live.show", table=number))
