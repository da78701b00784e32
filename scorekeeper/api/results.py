"""Results at the desk: entered, corrected, accepted, taken away; what a correction would change, told first."""

from __future__ import annotations

from typing import Any

from flask import Response

from scorekeeper.api import answers, club_requests, requests
from scorekeeper.api.acts import WRITES, act
from scorekeeper.api.operations import operation
from scorekeeper.codec.tournament_answers import consequences_json
from scorekeeper.wording.marks import N_
from scorekeeper.workflows import club_results

_SCORE: dict[str, Any] = {"tag": "results", "access": "club.score", **WRITES}
_TABLE = "/tournaments/{tournament}/rounds/{round}/tables/{table}"


@operation(
    "PUT",
    f"{_TABLE}/result",
    summary=N_("Enter a result"),
    about=N_(
        "Or correct one: earlier rounds by a director. A dispute at the table is decided by it. Where the table itself has told"
        " another result, the answer is 409 `result.overrules` with both, unless it is sent with `overrule`."
    ),
    query=("repair", "overrule"),
    body="TableResult",
    **_SCORE,
)
def enter_result(tournament: int, round: int, table: int) -> Response:  # noqa: A002 (the name in the address)
    way, repair = club_requests.tournament(tournament, "score"), requests.flag("repair")
    return act(way, club_results.enter, round, table, requests.body(), repair=repair, overrule=requests.flag("overrule"))


@operation(
    "DELETE",
    f"{_TABLE}/result",
    summary=N_("Take a result away"),
    about=N_("The table is being played again."),
    query=("repair",),
    **_SCORE,
)
def clear_result(tournament: int, round: int, table: int) -> Response:  # noqa: A002
    way, repair = club_requests.tournament(tournament, "score"), requests.flag("repair")
    return act(way, club_results.clear, round, table, repair=repair)


@operation(
    "POST",
    f"{_TABLE}/accept",
    summary=N_("Accept a report as the result"),
    about=N_("Where there are two versions, that of the side that is named."),
    body="SideChoice",
    body_required=False,
    **_SCORE,
)
def accept_report(tournament: int, round: int, table: int) -> Response:  # noqa: A002
    way = club_requests.tournament(tournament, "score")
    asked = requests.object_body("side", required=False)
    side = club_requests.whole(asked, "side") if "side" in asked else None
    return act(way, club_results.accept, round, table, side)


@operation(
    "POST",
    f"{_TABLE}/consequences",
    tag="results",
    access="club.score",
    summary=N_("Tell what a correction would change"),
    about=N_(
        "Standings, later pairings, knock-out matches; nothing is recorded. Without a body: what taking the result away would."
        " Where `can_repair` says so, the correction may be sent with `repair`."
    ),
    body="TableResult",
    body_required=False,
    answers={200: "Consequences"},
)
def preview_result(tournament: int, round: int, table: int) -> Response:  # noqa: A002
    way = club_requests.tournament(tournament, "score")
    found = club_results.consequences(way, round, table, requests.body(required=False))
    return answers.respond(consequences_json(found))
