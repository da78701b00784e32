"""File operations of the API: tournament records, tables as CSV, and club archives."""

from __future__ import annotations

from flask import Response, request, url_for

from scorekeeper.archives import export, restore, unpacking
from scorekeeper.clubs.api import authorization as club_requests
from scorekeeper.clubs.api import clubs
from scorekeeper.clubs.api.authorization import club_operations
from scorekeeper.clubs.commands.accounts.accounts import Account
from scorekeeper.clubs.commands.members.members import ClubAccess
from scorekeeper.core.api import requests, responses
from scorekeeper.core.api.operations import OperationGroup
from scorekeeper.core.api.problems import RequestProblem
from scorekeeper.core.http.downloads import CSV, XLSX, make_download, make_table_download
from scorekeeper.core.i18n.translation import t as request_t
from scorekeeper.core.refusals import NotFound, Refusal
from scorekeeper.messages.marks import N_
from scorekeeper.tournaments.api import responses as tournament_answers
from scorekeeper.tournaments.api.authorization import tournament_operations
from scorekeeper.tournaments.commands import authorization as tournament_entrance
from scorekeeper.tournaments.commands.authorization import TournamentAccess
from scorekeeper.tournaments.commands.command import TournamentCommand
from scorekeeper.tournaments.commands.door.money_state import record_with_money
from scorekeeper.tournaments.commands.entrants import entries, entry_lists, entry_sheets
from scorekeeper.tournaments.commands.files import record_import, spreadsheets
from scorekeeper.tournaments.commands.redacted_view import load_redacted
from scorekeeper.tournaments.commands.setup import entry_validation
from scorekeeper.tournaments.commands.snapshot import Board

ZIP = "application/zip"
MOST_RECORD = 8 * 2**20

_PUBLIC = tournament_operations("files", "club.public")
_ORGANISE = club_operations("files", "club.organise")


@_PUBLIC.get("/tournaments/{tournament}/record", answers={200: "TournamentRecord"})
def export_tournament(access: TournamentAccess, board: Board, tournament: int) -> Response:
    """Export a tournament.

    Returns the tournament file, which other servers and the command line can import. Only the desk gets check-ins and payments.
    """
    response = responses.respond(record_with_money(board) if access.may("score") else board.record_json())
    response.headers["Content-Disposition"] = f'attachment; filename="tournament-{tournament}.json"'
    return response


@club_operations("files", "club.direct").post(
    "/clubs/{club}/records",
    query=("day", "status:record"),
    headers=("key?",),
    body="TournamentRecord",
    answers={201: "Tournament"},
)
def bring_in_tournament(access: ClubAccess) -> Response:
    """Import a tournament.

    Takes a tournament file of up to 8 MiB and adds the tournament to the club.
    """
    record = requests.body(most=MOST_RECORD)
    about = {"day": request.args.get("day", "")}
    status, uuid = request.args.get("status", ""), requests.optional_key()
    key_content = [request.args.get("day")]
    tournament_access = tournament_entrance.desk(
        record_import.bring_in(access, record, about, status=status, uuid=uuid, asked=key_content), access.account
    )
    response = responses.respond(tournament_answers.tournament(tournament_access, load_redacted(tournament_access)), 201)
    response.headers["Location"] = url_for("api.read_tournament", tournament=tournament_access.tournament_id)
    return response


@_PUBLIC.get("/tournaments/{tournament}/csv/{sheet}", gives=CSV)
def export_csv(board: Board, sheet: str) -> Response:
    """Export a tournament table as CSV.

    Exports entrants, results or standings. Headings are in the language of the request.
    """
    return _export_table(board, sheet, "csv")


@_PUBLIC.get("/tournaments/{tournament}/xlsx/{sheet}", gives=XLSX)
def export_workbook(board: Board, sheet: str) -> Response:
    """Export a tournament table for Excel.

    Same columns as the CSV, in an .xlsx workbook.
    """
    return _export_table(board, sheet, "xlsx")


def _export_table(board: Board, sheet: str, kind: str) -> Response:
    if sheet not in spreadsheets.TABLES:
        raise NotFound("file.sheet")
    rows, title = spreadsheets.TABLES[sheet](board, request_t()), spreadsheets.title(sheet, request_t())
    return make_table_download(rows, [board.name, board.about.day, sheet], kind, title)


@tournament_operations("files", "club.direct").post(
    "/tournaments/{tournament}/entrants/csv", query=("separator",), takes=CSV, body=CSV
)
def enter_csv(board: Board) -> TournamentCommand:
    """Import entrants from CSV.

    One entrant per line, with or without headings (name, player, first name, surname, seed). Any invalid line stops the import;
    `problems` lists them.
    """
    each = entry_validation.seats_each(board)
    sheet = _read_list(requests.file(CSV, 4 * entry_lists.MOST_CHARACTERS), each)
    # On a retry with the same key, the entrants are in the list already, so only unreadable lines count as problems.
    problems = sheet.problems if requests.optional_key() in board.log.uuids else entry_lists.sift_list(board, sheet).problems
    if problems:
        t = request_t()
        raise RequestProblem(422, "list.lines", reasons=[entry_lists.problem_text(t, one, each) for one in problems])
    return entries.enter(sheet.entries)


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


@_ORGANISE.get("/clubs/{club}/archive", gives=ZIP)
def export_club(access: ClubAccess) -> Response:
    """Export a club.

    Returns a ZIP archive of players, tournaments, table games and leagues, with their history. Accounts are not included.
    """
    return make_download(export.export_club(access), [access.name, request_t()(N_("archive"))], "zip")


@OperationGroup("files", "club.organise", club_requests.organiser).post(
    "/archives", status=201, query=("beside", "name:club"), takes=ZIP, body=ZIP
)
def bring_in_club(access: Account) -> clubs.Club:
    """Import a club.

    Adds the club to the signed-in account; a token cannot create clubs. If the club is already here, set `beside`.
    """
    archive = restore.check_archive(access, requests.file(ZIP, unpacking.MOST_PACKED))
    if not requests.flag("beside") and restore.find_existing_clubs(access, archive):
        raise Refusal("archive.here")
    imported_club = restore.import_club(access, archive, name=request.args.get("name"))
    return clubs.club_answer(imported_club)
