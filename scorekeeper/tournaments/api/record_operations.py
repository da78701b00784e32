"""API endpoints for questions about a tournament record, as in the command line. Nothing is stored."""

from __future__ import annotations

from typing import Any

from flask import Response

from scorekeeper.clubs.api import authorization as club_requests
from scorekeeper.core.api import requests, responses
from scorekeeper.core.api.operations import operation
from scorekeeper.core.i18n.translation import t as request_t
from scorekeeper.tournaments.commands.files import record_answers

_READ: dict[str, Any] = {"tag": "records", "access": "club.read", "body": "TournamentRecord"}


@operation(
    "POST",
    "/records/pair",
    summary="Pair a tournament file’s next round",
    about="Includes the reason for each table, and the bracket of a knock-out.",
    answers={200: "PairedRound"},
    **_READ,
)
def pair_record() -> Response:
    club_requests.client_account()
    return responses.respond(record_answers.pair_record(request_t(), requests.body()))


@operation(
    "POST",
    "/records/schedule",
    summary="Schedule all rounds of a tournament file",
    about="Works for round robins, rotations and Mitchell movements. Shows how evenly partners and opponents mix.",
    answers={200: "Schedule"},
    **_READ,
)
def schedule_record() -> Response:
    club_requests.client_account()
    return responses.respond(record_answers.schedule_record(request_t(), requests.body()))


@operation(
    "POST",
    "/records/standings",
    summary="Rank a tournament file’s entrants",
    about="Includes every tie-break, and which one separates each line from the line above.",
    answers={200: "RankedRecord"},
    **_READ,
)
def rank_record() -> Response:
    club_requests.client_account()
    return responses.respond(record_answers.rank_record(request_t(), requests.body()))


@operation(
    "POST",
    "/records/check",
    summary="Check a tournament file",
    about="Uses code that is independent of the pairing code. Recalculates the standings and brackets in the file.",
    answers={200: "TournamentCheck"},
    **_READ,
)
def check_record() -> Response:
    club_requests.client_account()
    return responses.respond(record_answers.check_record(request_t(), requests.body()))
