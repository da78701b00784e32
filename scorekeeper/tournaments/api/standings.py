"""API endpoints for standings, cross-table, bracket and report, and for an independent check of them all."""

from __future__ import annotations

from typing import Any

from flask import Response

from scorekeeper.core.api import requests, responses
from scorekeeper.core.i18n.translation import t as request_t
from scorekeeper.formats.declared import copy_as, dump
from scorekeeper.formats.tournament_answers import bracket_json, check_json
from scorekeeper.pairing.verify.verify import check
from scorekeeper.pairing.words import problem_text
from scorekeeper.tournaments.api import responses as tournament_answers
from scorekeeper.tournaments.api import standing_models
from scorekeeper.tournaments.api.authorization import tournament_operations
from scorekeeper.tournaments.commands.authorization import TournamentAccess
from scorekeeper.tournaments.commands.cross_table import cross_table
from scorekeeper.tournaments.commands.files.record_answers import find_blockage
from scorekeeper.tournaments.commands.live import live_games
from scorekeeper.tournaments.commands.rounds.rounds import MOST_COMPARED
from scorekeeper.tournaments.commands.snapshot import Board

_PUBLIC = tournament_operations("standings", "club.public")
_READ = tournament_operations("standings", "club.read")


@_PUBLIC.get(
    "/tournaments/{tournament}/standings", query=("live",), answers={200: standing_models.TournamentStandings, 304: None}
)
def read_standings(access: TournamentAccess, board: Board) -> Response:
    """Read the standings.

    `counts` is false for entrants who left a round robin early, if their results are ignored.
    """
    if not requests.flag("live"):
        etag = tournament_answers.etag_of(access, board)
        return responses.not_modified(etag) or responses.respond(tournament_answers.standings(board, board.standings), etag=etag)
    stamp = live_games.stamp(access, board.current.number if board.current else None)
    etag = tournament_answers.etag_of(access, board, f"live{stamp}")
    if (same := responses.not_modified(etag)) is not None:
        return same
    rows = live_games.standings(board, live_games.of_round(access, board))
    return responses.respond(tournament_answers.standings(board, rows), etag=etag)


@_PUBLIC.get("/tournaments/{tournament}/cross-table", etag=tournament_answers.etag_of)
def read_cross_table(board: Board) -> standing_models.CrossTable:
    """Read the cross-table.

    If `square` is true, columns are entrants; otherwise, rounds. Cells without a match are null.
    """
    return copy_as(standing_models.CrossTable, cross_table(board), revision=board.revision)


@_PUBLIC.get("/tournaments/{tournament}/bracket")
def read_bracket(board: Board) -> standing_models.TournamentBracket:
    """Read the bracket.

    `bracket` is null if there is none. `from` says where each side comes from: a seed, or another match’s winner or loser.
    """
    return standing_models.TournamentBracket(None if board.bracket is None else bracket_json(board.bracket))


@_PUBLIC.get("/tournaments/{tournament}/report", etag=tournament_answers.etag_of)
def read_report(access: TournamentAccess, board: Board) -> standing_models.FinalReport:
    """Read the tournament report.

    Includes winners, prizes, standings and every round. `final` is true once the tournament is finished.
    """
    rows = tournament_answers.standings(board, board.standings).standings if board.rounds else []
    return copy_as(
        standing_models.FinalReport,
        board,
        final=board.status == "finished",
        about=dump(board.about),
        setup=dump(board.setup),
        entrants=board.playing,
        winners=[row for row in rows if row["rank"] == 1],
        standings=rows,
        rounds=[tournament_answers.round_of(access, board, one) for one in board.rounds],
    )


@_READ.get("/tournaments/{tournament}/check", answers={200: "TournamentCheck"})
def check_tournament(board: Board) -> dict[str, Any]:
    """Check a tournament.

    Verifies rounds and results with independent code. Above 200 entrants, only the command line compares a Swiss round with every
    possible pairing.
    """
    problems = check(board.tournament, most=MOST_COMPARED)
    stuck = None if problems else find_blockage(request_t(), board.tournament)
    return check_json(problems, lambda p: problem_text(request_t(), p, board.names), stuck)
