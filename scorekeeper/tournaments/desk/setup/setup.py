"""Settings of a tournament: name and day, format, public entry form, prizes and end."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from flask import Blueprint, Response, request, url_for
from flask_babel import format_decimal

from scorekeeper.clubs.pages.signed_in import signed_in
from scorekeeper.core.forms import form_input
from scorekeeper.core.forms.forms import Form, InvalidField, SeveralFields, TextField, TickField, WholeNumberField
from scorekeeper.core.i18n import timezones
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.pages import lan_address, live_parts
from scorekeeper.core.pages.live_parts import LiveParts, template_values
from scorekeeper.formats.declared import dump
from scorekeeper.formats.rules import dump_rules, parse_rules
from scorekeeper.messages.marks import N_
from scorekeeper.pairing.standings.what_counts import what_counts
from scorekeeper.rules.pages.words import rules_title
from scorekeeper.tournaments.commands.calls.board_calls import accepts_calls
from scorekeeper.tournaments.commands.door.door_state import read_door
from scorekeeper.tournaments.commands.setup import entry_validation, lifecycle
from scorekeeper.tournaments.desk import format_form as desk_options
from scorekeeper.tournaments.desk.command_handler import carry_out, report_refusals
from scorekeeper.tournaments.desk.common import (
    REFUSED,
    DeskContext,
    announce,
    common_values,
    open_desk,
    page,
    redirect_to,
    refusal_message,
)
from scorekeeper.tournaments.desk.entrants.entrants import promoted_texts
from scorekeeper.tournaments.desk.format_summary import plan_of
from scorekeeper.tournaments.desk.setup.finals_text import FinalsLine, finals_are_open, finals_lines
from scorekeeper.tournaments.desk.setup.format_fields import Hours, Price
from scorekeeper.tournaments.desk.setup.new_tournament import format_choices, rule_choices, rules_of
from scorekeeper.tournaments.desk.setup.price_fields import PriceRow, amount_text, read_prices, rows_as_sent, rows_of
from scorekeeper.tournaments.words import name_ways

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.pairing.standings.standings import StandingRow
    from scorekeeper.tournaments.commands.event_writer import WrittenTournament
    from scorekeeper.tournaments.commands.snapshot import Board

blueprint = Blueprint("desk_setup", __name__, url_prefix="/desk/<int:tournament_id>")

MARKER_FIELD = "present"
_TYPED = "%Y-%m-%dT%H:%M"
"""The format of a local time in a form field."""


class SetupForm(desk_options.FormatForm):
    """The settings, or one section of them. Fields that are not sent stay.

    `entries`, `door`, `calls`: the public form, the door or the calls to the director are included.
    """

    name = TextField()
    day = TextField()
    starts = TextField()
    venue = TextField()
    note = TextField()
    prizes = TextField()
    public_names = TextField()
    hours = Hours()
    counts = TextField()
    rules = TextField(default=MARKER_FIELD)
    entries = TickField()
    is_shown = TickField(name="shown")
    open = TickField()
    limit = WholeNumberField()
    closes = TextField()
    entry_note = TextField(name="entry-note")
    singles = TickField()
    door = TickField()
    check_in = TickField(name="check-in")
    price = Price(N_("Entry fee"))
    price_names = SeveralFields(name="price-name")
    price_amounts = SeveralFields(name="price-amount")
    calls = TickField()
    may_call = TickField(name="may-call")


class PrizesForm(Form):
    """The prizes, and the page to return to."""

    prizes = TextField()
    to = TextField()


@dataclass(frozen=True)
class EntryFields:
    """The public entry form as fields of the settings.

    `limit`, `closes`: empty if there is none; `closes`: local time; `shown`: the tournament is public; `singles`: they may look
    for a partner.
    """

    open: bool
    limit: int | str
    closes: str
    note: str
    shown: bool
    singles: bool = False


@dataclass(frozen=True)
class DoorFields:
    """The door as fields of the settings. `price`: the entry fee as typed; `prices`: rows of other prices."""

    open: bool
    price: str
    prices: list[PriceRow]


@dataclass(frozen=True)
class SetupPage:
    """All settings of a tournament.

    `values`: texts of the fields by name; `fields`: fields of the format; `rules`: the rule sets to choose from;
    `picked_rules`: the value of one, or `MARKER_FIELD`; `rules_now`: the name of the current ones; `fixed`: a round was
    published; `plan`: the format in a few facts. `door`: the door; `may_call`: tables can call the director by phone;
    `each`: players in an entrant. `form`: the public entry form, at `entry_address`; `counts`: what counts, empty for an order
    set by hand; `countings`: the answers as value, title, sentence. `only_here`: why no one else can open it, or empty.
    `ways`: the ways to show names in public; `club_way`: the club's choice. `problem`: the
    refusal, and `field`: where.
    `finals_now`: what the finals come to for the present entrants; `finals_open`: they can still change.
    """

    values: dict[str, Any]
    fields: desk_options.Fields
    rules: list[tuple[str, str, str]]
    rules_now: str
    picked_rules: str
    fixed: bool
    plan: list[str]
    finals_now: list[FinalsLine]
    finals_open: bool
    form: EntryFields
    door: DoorFields
    may_call: bool
    each: int
    entry_address: str
    only_here: str
    ways: dict[str, str]
    club_way: str
    counts: str
    countings: list[tuple[str, str, str]]
    problem: str = ""
    field: str | None = None


def _about(board: Board) -> dict[str, Any]:
    about = board.about
    minutes = about.minutes
    return {**dump(about), "hours": "" if minutes is None else format_decimal(minutes / 60)}


@blueprint.get("/setup")
@signed_in
def show(tournament_id: int) -> Response:
    """Show all settings, including fixed ones."""
    return _page(open_desk(tournament_id))


def _page(desk: DeskContext, status: int = 200, **typed: Any) -> Response:
    """Return the page. `typed`: fields with the input that was sent."""
    page_content, choices = replace(_setup(desk), **typed), format_choices(fixed=bool(desk.board.rounds))
    return page("tournaments/desk/setup/setup.html", desk, status, **template_values(page_content), **template_values(choices))


def _setup(desk: DeskContext) -> SetupPage:
    board = desk.board
    return SetupPage(
        values=_about(board),
        fields=desk_options.of_options(board.method, board.setup.options),
        rules=rule_choices(),
        rules_now=rules_title(board.rules),
        picked_rules=next((v for v, *_rest in rule_choices() if _same_rules(v, board)), MARKER_FIELD),
        fixed=bool(board.rounds),
        plan=plan_of(board),
        finals_now=finals_lines(board.options, len(board.playing)),
        finals_open=finals_are_open(board),
        form=_entry_fields(board),
        door=_door_fields(board),
        may_call=accepts_calls(board),
        each=entry_validation.seats_each(board),
        entry_address=lan_address.reachable_root() + url_for("entry_form.show", tournament_id=desk.id),
        only_here=lan_address.why_unreachable(),
        ways=name_ways(),
        club_way=name_ways()[desk.access.public_names],
        counts=what_counts(board.options.tiebreaks),
        countings=[] if board.pairing.knockout else desk_options.counting_choices(),
    )


def _entry_fields(board: Board) -> EntryFields:
    entry = board.entry
    closes = timezones.to_page_zone(datetime.fromisoformat(entry.closes)).strftime(_TYPED) if entry.closes else ""
    is_shown = board.status != "draft"
    return EntryFields(
        open=entry.open, limit=entry.limit or "", closes=closes, note=entry.note, shown=is_shown, singles=entry.singles
    )


def _door_fields(board: Board) -> DoorFields:
    door = read_door(board)
    cents = 0 if door is None else door.price
    prices = rows_of(() if door is None else door.prices)
    return DoorFields(open=door is not None, price=amount_text(cents) if cents else "", prices=prices)


def _same_rules(value: str, board: Board) -> bool:
    try:
        return dump_rules(parse_rules(rules_of(value))) == board.setup.rules
    except REFUSED:
        return False


@blueprint.post("/setup")
@signed_in
def change(tournament_id: int) -> Response:
    """Change the settings that were sent, all in one event."""
    desk = open_desk(tournament_id)
    form = SetupForm.from_post()
    texts = (form.name, form.day, form.starts, form.venue, form.note, form.prizes)
    facts: dict[str, Any] = {one.name: one.data for one in texts if one.sent}
    facts |= {"director_calls": form.may_call.data} if form.calls.sent else {}
    fields = desk_options.of_form(form)
    if wrong := form.first_invalid_field("hours", "price"):
        return _form_as_sent(desk, form, wrong.text, wrong.field)
    prices = read_prices(form.price_names, form.price_amounts)
    if isinstance(prices, InvalidField):
        return _form_as_sent(desk, form, prices.text, prices.field)
    with report_refusals(
        desk.url("desk_setup.show"),
        lambda error: _form_as_sent(desk, form, refusal_message(error), getattr(error, "field", None)),
    ):
        if form.hours.sent:
            facts["minutes"] = form.hours.data
        if form.public_names.sent:
            facts["public_names"] = form.public_names.data
        if form.door.sent:
            facts["door"] = _read_door(form, prices) if form.check_in.data else None
        if form.method.sent:
            options = _merge_options(desk.board, fields)
            if form.counts.data and form.counts.data != what_counts(desk.board.options.tiebreaks):
                options = desk_options.with_counting(fields.method, options, form.counts.data, chosen=True)
            facts |= {"method": fields.method, "options": options}
        if form.rules.data != MARKER_FIELD:
            facts["rules"] = rules_of(form.rules.data)
        if form.entries.sent and not desk.board.rounds:
            facts |= {"entry": _read_entry_form(form, desk.board), "shown": form.is_shown.data}
        written = desk.do(lifecycle.edit(facts))
    announce(" ".join([_("Changes saved."), *_public_change_texts(written)]), written.change.revision)
    return redirect_to(desk.url("desk_setup.show"))


def _public_change_texts(written: WrittenTournament) -> list[str]:
    """Return what changes for the public, in sentences."""
    before, after = written.before, written.board
    return [*_visibility_texts(before, after), *promoted_texts(written)]


def _visibility_texts(before: Board, after: Board) -> list[str]:
    if before.entry.open != after.entry.open:
        return [_("Entries are open to everyone.") if after.entry.open else _("Entries are closed.")]
    if before.status != after.status:
        return [_("Everyone can see it now.") if after.status == "open" else _("Only the desk sees it now.")]
    return []


def _form_as_sent(desk: DeskContext, form: SetupForm, problem: str, field: str | None) -> Response:
    """Return the page with the input and its problem."""
    typed = form.typed()
    page_values: dict[str, Any] = {"values": {**_about(desk.board), **typed}, "problem": problem, "field": field}
    if form.method.sent:
        page_values["fields"] = desk_options.of_form(form)
        page_values["counts"] = form.counts.data
    if form.entries.sent:
        page_values["form"] = EntryFields(
            open=form.open.data,
            limit=typed.get("limit", ""),
            closes=form.closes.data,
            note=form.entry_note.data,
            shown=form.is_shown.data,
            singles=form.singles.data,
        )
    if form.door.sent:
        page_values["door"] = DoorFields(
            open=form.check_in.data, price=form.price.text, prices=rows_as_sent(form.price_names, form.price_amounts)
        )
    if form.calls.sent:
        page_values["may_call"] = form.may_call.data
    if typed.get("rules"):
        page_values["picked_rules"] = form.rules.data
    return _page(desk, 422, **page_values)


def _merge_options(board: Board, fields: desk_options.Fields) -> dict[str, Any]:
    """Return the options of the form. In a running tournament, options that are no longer on the form stay."""
    if not board.rounds:
        return desk_options.options_of(fields)
    options = dict(board.setup.options)
    form_options = desk_options.options_of(desk_options.Fields(board.method, fields.texts, fields.ticked))
    changeable = {"match", "tiebreaks", "margin_cap", *board.pairing.later}
    options |= {name: value for name, value in form_options.items() if name in changeable}
    shown = desk_options.of_options(board.method, board.setup.options)
    if finals_are_open(board) and any(fields.text(name) != shown.text(name) for name in desk_options.FINAL_FIELDS):
        options["stages"] = [*options["stages"][:-1], form_options["stages"][-1]]
    return options


def _read_entry_form(form: SetupForm, board: Board) -> dict[str, Any]:
    """Return the public entry form as sent."""
    closes = form.closes.data
    # An unchanged time stays exactly the same, even in the hour that is repeated when clocks go back.
    closing_time = board.entry.closes if closes == _entry_fields(board).closes else _moment(closes)
    return {
        "open": form.open.data,
        "limit": form.limit.or_text,
        "closes": closing_time or None,
        "note": form.entry_note.data,
        "singles": form.singles.data,
    }


def _read_door(form: SetupForm, prices: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the door as sent. Other prices stay if the page did not have them."""
    return {"price": form.price.data, **({"prices": prices} if form.price_names.sent else {})}


