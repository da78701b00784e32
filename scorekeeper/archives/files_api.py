"""File operations of the API: tournament records, tables as CSV, and club archives."""

from __future__ import annotations

from flask import Response, request, url_for

from scorekeeper.archives import export, restore, unpacking
from scorekeeper.clubs.api import authorization as club_requests
from scorekeeper.clubs.api import responses as club_answers
from scorekeeper.core.api import requests, responses
from scorekeeper.core.api.operations import operation
from scorekeeper.core.api.problems import RequestProblem
from scorekeeper.core.http.downloads import CSV, XLSX, make_download, make_table_download
from scorekeeper.core.i18n.translation import t as request_t
from scorekeeper.core.refusals import NotFound, Refusal
from scorekeeper.messages.marks import N_
from scorekeeper.tournaments.api import authorization as tournament_requests
from scorekeeper.tournaments.api import responses as tournament_answers
from scorekeeper.tournaments.api.command_handler import COMMAND_OPTIONS, run_command
from scorekeeper.tournaments.commands import authorization as tournament_entrance
from scorekeeper.tournaments.commands.entrants import entries, entry_lists, entry_sheets
from scorekeeper.tournaments.commands.files import record_import, spreadsheets
from scorekeeper.tournaments.commands.redacted_view import load_redacted
from scorekeeper.tournaments.commands.setup import entry_validation

ZIP = "application/zip"
MOST_RECORD = 8 * 2**20


@operation(
    "GET",
    "/tournaments/{tournament}/record",
    tag="files",
    access="club.public",
    summary="Export a tournament",
    about="Returns the tournament file, which other servers and the command line can import.",
    answers={200: "TournamentRecord"},
)
def export_tournament(tournament: int) -> Response:
    response = responses.respond(load_redacted(tournament_requests.desk_or_public(tournament)).record_json())
    response.headers["Content-Disposition"] = f'attachment; filename="tournament-{tournament}.json"'
    return response


@operation(
    "POST",
    "/clubs/{club}/records",
    tag="files",
    access="club.direct",
    summary="Import a tournament",
    about="Takes a tournament file of up to 8 MiB and adds the tournament to the club.",
    query=("day", "status:record"),
    headers=("key?",),
    body="TournamentRecord",
    answers={201: "Tournament"},
)
def bring_in_tournament(club: int) -> Response:
    access = club_requests.club(club, "direct")
    record = requests.body(most=MOST_RECORD)
    about = {"day": request.args.get("day", "")}
    status, uuid = request.args.get("status", ""), requests.optional_key()
    asked = [request.args.get("day")]
    made = tournament_entrance.desk(
        record_import.bring_in(access, record, about, status=status, uuid=uuid, asked=asked), access.account
    )
    response = responses.respond(tournament_answers.tournament(made, load_redacted(made)), 201)
    response.headers["Location"] = url_for("api.read_tournament", tournament=made.tournament_id)
    return response


@operation(
    "GET",
    "/tournaments/{tournament}/csv/{sheet}",
    tag="files",
    access="club.public",
    summary="Export a tournament table as CSV",
    about="Exports entrants, results or standings. Headings are in the language of the request.",
    gives=CSV,
    answers={200: CSV},
)
def export_csv(tournament: int, sheet: str) -> Response:
    return _export_table(tournament, sheet, "csv")


@operation(
    "GET",
    "/tournaments/{tournament}/xlsx/{sheet}",
    tag="files",
    access="club.public",
    summary="Export a tournament table for Excel",
    about="Same columns as the CSV, in an .xlsx workbook.",
    gives=XLSX,
    answers={200: XLSX},
)
def export_workbook(tournament: int, sheet: str) -> Response:
    return _export_table(tournament, sheet, "xlsx")


def _export_table(tournament: int, sheet: str, kind: str) -> Response:
    board = load_redacted(tournament_requests.desk_or_public(tournament))
    if sheet not in spreadsheets.TABLES:
        raise NotFound("file.sheet")
    rows, title = spreadsheets.TABLES[sheet](board, request_t()), spreadsheets.title(sheet, request_t())
    return make_table_download(rows, [board.name, board.about.day, sheet], kind, title)


@operation(
    "POST",
    "/tournaments/{tournament}/entrants/csv",
    tag="files",
    access="club.direct",
    summary="Import entrants from CSV",
    about=(
        "One entrant per line, with or without headings (name, player, first name, surname, seed). Any invalid line stops"
        " the import; `problems` lists them."
    ),
    query=("separator",),
    takes=CSV,
    body=CSV,
    **COMMAND_OPTIONS,
)
def enter_csv(tournament: int) -> Response:
    access = tournament_requests.tournament(tournament, "direct")
    board = load_redacted(access)
    each = entry_validation.seats_each(board)
    sheet = _read_list(requests.file(CSV, 4 * entry_lists.MOST_CHARACTERS), each)
    # On a retry with the same key, the entrants are in the list already, so only unreadable lines count as problems.
    problems = sheet.problems if requests.optional_key() in board.log.uuids else entry_lists.sift_list(board, sheet).problems
    if problems:
        t = request_t()
        raise RequestProblem(422, "list.lines", reasons=[entry_lists.problem_text(t, one, each) for one in problems])
    return run_command(access, entries.enter, sheet.entries)


def _read_list(data: bytes, players: int) -> entry_lists.ParsedList:
    """Parse a list with the requested separator. Raises RequestProblem `list.ambiguous` if several separators fit."""
    name = requests.choice("separator", entry_sheets.SEPARATOR_NAMES, "")
    if name:
        return entry_sheets.parse(data, players, entry_sheets.SEPARATOR_NAMES[name])
    readings = entry_sheets.possible_readings(data, players)
    if len(readings) > 1 or entry_sheets.ignores_name_column(data, players):
        raise RequestProblem(
            422, "list.ambiguous", reasons=[f"{way}: {entry_lists.people(one)}" for way, one in readings.items()]
        )
    return entry_sheets.parse(data, players)


@operation(
    "GET",
    "/clubs/{club}/archive",
    tag="files",
    access="club.organise",
    summary="Export a club",
    about=(
        "Returns a ZIP archive of players, tournaments, table games and leagues, with their history. Accounts are not included."
    ),
    gives=ZIP,
    answers={200: ZIP},
)
def export_club(club: int) -> Response:
    access = club_requests.club(club, "organise")
    return make_download(export.export_club(access), [access.name, request_t()(N_("archive"))], "zip")


@operation(
    "POST",
    "/archives",
    tag="files",
    access="club.organise",
    summary="Import a club",
    about="Adds the club to the signed-in account; a token cannot create clubs. If the club is already here, set `beside`.",
    query=("beside", "name:club"),
    takes=ZIP,
    body=ZIP,
    answers={201: "Club"},
)
def bring_in_club() -> Response:
    account = club_requests.organiser()
    archive = restore.check_archive(account, requests.file(ZIP, unpacking.MOST_PACKED))
    if not requests.flag("beside") and restore.find_existing_clubs(account, archive):
        raise Refusal("archive.here")
    made = restore.import_club(account, archive, name=request.args.get("name"))
    return responses.respond(club_answers.club(made), 201)
