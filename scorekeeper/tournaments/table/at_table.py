"""The page behind a table's link: record hands or a result, which the other side confirms on its own phone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from flask import Blueprint, Response, abort, redirect, request, url_for

from scorekeeper.core.forms import form_input
from scorekeeper.core.forms.form_input import submission_key
from scorekeeper.core.http.security_headers import csrf
from scorekeeper.core.http.site_root import rooted
from scorekeeper.core.i18n import timezones
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.numbers import parse_tapped_number
from scorekeeper.core.pages import live_parts
from scorekeeper.core.pages.layout import set_device_cookie, show_error_on_page, show_refusals_on, visitor, visitor_or_new
from scorekeeper.core.pages.live_parts import OWN_HEADER, respond_to_log
from scorekeeper.core.refusals import NotFound, Refusal, refusal_text
from scorekeeper.pairing.record.errors import TournamentError
from scorekeeper.pairing.words import tournament_error_text
from scorekeeper.tournaments import facts as table_seat
from scorekeeper.tournaments.commands import authorization as tournament_entrance
from scorekeeper.tournaments.commands import redacted_view
from scorekeeper.tournaments.commands.calls import director_calls
from scorekeeper.tournaments.commands.event_writer import BoardConflict, BoardKeyReused, write
from scorekeeper.tournaments.commands.results import table_reports
from scorekeeper.tournaments.context import closed_link_page, common_values, live_part
from scorekeeper.tournaments.store import parts
from scorekeeper.tournaments.table.view import BadResult, TableContext, seen_result, tapped_result
from scorekeeper.tournaments.words import result_text

if TYPE_CHECKING:
    from collections.abc import Callable

    from scorekeeper.core.devices.visitors import Visitor
    from scorekeeper.tournaments.commands.authorization import TournamentAccess
    from scorekeeper.tournaments.commands.command import TournamentCommand
    from scorekeeper.tournaments.commands.event_writer import WrittenTournament

blueprint = Blueprint("at_table", __name__, url_prefix="/t/<token>")


def table_access(token: str, device: Visitor | None = None) -> TournamentAccess:
    """Return access to the table of the link. Raises NotFound("link.closed")."""
    access = tournament_entrance.table(token, device or visitor())
    timezones.use_club_zone(access.zone)
    return access


@blueprint.errorhandler(NotFound)
def _ended(error: NotFound) -> Response:
    return closed_link_page(error)


for _kind in (BadResult, TournamentError):
    blueprint.register_error_handler(_kind, show_error_on_page)


def _as_device(token: str) -> tuple[TournamentAccess, Visitor]:
    """Return access to the table, and the device. A device is only created for a valid link."""
    table_access(token)
    device = visitor_or_new(token)
    return table_access(token, device), device


def _table_context(access: TournamentAccess) -> TableContext:
    board = redacted_view.load_redacted(access)
    table = board.table(access.round or 0, access.table or 0)
    return TableContext(access, board, table_seat.side_of(access.tournament_id, table) if table else None)


@blueprint.get("")
def show(token: str) -> Response:
    """Show the match to anyone with the link. It asks once who sits where."""
    return _page(token, _table_context(table_access(token)))


Fields = Mapping[str, str]


@dataclass(frozen=True)
class TablePage:
    """The page of a table.

    `token`: its link's; `key`: creates an idempotency key for each form; after a refusal, `problem` next to `field`, and the
    input in `given`.
    """

    token: str
    sight: TableContext
    key: Callable[[], str] = submission_key
    problem: str = ""
    given: Fields = field(default_factory=dict)
    field: str = ""


def _page(token: str, sight: TableContext, status: int = 200, **after: Any) -> Response:
    """Return the page. `after`: further values after a refusal."""
    games = sight.live and (sight.live.game_ids, sight.live.revisions)
    return live_parts.page(
        live_part(sight.shown, sight.table.round, games, sight.side, sight.access.device_id),
        whole="tournaments/table/show.html",
        parts="tournaments/table/part.html",
        make=lambda: common_values(sight.shown, TablePage(token, sight, **after)),
        status=status,
    )


def _redirect_to_table(token: str) -> Response:
    answer = redirect(url_for("at_table.show", token=token), 303)
    assert isinstance(answer, Response)
    return answer


@blueprint.post("/seat")
def seat(token: str) -> Response:
    """Set which entrant the phone belongs to, or ask again if none is chosen."""
    access = table_access(token)
    entrant = form_input.taps().get("entrant", "")
    if not entrant:
        return table_seat.forget_seat(_redirect_to_table(token), access.tournament_id)
    if entrant not in _table_context(access).table.ids:
        abort(404)
    device = visitor_or_new(token)
    return set_device_cookie(table_seat.remember_seat(_redirect_to_table(token), access.tournament_id, entrant), device)


@blueprint.post("/pad")
def pad(token: str) -> Response:
    """Open the match's game on this phone, to record hands."""
    access = table_access(token)
    dealer, sight = form_input.taps().number("first_dealer"), _table_context(access)
    if sight.dealers and dealer not in range(sight.player_count):
        return _page(token, sight, 422, problem=_("Tap who deals first."), field="first_dealer")
    device = visitor_or_new(token)
    show_refusals_on(lambda refusal: _page(token, sight, refusal.status, problem=refusal_text(_, refusal)))
    game = table_reports.open_game(access, device, dealer if sight.dealers and dealer else 0)
    answer = redirect(rooted(f"/games/{game.game_id}"), 303)
    assert isinstance(answer, Response)
    return set_device_cookie(answer, device)