def _moment(text: str) -> str | None:
    if not text:
        return None
    try:
        return datetime.fromisoformat(text).replace(tzinfo=timezones.page_zone()).astimezone(UTC).isoformat()
    except (ValueError, OverflowError):
        return text


@blueprint.get("/setup/entries.svg")
@signed_in
def code(tournament_id: int) -> Response:
    """Return the address of the public entry form as a QR code."""
    desk = open_desk(tournament_id)
    return lan_address.mark_private(
        lan_address.qr_code(lan_address.reachable_root() + url_for("entry_form.show", tournament_id=desk.id))
    )


@blueprint.post("/setup/prizes")
@signed_in
def prizes(tournament_id: int) -> Response:
    """Save the prizes."""
    desk = open_desk(tournament_id)
    form = PrizesForm.from_post()
    back = desk.url("desk_standings.report") if form.to.data == "report" else desk.url("desk_setup.show")
    return carry_out(desk, lifecycle.set_prizes(form.prizes.data), _("The prizes are saved."), back)


@dataclass(frozen=True)
class FinishPage:
    """The winners so far. `missing`: tables of the last round without a result; `left`: there are rounds left to pair."""

    rows: Sequence[StandingRow]
    missing: tuple[int, ...]
    left: bool


@blueprint.route("/finish", methods=["GET", "POST"])
@signed_in
def finish(tournament_id: int) -> Response:
    """Show the winners and ask for confirmation, then finish the tournament, or reopen it.

    The page follows results that arrive while it is open.
    """
    desk = open_desk(tournament_id)
    if request.method == "GET":
        answer = live_parts.page(
            LiveParts({"live": live_parts.stamp_of(desk.id, desk.board.revision)}),
            whole="tournaments/desk/setup/finish.html",
            parts="tournaments/desk/setup/_finish.html",
            make=lambda: {**common_values(desk), **template_values(_finish_page(desk.board))},
        )
        answer.headers["Cache-Control"] = "no-store"
        return answer
    if form_input.pressed_button() == "reopen":
        return carry_out(desk, lifecycle.reopen(), _("The tournament is open again."), desk.url("desk_live.show"))
    return carry_out(desk, lifecycle.finish(), _("The tournament is finished."), desk.url("desk_standings.report"))


def _finish_page(board: Board) -> FinishPage:
    tables = board.current.tables if board.current else ()
    missing = tuple(t.number for t in tables if not t.result.known)
    return FinishPage(board.standings[:3], missing, left=not missing and board.next_error is None and bool(board.rounds))
