"""API endpoints for standings, cross-table, bracket and report, and for an independent check of them all."""

from __future__ import annotations

from typing import Any

from flask import Response

from scorekeeper.core.api import requests, responses
from scorekeeper.core.api.operations import operation
from scorekeeper.core.i18n.translation import t as request_t
from scorekeeper.formats.declared import copy_as, dump
from scorekeeper.formats.tournament_answers import bracket_json, check_json
from scorekeeper.pairing.verify.verify import check
from scorekeeper.pairing.words import problem_text
from scorekeeper.tournaments.api import authorization as tournament_requests
from scorekeeper.tournaments.api import responses as tournament_answers
from scorekeeper.tournaments.api import standing_models
from scorekeeper.tournaments.commands.cross_table import cross_table
from scorekeeper.tournaments.commands.files.record_answers import find_blockage
from scorekeeper.tournaments.commands.live import live_games
from scorekeeper.tournaments.commands.redacted_view import load_redacted
from scorekeeper.tournaments.commands.rounds.rounds import MOST_COMPARED

_PUBLIC: dict[str, Any] = {"tag": "standings", "access": "club.public"}


@operation(
    "GET",
    "/tournaments/{tournament}/standings",
    summary="Read the standings",
    about="`counts` is false for entrants who left a round robin early, if their results are ignored.",
    query=("live",),
    answers={200: "TournamentStandings", 304: None},
    **_PUBLIC,
)
def read_standings(tournament: int) -> Response:
    access = tournament_requests.desk_or_public(tournament)
    board = load_redacted(access)
    if not requests.flag("live"):
        etag = tournament_answers.etag_of(access, board)
        return responses.not_modified(etag) or responses.respond(tournament_answers.standings(board, board.standings), etag=etag)
    stamp = live_games.stamp(access, board.current.number if board.current else None)
    etag = tournament_answers.etag_of(access, board, f"live{stamp}")
    if (same := responses.not_modified(etag)) is not None:
        return same
    rows = live_games.standings(board, live_games.of_round(access, board))
    return responses.respond(tournament_answers.standings(board, rows), etag=etag)


@operation(
    "GET",
    "/tournaments/{tournament}/cross-table",
    summary="Read the cross-table",
    about="If `square` is true, columns are entrants; otherwise, rounds. Cells without a match are null.",
    answers={200: "CrossTable", 304: None},
    **_PUBLIC,
)
def read_cross_table(tournament: int) -> Response:
    access = tournament_requests.desk_or_public(tournament)
    board = load_redacted(access)
    etag = tournament_answers.etag_of(access, board)
    if (same := responses.not_modified(etag)) is not None:
        return same
    found = cross_table(board)
    return responses.respond(copy_as(standing_models.CrossTable, found, revision=board.revision), etag=etag)


@operation(
    "GET",
    "/tournaments/{tournament}/bracket",
    summary="Read the bracket",
    about=(
        "`bracket` is null if there is none. `from` says where each side comes from: a seed, or another match’s winner or loser."
    ),
    answers={200: "TournamentBracket"},
    **_PUBLIC,
)
def read_bracket(tournament: int) -> Response:
    bracket = load_redacted(tournament_requests.desk_or_public(tournament)).bracket
    return responses.respond(standing_models.TournamentBracket(None if bracket is None else bracket_json(bracket)))


@operation(
    "GET",
    "/tournaments/{tournament}/report",
    summary="Read the tournament report",
    about="Includes winners, prizes, standings and every round. `final` is true once the tournament is finished.",
    answers={200: "Report", 304: None},
    **_PUBLIC,
)
def read_report(tournament: int) -> Response:
    access = tournament_requests.desk_or_public(tournament)
    board = load_redacted(access)
    etag = tournament_answers.etag_of(access, board)
    if (same := responses.not_modified(etag)) is not None:
        return same
    rows = tournament_answers.standings(board, board.standings).standings if board.rounds else []
    body = copy_as(
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
    return responses.respond(body, etag=etag)


@operation(
    "GET",
    "/tournaments/{tournament}/check",
    tag="standings",
    access="club.read",
    summary="Check a tournament",
    about=(
        "Verifies rounds and results with independent code. Above 200 entrants, only the command line compares a Swiss"
        " round with every possible pairing."
    ),
    answers={200: "TournamentCheck"},
)
def check_tournament(tournament: int) -> Response:
    board = load_redacted(tournament_requests.tournament(tournament))
    problems = check(board.tournament, most=MOST_COMPARED)
    stuck = None if problems else find_blockage(request_t(), board.tournament)
    return responses.respond(check_json(problems, lambda p: problem_text(request_t(), p, board.names), stuck))
