"""Results at the desk: entered from slips, corrected after a preview, disputes and forfeits."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from flask import Blueprint, Response, abort, g, request, url_for
from werkzeug.exceptions import NotFound

from scorekeeper.clubs.pages.signed_in import signed_in
from scorekeeper.core.forms import form_input
from scorekeeper.core.http.security_headers import csrf
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.numbers import parse_integer
from scorekeeper.core.pages import lan_address
from scorekeeper.core.pages.live_parts import OWN_HEADER, request_parts, respond_to_log, wants_parts
from scorekeeper.core.refusals import Refusal, refusal_text
from scorekeeper.formats.tournament_record import dump_result
from scorekeeper.pairing.standings.results import game_points
from scorekeeper.tournaments.commands import player_links
from scorekeeper.tournaments.commands.event_writer import BoardConflict, BoardKeyReused
from scorekeeper.tournaments.commands.live import live_games as tournament_live
from scorekeeper.tournaments.commands.results import correction_choices, results
from scorekeeper.tournaments.desk.adjustments.penalties import penalties_at_table
from scorekeeper.tournaments.desk.calls.call_view import call_rows
from scorekeeper.tournaments.desk.command_handler import carry_out, report_refusals
from scorekeeper.tournaments.desk.common import REFUSED, DeskContext, announce, open_desk, page, redirect_to, refusal_message
from scorekeeper.tournaments.desk.effects import describe_choice, finals_text, seated_since
from scorekeeper.tournaments.desk.history_view import describe_table_events
from scorekeeper.tournaments.desk.rounds import result_form as forms
from scorekeeper.tournaments.desk.rounds.live_round import EntryLine, fragment, round_page
from scorekeeper.tournaments.desk.rounds.result_form import Mistyped, ResultForm, Typed
from scorekeeper.tournaments.desk.rounds.slip import TypedSlip, read_slip, result_sentence, round_url, to_correction
from scorekeeper.tournaments.desk.tables import are_tables_late, desk_row, result_line
from scorekeeper.tournaments.store.parts import result_of

if TYPE_CHECKING:
    from scorekeeper.tournaments.commands.event_writer import WrittenTournament
    from scorekeeper.tournaments.commands.tables_state import RoundView

CLOSED = (403, 404)
"""HTTP statuses that mean the desk is no longer open to this person."""

blueprint = Blueprint("desk_results", __name__, url_prefix="/desk/<int:tournament_id>/rounds/<int:number>")


@blueprint.post("/results")
@signed_in
def typed(tournament_id: int, number: int) -> Response:
    """Save a result from the result line: table number, score, score."""
    return _enter_typed(tournament_id, number)


def _enter_typed(tournament_id: int, number: int) -> Response:
    desk = open_desk(tournament_id)
    round_view = desk.board.round(number) or abort(404)
    form = ResultForm.from_post()
    text, place = form.table.data, parse_integer(form.table.data)
    table = None if place is None else round_view.table(place)
    if table is None:
        message = _("There is no table %(n)s in this round.", n=text[:8]) if text else _("Type the table number first.")
        return _entry_answer(desk, round_view, EntryLine(text[:8], heard=message, bad=True), 422)
    slip = TypedSlip(desk, round_view, table, form)
    if not any(any(row) for row in slip.typed.games) and not slip.typed.forfeit:
        # Without a script, Enter after the table number shows who sits there.
        return redirect_to(round_url(desk, round_view, table=text))
    try:
        result = slip.result()
        later = slip.consequences(result)
        if later is not None and not later.none and table.entered.known:
            return to_correction(desk, slip)
        slip.check_round()
        written = slip.enter(result)
    except Mistyped as wrong:
        tied = wrong.field == "winner"
        line_values = (text, slip.typed, wrong.text, True, wrong.field, wrong.doubt)
        entry = EntryLine(*line_values, ask_winner=tied, against=wrong.against, earlier=wrong.earlier)
        return _entry_answer(desk, round_view, entry, 422)
    except BoardConflict as conflict:
        return _conflict_answer(conflict, round_view, text, slip)
    except REFUSED as error:
        return _entry_answer(desk, round_view, EntryLine(text, slip.typed, refusal_message(error), True, "score-0-0"), 422)
    return _recorded_answer(desk, number, slip, written)


@blueprint.post("/results/log")
@csrf.exempt
@signed_in
def logged(tournament_id: int, number: int) -> Response:
    """Save a result that the desk's device has queued, and may send several times.

    The request contains the line's fields as JSON and the result's own idempotency key. If the result needs confirmation, the
    answer has the line as it would be shown.
    """
    if not request.headers.get(OWN_HEADER):
        abort(403)
    sent = request.get_json(silent=True)
    if not isinstance(sent, dict) or not isinstance(sent.get("act"), dict) or type(sent.get("seen")) is not int:
        abort(400)
    key, shows = str(sent.get("key"))[:40], wants_parts()
    fields = {str(name): str(value)[:200] for name, value in list(sent["act"].items())[:200]}
    form_input.replace_form(fields, seen=sent["seen"], key=key)
    request_parts()
    try:
        response = _enter_typed(tournament_id, number)
    except Refusal as refusal:
        if refusal.status not in CLOSED:
            raise
        return respond_to_log(key, "closed", refusal.status, detail=refusal_text(_, refusal))
    except NotFound:
        text = _("Round %(n)s no longer exists in this tournament.", n=number)
        return respond_to_log(key, "closed", 404, detail=text)
    html, go = (
        response.get_data(as_text=True) if shows else None,
        response.headers.get("X-Go") or response.headers.get("Location"),
    )
    if response.status_code == 200 and go is None:
        return respond_to_log(key, "done", 200, html=html)
    return respond_to_log(key, "refused", 422, html=html, go=go, detail=g.get("heard", ""))


def _conflict_answer(conflict: BoardConflict, round_view: RoundView, text: str, slip: TypedSlip) -> Response:
    fresh = DeskContext(conflict.access, conflict.board)
    now_shown = fresh.board.round(round_view.number) or round_view
    table = now_shown.table(slip.table.number) or slip.table
    what = result_line(table.result, slip.names) if table.result.known else _("a new report")
    message = _(
        "Someone else changed table %(n)s: %(what)s. Your result was not saved. Send it again to replace theirs.",
        n=text,
        what=what,
    )
    if isinstance(conflict, BoardKeyReused):
        message = _(
            "You already sent a different result. Table %(n)s has: %(what)s. Yours is not saved. Send it again to replace that.",
            n=text,
            what=what,
        )
    return _entry_answer(fresh, now_shown, EntryLine(text, slip.typed, message, True, "score-0-0"), conflict.status)


def _recorded_answer(desk: DeskContext, number: int, slip: TypedSlip, written: WrittenTournament) -> Response:
    fresh = DeskContext(desk.access, written.board)
    round_view = fresh.board.round(number) or abort(404)
    table = round_view.table(slip.table.number) or abort(404)
    was = DeskContext(desk.access, written.before).board.table(number, slip.table.number)
    before = was.entered if was else slip.table.entered  # a repeated request: compare with the first time
    facts = {"n": table.number, "what": " – ".join(slip.names), "result": result_line(table.entered, slip.names)}
    if before.known:
        text = _("Table %(n)s corrected: %(what)s, %(result)s (before: %(was)s).", was=result_line(before, slip.names), **facts)
    else:
        text = _("Table %(n)s: %(what)s, %(result)s.", **facts)
    if wants_parts():
        waiting = _next_open_table(round_view, table.number)
        entry = EntryLine(str(waiting or ""), heard=text, undo=written.change.revision)
        return fragment(fresh, round_view, entry)
    announce(text, written.change.revision)
    return redirect_to(round_url(fresh, round_view))


def _next_open_table(round_view: RoundView, after: int) -> int | None:
    waiting = [t.number for t in round_view.tables if not t.result.known]
    return next((n for n in waiting if n > after), waiting[0] if waiting else None)


def _entry_answer(desk: DeskContext, round_view: RoundView, entry: EntryLine, status: int) -> Response:
    g.heard = entry.heard
    return fragment(desk, round_view, entry, status) if wants_parts() else round_page(desk, round_view, entry, status)


@blueprint.get("/tables/<int:place>")
@signed_in
def table(tournament_id: int, number: int, place: int) -> Response:
    """Show a table: result, reports, the reason for its pairing, its link and its history."""
    desk = open_desk(tournament_id)
    slip = read_slip(desk, number, place)
    return _table_page(desk, slip, forms.fill_form(slip.table.entered, slip.sides, slip.games))


def _table_page(desk: DeskContext, slip: TypedSlip, filled: Typed, status: int = 200, **more: Any) -> Response:
    live = tournament_live.of_round(desk.access, desk.board, slip.shown.number, slip.table.number).get(slip.table.number)
    row = desk_row(desk.board, slip.table, live, are_tables_late(desk.board, slip.shown))
    reports = [
        (side, result_line(r.result, slip.names), r, game_points(r.result)) for side, r in sorted(slip.table.reports.items())
    ]
    page_values = {
        "round": slip.shown,
        "row": row,
        "typed": filled,
        "games": slip.games,
        "reports": reports,
        "calls": call_rows(desk, slip.table.calls),
        "game_ids": live.game_ids if live else (),
        "result": result_line(slip.table.result, slip.names) if slip.table.result.known else "",
        "penalties": penalties_at_table(desk.board, slip.table),
        "knockout": desk.board.is_knockout(slip.shown.number, slip.table.pool),
        "token": player_links.table_links(desk.access, slip.shown.number).get(slip.table.number)
        if desk.access.may("direct")
        else None,
        "steps": describe_table_events(desk, slip.shown.number, slip.table.number),
        "problem": None,
        "round_url": round_url(desk, slip.shown),
    }
    return page("tournaments/desk/rounds/result.html", desk, status, **{**page_values, **more})


@blueprint.post("/tables/<int:place>")
@signed_in
def decide(tournament_id: int, number: int, place: int) -> Response:
    """Save the result from the table's own page: scores, winner, forfeits, failed contracts."""
    desk = open_desk(tournament_id)
    slip = read_slip(desk, number, place)

    def show_form_again(error: Exception) -> Response:
        wrong = error if isinstance(error, Mistyped) else Mistyped(refusal_message(error), str(getattr(error, "field", "") or ""))
        return _table_page(desk, slip, slip.typed, 422, problem=wrong)

    with report_refusals(round_url(desk, slip.shown), show_form_again, (Mistyped, *REFUSED)):
        result = slip.result()
        later = slip.consequences(result)
        if later is not None and not later.none:
            return to_correction(desk, slip)
        written = slip.enter(result)
    announce(result_sentence(written, number, place, slip), written.change.revision)
    return redirect_to(round_url(desk, slip.shown))