def _make_command(access: TournamentAccess, what: str, form: Fields) -> TournamentCommand:
    """Return the command that was sent for one side. Raises BadResult."""
    read = parse_tapped_number(form.get("side"))
    side = -1 if read is None else read
    if what == "report":
        sight = _table_context(access)
        return table_reports.report(side, tapped_result(form, sight.shape, sight.names))
    if what == "confirm":
        return table_reports.confirm(side, seen_result(form))
    if what == "dispute":
        return table_reports.dispute(side, form.get("note", ""))
    if what == "call":
        return director_calls.call(form.get("reason", ""), read)
    if what == "withdraw":
        return director_calls.withdraw(parse_tapped_number(form.get("call")) or 0)
    return table_reports.retract(side)


@dataclass(frozen=True)
class _Failure:
    """Why a command failed: a code for the phone, a text, and the field next to it."""

    status: int
    code: str
    text: str
    field: str = ""


REFUSED = (BadResult, TournamentError, Refusal)


def _describe_failure(access: TournamentAccess, error: Exception) -> _Failure:
    if isinstance(error, BadResult):
        return _Failure(422, "result", error.text, error.field)
    if isinstance(error, TournamentError):
        return _Failure(422, error.code, tournament_error_text(_, error))
    assert isinstance(error, Refusal)
    text = refusal_text(_, error)
    if isinstance(error, BoardKeyReused):
        text = _key_reused_text(error, _table_context(access))
    elif isinstance(error, BoardConflict):
        text = _("This table has changed. Your entry was not saved. Check it and try again.")
    return _Failure(error.status, error.code, text)


CALLS = ("call", "withdraw")
"""Commands on a call, which count whatever has changed at the table since the page was made."""


@blueprint.post("/<any(report, confirm, dispute, retract, call, withdraw):act>")
def acted(token: str, act: str) -> Response:
    """Report, confirm, dispute or retract a result for one side, or call the director."""
    access, device = _as_device(token)
    form = form_input.taps()

    def show_form_again(error: Exception) -> Response:
        wrong, sight = _describe_failure(access, error), _table_context(tournament_entrance.reread(access))
        return set_device_cookie(_page(token, sight, wrong.status, problem=wrong.text, field=wrong.field, given=form), device)

    show_refusals_on(show_form_again)
    seen = access.revision if act in CALLS else form_input.revision()
    write(access, _make_command(access, act, form), revision=seen, uuid=form_input.key())
    return set_device_cookie(_redirect_to_table(token), device)


