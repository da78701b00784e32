"""API endpoints for results at the desk: enter, correct, accept, remove, and preview a correction."""

from __future__ import annotations

from typing import Any

from flask import Response

from scorekeeper.base.api import answers, requests
from scorekeeper.base.api.declared import LEFT_OUT
from scorekeeper.base.api.operations import operation
from scorekeeper.codec.declared import drawn
from scorekeeper.tournaments.actions import choices, results
from scorekeeper.tournaments.actions.board import load
from scorekeeper.tournaments.api import answers as tournament_answers
from scorekeeper.tournaments.api import requests as tournament_requests
from scorekeeper.tournaments.api import standing_models
from scorekeeper.tournaments.api.acts import WRITES, act
from scorekeeper.tournaments.api.questions import SideChoice
from scorekeeper.wording.marks import N_

_SCORE: dict[str, Any] = {"tag": "results", "access": "club.score", **WRITES}
_TABLE = "/tournaments/{tournament}/rounds/{round}/tables/{table}"


@operation(
    "PUT",
    f"{_TABLE}/result",
    summary=N_("Enter a result"),
    about=N_(
        "Or correct one: earlier rounds by a director. A dispute at the table is decided by it. Where the table itself has told"
        " another result, the answer is 409 `result.overrules` with both, unless it is sent with `overrule`. A score"
        " that looks mistyped, no multiple of five or more than the hands can give, is refused (422 `result.not_five` or"
        " `result.too_high`), unless it is sent with `sure`."
    ),
    query=("repair", "take_away", "overrule", "sure"),
    body="TableResult",
    **_SCORE,
)
def enter_result(tournament: int, round: int, table: int) -> Response:  # noqa: A002 (the name in the address)
    access, overrule = tournament_requests.tournament(tournament, "score"), requests.flag("overrule")
    how = {"overrule": overrule, "sure": requests.flag("sure"), **_repairs()}
    return act(access, results.enter, round, table, requests.body(), **how)


@operation(
    "DELETE",
    f"{_TABLE}/result",
    summary=N_("Take a result away"),
    about=N_("The table is being played again."),
    query=("repair", "take_away"),
    **_SCORE,
)
def clear_result(tournament: int, round: int, table: int) -> Response:  # noqa: A002
    access = tournament_requests.tournament(tournament, "score")
    return act(access, results.clear, round, table, **_repairs())


def _repairs() -> dict[str, bool]:
    return {name: requests.flag(name) for name in ("repair", "take_away")}


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
    access = tournament_requests.tournament(tournament, "score")
    side = requests.read(SideChoice, required=False).side
    return act(access, results.accept, round, table, None if side is LEFT_OUT else side)


@operation(
    "POST",
    f"{_TABLE}/consequences",
    tag="results",
    access="club.score",
    summary=N_("Tell what a correction would change"),
    about=N_(
        "Standings, later pairings, knock-out matches; nothing is recorded. Without a body: what taking the result away would."
        " `choices`: what can be done, the first keeping all pairings, others by sending the correction with `repair` or"
        " `take_away`; of each, the rounds that become others and whose rank moves."
    ),
    body="TableResult",
    body_required=False,
    answers={200: "Consequences"},
)
def preview_result(tournament: int, round: int, table: int) -> Response:  # noqa: A002
    access = tournament_requests.tournament(tournament, "score")
    result = requests.body(required=False)
    found = results.consequences(access, round, table, result)
    found_choices = choices.choices(access, round, table, result)
    told = [tournament_answers.choice(access, load(access), one) for one in found_choices]
    return answers.respond(drawn(standing_models.Consequences, found, choices=told))
