"""Entering people at the desk: typed, pasted, selected from the roster, or imported from a table."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from flask import Blueprint, Response, request

from scorekeeper.clubs.commands.members import members
from scorekeeper.clubs.pages.signed_in import account, signed_in
from scorekeeper.core.forms import form_input
from scorekeeper.core.forms.forms import Form, SeveralFields, TextField, TickField, Ticks
from scorekeeper.core.http.downloads import make_table_download
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.i18n.translation import language, ngettext, t
from scorekeeper.pairing.directing.director import next_round
from scorekeeper.tournaments.commands.entrants import entries, entry_lists, entry_sheets
from scorekeeper.tournaments.commands.entrants.entry_lists import ParsedList, SiftedList
from scorekeeper.tournaments.commands.entrants.entry_sheets import EntrySheet, SheetColumns
from scorekeeper.tournaments.commands.setup import entry_validation
from scorekeeper.tournaments.desk.command_handler import report_refusals
from scorekeeper.tournaments.desk.common import DeskContext, announce, open_desk, page, redirect_to, refusal_message
from scorekeeper.tournaments.desk.entrants.entrants import entrants_page, roster_choices

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.tournaments.commands.event_writer import WrittenTournament
    from scorekeeper.tournaments.commands.snapshot import Board

blueprint = Blueprint("desk_entering", __name__, url_prefix="/desk/<int:tournament_id>/entrants")


class EnterForm(Form):
    """New entrants: names in fields, pasted lines, and selected ones from the roster.

    `rest`: skip lines with problems; `namesake`: enter namesakes too; `teams`: lines with one name are names of pairs;
    `partner`: they are players who look for a partner.
    """

    player = SeveralFields()
    text = TextField()
    known = Ticks()
    rest = TickField()
    namesake = TickField()
    teams = TickField()
    partner = TickField()


class TableForm(EnterForm):
    """New entrants from a table.

    `table`: its text; `separator`: the one chosen, and `read_by`: the one its columns were shown with; `role`: each column's
    role; `heads`: the first line has headings.
    """

    table = TextField()
    separator = TextField()
    read_by = TextField()
    role = SeveralFields()
    heads = TickField()


NO_ENTRIES = SiftedList((), (), ())
SAMPLES = 4
"""The number of sample cells shown next to a column's role."""
LEFT_OUT = 5
"""The most skipped lines that the message after entering lists."""


@blueprint.post("")
@signed_in
def enter(tournament_id: int) -> Response:
    """Enter one or more entrants.

    If anything is wrong, no one is entered: the page keeps the input and offers to enter the rest.
    """
    desk = open_desk(tournament_id)
    sent = request.files.get("file")
    form = EnterForm.from_post()
    typed: dict[str, Any] = {"text": form.text.data, "ticked": form.known.data, "fields": form.player.first(6)}
    back = desk.url("desk_entrants.show")
    with report_refusals(back, lambda error: entrants_page(desk, 422, **typed, problem=refusal_message(error))):
        if sent is not None and sent.filename:
            sheet = entry_sheets.read(sent.read(entry_sheets.MOST_BYTES))
            return _sheet_page(desk, sheet, entry_sheets.recognize_columns(sheet, entry_validation.seats_each(desk.board)))
        if entry_sheets.is_table(form.text.data, entry_validation.seats_each(desk.board)):
            # Cells copied from a spreadsheet: show the entrants found before entering them.
            sheet = entry_sheets.read(form.text.data)
            return _sheet_page(desk, sheet, entry_sheets.recognize_columns(sheet, entry_validation.seats_each(desk.board)))
        if before := entries.entered_before(desk.access, desk.key, form_input.form_content()):
            return _entered_response(desk, before, NO_ENTRIES, form)
        parsed = _read_entries(desk, form)
        sifted = entry_lists.sift_list(desk.board, parsed)
        if sifted.problems and not _is_decided(form, sifted):
            return entrants_page(desk, 422, **typed, **_problem_values(desk, parsed, sifted))
        written = _enter(desk, form, sifted)
    return _entered_response(desk, written, sifted, form)


def _read_entries(desk: DeskContext, form: EnterForm) -> ParsedList:
    """Return the pasted, selected and typed entries. Only pasted ones have lines; a field holds one name."""
    each = entry_validation.seats_each(desk.board)
    parsed = entry_lists.parse_lines(form.text.data, each)
    if each == 2 and not form.teams.data and not form.partner.data:
        parsed = entry_lists.doubt_single_names(parsed)
    ticked = set(form.known.data)
    club = members.club_access(desk.access.club_slug, account())
    more: list[dict[str, Any]] = (
        [{"players": [*k.players]} for k in roster_choices(desk, club) if k.value in ticked] if ticked else []
    )
    problems = parsed.problems
    names = [name for name in form.player.first(each) if name]
    if names and len(names) == each:
        more.append({"players": names})
    elif names:
        alone = entry_lists.parse_lines(" & ".join(names), each)
        more += alone.entries
        problems += tuple(replace(one, line=0) for one in alone.problems)
    found = (*parsed.entries, *more)
    if form.partner.data:
        found = tuple(one if one.get("players") else {"players": [one["name"]], "seeks_partner": True} for one in found)
    return ParsedList(found, problems, (*parsed.lines, *[0] * len(more)))