@blueprint.post("/<any(report, confirm, dispute, retract, call, withdraw):act>/send")
@csrf.exempt
def sent(token: str, act: str) -> Response:
    """Carry out a command that a phone has queued, and may send several times.

    The request contains the form's fields as JSON, and the command's own idempotency key.
    """
    if not request.headers.get(OWN_HEADER):
        abort(403)
    body = request.get_json(silent=True)
    if not isinstance(body, dict):
        abort(400)
    key = str(body.get("key"))[:40]
    try:
        access, device = _as_device(token)
    except NotFound as refusal:
        return respond_to_log(key, "closed", 404, detail=refusal_text(_, refusal))
    return set_device_cookie(_run_queued(access, act, key, body), device)


def _run_queued(access: TournamentAccess, action: str, key: str, body: Mapping[str, Any]) -> Response:
    found, seen = body.get("act"), body.get("seen")
    if not isinstance(found, dict) or type(seen) is not int or len(found) > 200:
        text = _("Nothing was saved. Reload the page and tap again.")
        return respond_to_log(key, "refused", 422, code="form", detail=text)
    form = {str(name): str(value)[:2000] for name, value in found.items()}
    try:
        seen = access.revision if action in CALLS else seen
        written = _write_on_seen(access, _make_command(access, action, form), seen, key)
    except REFUSED as error:
        if isinstance(error, Refusal) and error.code == "call.open":  # another phone of the table was faster
            return respond_to_log(key, "done", 200, revision=access.revision, change=access.revision)
        if isinstance(error, BoardConflict) and not isinstance(error, BoardKeyReused):
            return respond_to_log(key, "asked", 409, revision=error.board.revision, question=_question(error))
        wrong = _describe_failure(access, error)
        return respond_to_log(key, "refused", wrong.status, code=wrong.code, detail=wrong.text)
    return respond_to_log(key, "done", 200, revision=tournament_entrance.reread(access).revision, change=written.change.revision)


def _write_on_seen(access: TournamentAccess, command: TournamentCommand, seen: int, key: str) -> WrittenTournament:
    """Write a command based on the revision the phone had read.

    If only this phone has changed the table since, write it on the current revision.
    """
    try:
        return write(access, command, revision=seen, uuid=key)
    except BoardConflict as conflict:
        own = access.device_id is not None and all(row.device_id == access.device_id for row in conflict.since)
        if not own:
            raise
        return write(tournament_entrance.reread(access), command, revision=conflict.board.revision, uuid=key)


def _question(conflict: BoardConflict) -> dict[str, Any]:
    """Return the question about a conflict. The phone itself knows what it sent."""
    sight = _table_context(tournament_entrance.reread(conflict.access))
    reports = sorted(sight.table.reports.items())
    report_texts = [f"{sight.names[side]}: {result_text(report.result, sight.names)}" for side, report in reports]
    return {
        "title": _("This table has changed"),
        "theirs": report_texts or [_("The score above is the one that counts.")],
        "text": _("Check the score above. Is yours still right?"),
        "leave": _("No, discard it"),
        "mine": _("Yes, send it"),
    }


def _key_reused_text(reused: BoardKeyReused, sight: TableContext) -> str:
    """Return a sentence with what was saved under the key, and what was sent under it now."""
    first, now = (_event_text(after, sight) for after in ([row.after for row in reused.since] or [{}]) + [reused.yours])
    if not first or not now:
        return refusal_text(_, reused)
    return _(
        "%(first)s was saved before. %(now)s was not. If it is right, send it again.",
        first=first,
        now=now,
    )


def _event_text(after: Mapping[str, Any], sight: TableContext) -> str:
    """Return the result or note in an event, on one line."""
    results = [parts.result_of(value) for part, value in after.items() if part.startswith(("result/", "report/")) and value]
    notes = [parts.parse_part(part, value).note for part, value in after.items() if part.startswith("dispute/") and value]
    return next((text for text in [*(result_text(one, sight.names) for one in results), *notes] if text), "")