@blueprint.route("/tables/<int:place>/correct", methods=["GET", "POST"])
@signed_in
def correct(tournament_id: int, number: int, place: int) -> Response:
    """Show the effects of a correction, or save it, keeping the unplayed tables or pairing them again."""
    desk = open_desk(tournament_id)
    slip = read_slip(desk, number, place)
    slip.sure = True
    back = desk.url("desk_results.table", number=number, place=place)

    def show_form_again(error: Exception) -> Response:
        wrong = error if isinstance(error, Mistyped) else Mistyped(refusal_message(error))
        return _table_page(desk, slip, slip.typed, 422, problem=wrong)

    with report_refusals(back, show_form_again, (Mistyped, *REFUSED)):
        result = None if slip.form.clear.data else slip.result()
        if request.method == "POST":
            return _correct(desk, slip, result)
        later = results.consequences(desk.access, number, place, result)
        offered = correction_choices.repair_choices(desk.access, number, place, result)
        options = [describe_choice(desk.board, one, later) for one in offered]
    seated = seated_since(desk.board, offered)
    page_values: dict[str, Any] = {
        "was": result_line(slip.table.entered, slip.names),
        "becomes": result_line(result_of(result), slip.names) if result else _("no result"),
        "options": options if seated else options[::-1],
        "seated": seated,
        "wrong": later.wrong,
        "sent": [(k, v) for k, v in request.args.items() if k != "lang"],
        "place": place,
        "round": slip.shown,
        "names": slip.names,
        "back": back,
    }
    return page("tournaments/desk/rounds/correct.html", desk, **page_values)