def _is_decided(form: EnterForm, sifted: SiftedList) -> bool:
    """Return whether the form says how to treat the lines with problems."""
    return bool(form.rest.data and sifted.free) or bool(form.namesake.data and sifted.everybody)


def _enter(desk: DeskContext, form: EnterForm, sifted: SiftedList) -> WrittenTournament:
    # The key covers the input as typed: the current entrants decide how much of it is entered.
    return desk.do(entries.enter(sifted.everybody if form.namesake.data else sifted.free, asked=form_input.form_content()))


def _problem_values(desk: DeskContext, parsed: ParsedList, sifted: SiftedList) -> dict[str, Any]:
    """Return the problems line by line, and the ways to continue."""
    each = entry_validation.seats_each(desk.board)
    lines = [entry_lists.problem_text(t(), one, each) for one in sifted.problems]
    alone = len(parsed.entries) + len(parsed.problems) == 1 and sifted.problems[0].line == 0
    apart = entry_validation.number_namesakes(desk.board, sifted.everybody) if len(sifted.everybody) > len(sifted.free) else []
    return {
        "problem": lines[0] if alone else _("Some lines need a correction. No one was entered yet."),
        "problems": () if alone else lines,
        "rest": len(sifted.free),
        "alone": sum(one.code == "alone" for one in sifted.problems),
        "everybody": len(sifted.everybody),
        "namesakes": _numbered_names(sifted, apart),
    }


def _numbered_names(sifted: SiftedList, apart: list[dict[str, Any]]) -> list[str]:
    """Return the names with numbers that namesakes would get."""
    names = []
    for entry, other in zip(sifted.everybody, apart, strict=False):
        before = {*entry.get("players", ()), entry.get("name")}
        names += [name for name in (*other.get("players", ()), other.get("name")) if name and name not in before]
    return names


def _bye_warning(board: Board, late: Sequence[str]) -> str:
    """Return a sentence if a late entrant has, or is likely to get, the bye of the next round."""
    number, error = board.tournament.next_number, board.next_error
    if error is None:
        names = [board.name_of(i) for i in next_round(board.tournament).byes if i in late]
        facts = {"names": ", ".join(names), "n": number}
        warning = _("%(names)s: bye in round %(n)s, because the number is odd.", **facts)
        return f" {warning}" if names else ""
    present_count = sum(number not in e.byes for e in board.tournament.present(number))
    if error.code != "needs.results" or board.options.six_table or present_count % board.pairing.seats(board.options) == 0:
        return ""
    warning = _(
        "Odd number: the late entry will probably have the bye in round %(n)s.",
        n=number,
    )
    return f" {warning}"


def _entered_response(desk: DeskContext, written: WrittenTournament, sifted: SiftedList, form: EnterForm) -> Response:
    """Return to the list with a message about the new entrants and the skipped lines."""
    entered = [value for part, value in written.change.after.items() if part.startswith("entrant/")]
    names = [value["name"] for value in entered]
    one = _("Entered: %(name)s.", name=names[0])
    text = one if len(names) == 1 else ngettext("%(num)s entered.", "%(num)s entered.", len(names))
    if written.board.rounds and not all(value.get("seeks_partner") for value in entered):
        text += " " + _("They play from round %(n)s on.", n=len(written.board.rounds) + 1)
        text += _bye_warning(written.board, [value["id"] for value in entered if not value.get("waiting")])
    if any(value.get("seeks_partner") for value in entered):
        text += " " + _("Singles wait for a partner.")
    left = [one for one in sifted.problems if not (form.namesake.data and one.namesake)]
    if left:
        each = entry_validation.seats_each(written.board)
        text += " " + _("Left out:") + " " + " ".join(entry_lists.problem_text(t(), one, each) for one in left[:LEFT_OUT])
        if len(left) > LEFT_OUT:
            text += " " + ngettext("and %(num)s more line", "and %(num)s more lines", len(left) - LEFT_OUT)
    announce(text, written.change.revision)
    return redirect_to(desk.url("desk_entrants.show", _anchor="enter"))


