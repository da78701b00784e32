"""API endpoints for standings, cross-table, bracket and report, and for an independent check of them all."""

from __future__ import annotations

from typing import Any

from flask import Response

from scorekeeper.base.api import answers, requests
from scorekeeper.base.api.operations import operation
from scorekeeper.base.i18n import t as request_t
from scorekeeper.codec.declared import drawn, dump
from scorekeeper.codec.tournament_answers import bracket_json, check_json
from scorekeeper.tournament.check import check
from scorekeeper.tournament.words import problem_text
from scorekeeper.tournaments.actions import live
from scorekeeper.tournaments.actions.cross import cross_table
from scorekeeper.tournaments.actions.record_answers import stuck_in
from scorekeeper.tournaments.actions.rounds import WEIGHED
from scorekeeper.tournaments.actions.shown_board import load_shown
from scorekeeper.tournaments.api import answers as tournament_answers
from scorekeeper.tournaments.api import requests as tournament_requests
from scorekeeper.tournaments.api import standing_models
from scorekeeper.wording.marks import N_

_PUBLIC: dict[str, Any] = {"tag": "standings", "access": "club.public"}


@operation(
    "GET",
    "/tournaments/{tournament}/standings",
    summary=N_("Read the standings"),
    about=N_(
        "With `live`, as if every match on the pad ended as it stands now. `counts` is false for entrants who left a round robin"
        " early and whose results do not count."
    ),
    query=("live",),
    answers={200: "TournamentStandings", 304: None},
    **_PUBLIC,
)
def read_standings(tournament: int) -> Response:
    access = tournament_requests.as_shown(tournament)
    board = load_shown(access)
    if not requests.flag("live"):
        etag = tournament_answers.etag_of(access, board)
        return answers.unchanged(etag) or answers.respond(tournament_answers.standings(board, board.standings), etag=etag)
    stamp = live.stamp(access, board.current.number if board.current else None)
    etag = tournament_answers.etag_of(access, board, f"live{stamp}")
    if (same := answers.unchanged(etag)) is not None:
        return same
    rows = live.standings(board, live.of_round(access, board))
    return answers.respond(tournament_answers.standings(board, rows), etag=etag)


@operation(
    "GET",
    "/tournaments/{tournament}/cross-table",
    summary=N_("Read the cross-table"),
    about=N_("Where `square`, a column for each line; else one for each round. A cell is null where nothing was played."),
    answers={200: "CrossTable", 304: None},
    **_PUBLIC,
)
def read_cross_table(tournament: int) -> Response:
    access = tournament_requests.as_shown(tournament)
    board = load_shown(access)
    etag = tournament_answers.etag_of(access, board)
    if (same := answers.unchanged(etag)) is not None:
        return same
    found = cross_table(board)
    return answers.respond(drawn(standing_models.CrossTable, found, revision=board.revision), etag=etag)


@operation(
    "GET",
    "/tournaments/{tournament}/bracket",
    summary=N_("Read the bracket"),
    about=N_("Null where there is none. A match says where its two sides come from: a seed, a winner or a loser of another."),
    answers={200: "TournamentBracket"},
    **_PUBLIC,
)
def read_bracket(tournament: int) -> Response:
    bracket = load_shown(tournament_requests.as_shown(tournament)).bracket
    return answers.respond(standing_models.TournamentBracket(None if bracket is None else bracket_json(bracket)))


@operation(
    "GET",
    "/tournaments/{tournament}/report",
    summary=N_("Read the report"),
    about=N_("The whole tournament: what it was, who won, prizes, standings, every round. Final once it is finished."),
    answers={200: "Report", 304: None},
    **_PUBLIC,
)
def read_report(tournament: int) -> Response:
    access = tournament_requests.as_shown(tournament)
    board = load_shown(access)
    etag = tournament_answers.etag_of(access, board)
    if (same := answers.unchanged(etag)) is not None:
        return same
    rows = tournament_answers.standings(board, board.standings).standings if board.rounds else []
    body = drawn(
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
    return answers.respond(body, etag=etag)


@operation(
    "GET",
    "/tournaments/{tournament}/check",
    tag="standings",
    access="club.read",
    summary=N_("Check the tournament"),
    about=N_(
        "Looks over every round and result again, with code that the pairing does not use. With more than 200 entrants a Swiss"
        " round is not weighed over every possible pair, which takes a quarter of a minute: the command line does that."
    ),
    answers={200: "TournamentCheck"},
)
def check_tournament(tournament: int) -> Response:
    board = load_shown(tournament_requests.tournament(tournament))
    problems = check(board.tournament, most=WEIGHED)
    stuck = None if problems else stuck_in(request_t(), board.tournament)
    return answers.respond(check_json(problems, lambda p: problem_text(request_t(), p, board.names), stuck))