_REPAIRED = {
    "repair": lambda: _("The unplayed tables were paired again."),
    "take_away": lambda: _("Matches based on the old result are removed."),
}


def _correct(desk: DeskContext, slip: TypedSlip, result: dict[str, Any] | None) -> Response:
    number, place = slip.shown.number, slip.table.number
    do = form_input.pressed_button("keep")
    how = {"repair": do == "repair", "take_away": do == "take_away"}
    with report_refusals(desk.url("desk_results.table", number=number, place=place)):
        finals = finals_text(desk.board, results.consequences(desk.access, number, place, result))
        if result is None:
            written = desk.do(results.clear(number, place, **how))
        else:
            written = desk.do(results.enter(number, place, result, overrule=True, **how))
    text = _("Table %(n)s of round %(round)s is corrected.", n=place, round=number)
    announce(" ".join(part for part in (text, _REPAIRED.get(do, lambda: "")(), finals) if part), written.change.revision)
    return redirect_to(desk.url("desk_live.show"))


@blueprint.post("/tables/<int:place>/take")
@signed_in
def take(tournament_id: int, number: int, place: int) -> Response:
    """Accept one side's report, to settle a dispute or confirm for the other side."""
    desk = open_desk(tournament_id)
    slip = read_slip(desk, number, place)
    side = form_input.taps().number("side", -1)
    report = slip.table.reports.get(side) or abort(404)
    later = slip.consequences(dump_result(report.result)) if slip.table.entered.known else None
    if later is not None and not later.none:
        sent = {
            f"score-{g}-{s}": n
            for g, row in enumerate(report.result.games or (report.result.scores or (),))
            for s, n in enumerate(row)
        }
        return redirect_to(desk.url("desk_results.correct", number=number, place=place, **sent))
    text = partial(result_sentence, number=number, place=place, slip=slip)
    return carry_out(desk, results.accept(number, place, side), text, round_url(desk, slip.shown))