@blueprint.post("/file")
@signed_in
def table(tournament_id: int) -> Response:
    """Show the table again with the chosen columns, or enter its entrants."""
    desk = open_desk(tournament_id)
    form = TableForm.from_post()
    each = entry_validation.seats_each(desk.board)
    with report_refusals(desk.url("desk_entrants.show"), lambda error: entrants_page(desk, 422, problem=refusal_message(error))):
        if before := entries.entered_before(desk.access, desk.key, form_input.form_content()):
            return _entered_response(desk, before, NO_ENTRIES, form)
        separator = form.separator.data or form.read_by.data
        sheet = entry_sheets.read(form.table.data, entry_sheets.SEPARATOR_NAMES.get(separator, ""))
        known = entry_sheets.choices(each)
        understood = entry_sheets.recognize_columns(sheet, each)
        if separator != form.read_by.data:
            return _sheet_page(desk, sheet, understood)  # other columns, not checked yet
        roles = form.role.first(sheet.width)
        heads = (understood.heads or 1) if form.heads.data else 0
        columns = SheetColumns(tuple(role if role in known else "" for role in roles), heads)
        sifted = entry_lists.sift_list(desk.board, entry_sheets.entries(sheet, columns, each))
        looking = form_input.pressed_button() == "look"
        if looking or (sifted.problems and not _is_decided(form, sifted)):
            return _sheet_page(desk, sheet, columns, 200 if looking else 422)
        written = _enter(desk, form, sifted)
    return _entered_response(desk, written, sifted, form)


def _sheet_page(desk: DeskContext, sheet: EntrySheet, columns: SheetColumns, status: int = 200) -> Response:
    """Return the page that shows a table's columns and the entrants found."""
    each = entry_validation.seats_each(desk.board)
    parsed = entry_sheets.entries(sheet, columns, each)
    sifted = entry_lists.sift_list(desk.board, parsed)
    columns_now = _columns(sheet, columns)
    page_values = {
        "sheet": sheet,
        "heads": bool(columns.heads),
        "separators": [(name, _separator(name)) for name in entry_sheets.SEPARATOR_NAMES],
        "separator": next(name for name, sign in entry_sheets.SEPARATOR_NAMES.items() if sign == sheet.separator),
        "columns": columns_now,
        "left_out": [name for name, role, cells in columns_now if not role and cells],
        "roles": [("", _("left out")), *((role, _role(role, each)) for role in entry_sheets.choices(each))],
        "entries": [entry.get("name") or " & ".join(entry["players"]) for entry in sifted.free],
        "seeds": [entry.get("seed") for entry in sifted.free],
        **(
            _problem_values(desk, parsed, sifted)
            if sifted.problems
            else {"problems": (), "rest": len(sifted.free), "namesakes": ()}
        ),
    }
    return page("tournaments/desk/entrants/sheet_preview.html", desk, status, **page_values)


def _separator(name: str) -> str:
    return {"tab": _("Tab"), "semicolon": _("Semicolon (;)"), "bar": _("Bar (|)"), "comma": _("Comma (,)")}[name]


def _columns(sheet: EntrySheet, columns: SheetColumns) -> list[tuple[str, str, list[str]]]:
    """Return each column's name, role and sample cells."""
    listed = []
    heads = sheet.rows[columns.heads - 1][1] if sheet.rows and columns.heads else ()
    body = EntrySheet(sheet.rows[columns.heads :], sheet.text)
    for place, role in enumerate(columns.roles):
        cells = body.column(place)
        name = heads[place] if place < len(heads) and heads[place] else _("Column %(n)s", n=place + 1)
        listed.append((name, role, cells[:SAMPLES]))
    return listed


def _role(role: str, each: int) -> str:
    part, _dash, n = role.partition("-")
    if part == "seed":
        return _("Seed")
    if part == "entrant":
        return _("The pair, or its name") if each == 2 else _("The team, or its name")
    if each == 1:
        return {"player": _("Name"), "first": _("First name"), "last": _("Surname")}[part]
    titles = {
        "player": _("Player %(n)s", n=n),
        "first": _("Player %(n)s: first name", n=n),
        "last": _("Player %(n)s: surname", n=n),
    }
    return titles[part]


@blueprint.get("/example.csv")
@signed_in
def example(tournament_id: int) -> Response:
    """Return a sample table with headings, to be filled in."""
    desk = open_desk(tournament_id)
    each = entry_validation.seats_each(desk.board)
    heads = [text for n in range(1, each + 1) for text in (_last(n, each), _first(n, each))]
    people = [
        ("Robichaud", "Aline"),
        ("LeBlanc", "Denis"),
        ("Haché", "Rosa"),
        ("Doiron", "Edgar"),
        ("Roy", "Luc"),
        ("Côté", "Anne"),
    ]
    rows = [[cell for name in people[k : k + each] for cell in name] for k in range(0, 2 * each, each)]
    lines = [[*heads, _("Seed")], *[[*row, str(n)] for n, row in enumerate(rows, 1)]]
    return make_table_download(lines, [_("Example of a list")], "csv", "", language())


def _last(n: int, each: int) -> str:
    return _("Surname") if each == 1 else _("Surname %(n)s", n=n)


def _first(n: int, each: int) -> str:
    return _("First name") if each == 1 else _("First name %(n)s", n=n)
