"""API endpoints for a table's link: read the match, report, confirm or dispute a result, open the pad."""

from __future__ import annotations

from flask import Response, url_for

from scorekeeper.core.api import requests, responses
from scorekeeper.core.api.operations import OperationGroup
from scorekeeper.core.http.site_root import rooted
from scorekeeper.games.commands.sharing import share_links
from scorekeeper.tournaments.api import authorization as tournament_requests
from scorekeeper.tournaments.api import responses as tournament_answers
from scorekeeper.tournaments.api import round_models
from scorekeeper.tournaments.api.request_models import (
    FirstDealer,
    OwnSide,
    SideChoice,
    TableConfirmation,
    TableDispute,
    TableReport,
)
from scorekeeper.tournaments.commands.authorization import TournamentAccess
from scorekeeper.tournaments.commands.command import TournamentCommand
from scorekeeper.tournaments.commands.live import live_games as tournament_live
from scorekeeper.tournaments.commands.redacted_view import load_redacted
from scorekeeper.tournaments.commands.results import table_reports
from scorekeeper.tournaments.commands.snapshot import Board

_TABLE = OperationGroup("tables", "table", tournament_requests.table, {"board": load_redacted})


@_TABLE.get("/table", answers={200: round_models.OwnTable, 304: None})
def read_own_table(access: TournamentAccess, board: Board) -> Response:
    """Read your own table.

    The token is the table’s link. Includes the players, reports, live score and clock.
    """
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


@_TABLE.put("/table/report", query=("sure",))
def report_result(sent: TableReport) -> TournamentCommand:
    """Report a result.

    Reports for one side. If both sides agree, the result counts; otherwise the desk decides.
    """
    return table_reports.report(sent.side, sent.result, sure=requests.flag("sure"))


@_TABLE.post("/table/confirm")
def confirm_result(sent: TableConfirmation) -> TournamentCommand:
    """Confirm a result.

    Agrees with the other side’s report or the score on the pad. Refused if it differs from `seen`.
    """
    return table_reports.confirm(sent.side, sent.seen)


@_TABLE.post("/table/dispute")
def dispute_result(sent: TableDispute) -> TournamentCommand:
    """Call the desk to a table.

    Use this if a side disagrees with the result.
    """
    return table_reports.dispute(sent.side, sent.note)


@_TABLE.post("/table/retract", body=SideChoice)
def retract_report(sent: OwnSide) -> TournamentCommand:
    """Withdraw a report or dispute.

    A report that already counts as the result cannot be withdrawn.
    """
    return table_reports.retract(sent.side)


@_TABLE.post("/table/game", body_required=False)
def open_table_game(access: TournamentAccess, sent: FirstDealer) -> round_models.TableGame:
    """Open the match’s game on the pad.

    Creates the game on the first call and returns it on every later one. Record hands with `token`, as in any game.
    """
    device = tournament_requests.device()
    game, token = table_reports.game_link(access, sent.first_dealer)
    if device is not None:
        share_links.open_link(token, device)
    return round_models.TableGame(game, token, rooted(f"/games/{game}"), url_for("api.read_game", game=game))