@blueprint.post("/tables/<int:place>/clear")
@signed_in
def clear(tournament_id: int, number: int, place: int) -> Response:
    """Remove a result, so that the table counts as in play."""
    desk = open_desk(tournament_id)
    slip = read_slip(desk, number, place)
    try:
        later = slip.consequences(None)
    except REFUSED:
        later = None
    if later is not None and not later.none:
        return redirect_to(desk.url("desk_results.correct", number=number, place=place, clear=1))
    text = _("Table %(n)s no longer has a result.", n=place)
    return carry_out(desk, results.clear(number, place), text, desk.url("desk_results.table", number=number, place=place))


@blueprint.get("/tables/<int:place>/code.svg")
@signed_in
def code(tournament_id: int, number: int, place: int) -> Response:
    """Return the table's link as a QR code, for players who have lost their slip."""
    desk = open_desk(tournament_id)
    read_slip(desk, number, place)
    desk.access.check("direct")
    token = player_links.table_links(desk.access, number).get(place) or abort(404)
    return lan_address.mark_private(lan_address.qr_code(lan_address.reachable_root() + url_for("at_table.show", token=token)))


@blueprint.post("/tables/<int:place>/link")
@signed_in
def renew(tournament_id: int, number: int, place: int) -> Response:
    """Replace a table's link. The old one no longer works."""
    desk = open_desk(tournament_id)
    read_slip(desk, number, place)
    back = desk.url("desk_results.table", number=number, place=place)
    with report_refusals(back):
        player_links.renew_table(desk.access, number, place)
        announce(_("Table %(n)s has a new link. The old one no longer works.", n=place))
    return redirect_to(back)
