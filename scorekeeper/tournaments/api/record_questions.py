"""API endpoints for questions about a tournament record, as in the command line. Nothing is stored."""

from __future__ import annotations

from typing import Any

from flask import Response

from scorekeeper.base.api import answers, requests
from scorekeeper.base.api.operations import operation
from scorekeeper.base.i18n import t as request_t
from scorekeeper.clubs.api import requests as club_requests
from scorekeeper.tournaments.actions import record_answers
from scorekeeper.wording.marks import N_

_READ: dict[str, Any] = {"tag": "records", "access": "club.read", "body": "TournamentRecord"}


@operation(
    "POST",
    "/records/pair",
    summary=N_("Pair the next round of a record"),
    about=N_("With the reason for every table; of a knock-out the bracket too."),
    answers={200: "PairedRound"},
    **_READ,
)
def pair_record() -> Response:
    club_requests.me()
    return answers.respond(record_answers.paired(request_t(), requests.body()))


@operation(
    "POST",
    "/records/schedule",
    summary=N_("Make all rounds of a record at once"),
    about=N_("Of a round robin, a rotation or a Mitchell, with how evenly partners and opponents mix."),
    answers={200: "Schedule"},
    **_READ,
)
def schedule_record() -> Response:
    club_requests.me()
    return answers.respond(record_answers.scheduled(request_t(), requests.body()))


@operation(
    "POST",
    "/records/standings",
    summary=N_("Rank the entrants of a record"),
    about=N_("Every column of the tie-breaks, and which of them separated each line from the one above."),
    answers={200: "RankedRecord"},
    **_READ,
)
def rank_record() -> Response:
    club_requests.me()
    return answers.respond(record_answers.ranked(request_t(), requests.body()))


@operation(
    "POST",
    "/records/check",
    summary=N_("Check a record"),
    about=N_("With code that the pairing does not use; standings and brackets that come with it are worked out again."),
    answers={200: "TournamentCheck"},
    **_READ,
)
def check_record() -> Response:
    club_requests.me()
    return answers.respond(record_answers.checked(request_t(), requests.body()))
