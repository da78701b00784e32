"""API endpoints for a table's link: read the match, report, confirm or dispute a result, open the pad."""

from __future__ import annotations

from flask import Response, url_for

from scorekeeper.core.api import requests, responses
from scorekeeper.core.api.operations import operation
from scorekeeper.core.http.site_root import rooted
from scorekeeper.games.commands.sharing import share_links
from scorekeeper.tournaments.api import authorization as tournament_requests
from scorekeeper.tournaments.api import responses as tournament_answers
from scorekeeper.tournaments.api import round_models
from scorekeeper.tournaments.api.command_handler import COMMAND_OPTIONS, run_command
from scorekeeper.tournaments.api.request_models import FirstDealer, OwnSide, TableConfirmation, TableDispute, TableReport
from scorekeeper.tournaments.commands.live import live_games as tournament_live
from scorekeeper.tournaments.commands.redacted_view import load_redacted
from scorekeeper.tournaments.commands.results import table_reports

_TABLE = {"tag": "tables", "access": "table", **COMMAND_OPTIONS}


@operation(
    "GET",
    "/table",
    tag="tables",
    access="table",
    summary="Read your own table",
    about="The token is the table’s link. Includes the players, reports, live score and clock.",
    answers={200: "OwnTable", 304: None},
)
def read_own_table() -> Response:
    access = tournament_requests.table()
    board = load_redacted(access)
    table = table_reports.table_of(access, board)
    live = tournament_live.of_round(access, board, table.round, table.number).get(table.number)
    stamp = "" if live is None else ".".join(map(str, live.revisions))
    ticking = str(board.clock.left(tournament_answers.now())) if board.clock and board.clock.running else ""
    etag = tournament_answers.etag_of(access, board, f"{stamp}-{ticking}")
    if (same := responses.not_modified(etag)) is not None:
        return same
    body = round_models.OwnTable(
        board.revision,
        tournament_answers.brief(access, board),
        tournament_answers.match_json(board, table.round),
        tournament_answers.live_table(access, board, table, live),
        tournament_answers.clock(board.clock),
    )
    return responses.respond(body, etag=etag)


@operation(
    "PUT",
    "/table/report",
    summary="Report a result",
    about="Reports for one side. If both sides agree, the result counts; otherwise the desk decides.",
    query=("sure",),
    body="TableReport",
    **_TABLE,
)
def report_result() -> Response:
    access = tournament_requests.table()
    asked = requests.read(TableReport)
    return run_command(access, table_reports.report, asked.side, asked.result, sure=requests.flag("sure"))


@operation(
    "POST",
    "/table/confirm",
    summary="Confirm a result",
    about="Agrees with the other side’s report or the score on the pad. Refused if it differs from `seen`.",
    body="TableConfirmation",
    **_TABLE,
)
def confirm_result() -> Response:
    access = tournament_requests.table()
    asked = requests.read(TableConfirmation)
    return run_command(access, table_reports.confirm, asked.side, asked.seen)


@operation(
    "POST",
    "/table/dispute",
    summary="Call the desk to a table",
    about="Use this if a side disagrees with the result.",
    body="TableDispute",
    **_TABLE,
)
def dispute_result() -> Response:
    access = tournament_requests.table()
    asked = requests.read(TableDispute)
    return run_command(access, table_reports.dispute, asked.side, asked.note)


@operation(
    "POST",
    "/table/retract",
    summary="Withdraw a report or dispute",
    about="A report that already counts as the result cannot be withdrawn.",
    body="SideChoice",
    **_TABLE,
)
def retract_report() -> Response:
    access = tournament_requests.table()
    return run_command(access, table_reports.retract, requests.read(OwnSide).side)


@operation(
    "POST",
    "/table/game",
    tag="tables",
    access="table",
    summary="Open the match’s game on the pad",
    about="Creates the game on the first call and returns it on every later one. Record hands with `token`, as in any game.",
    body="FirstDealer",
    body_required=False,
    answers={200: "TableGame"},
)
def open_table_game() -> Response:
    access, device = tournament_requests.table(), tournament_requests.device()
    dealer = requests.read(FirstDealer, required=False).first_dealer
    game, token = table_reports.game_link(access, dealer)
    if device is not None:
        share_links.open_link(token, device)
    href = url_for("api.read_game", game=game)
    return responses.respond(round_models.TableGame(game, token, rooted(f"/games/{game}"), href))
