"""API endpoints for results at the desk: enter, correct, accept, remove, and preview a correction."""

from __future__ import annotations

from typing import Any

from flask import Response

from scorekeeper.core.api import requests, responses
from scorekeeper.core.api.operations import operation
from scorekeeper.core.api.schema import LEFT_OUT
from scorekeeper.formats.declared import copy_as
from scorekeeper.tournaments.api import authorization as tournament_requests
from scorekeeper.tournaments.api import responses as tournament_answers
from scorekeeper.tournaments.api import standing_models
from scorekeeper.tournaments.api.command_handler import COMMAND_OPTIONS, run_command
from scorekeeper.tournaments.api.request_models import SideChoice
from scorekeeper.tournaments.commands.results import correction_choices, results
from scorekeeper.tournaments.commands.snapshot import load

_SCORE: dict[str, Any] = {"tag": "results", "access": "club.score", **COMMAND_OPTIONS}
_TABLE = "/tournaments/{tournament}/rounds/{round}/tables/{table}"


@operation(
    "PUT",
    f"{_TABLE}/result",
    summary="Enter or correct a result",
    about="Settles a dispute at the table. Only directors can correct earlier rounds.",
    query=("repair", "take_away", "overrule", "sure"),
    body="TableResult",
    **_SCORE,
)
def enter_result(tournament: int, round: int, table: int) -> Response:  # noqa: A002 (the name in the address)
    access, overrule = tournament_requests.tournament(tournament, "score"), requests.flag("overrule")
    how = {"overrule": overrule, "sure": requests.flag("sure"), **_repairs()}
    return run_command(access, results.enter, round, table, requests.body(), **how)


@operation(
    "DELETE",
    f"{_TABLE}/result",
    summary="Remove a result",
    about="The table is in play again.",
    query=("repair", "take_away"),
    **_SCORE,
)
def clear_result(tournament: int, round: int, table: int) -> Response:  # noqa: A002
    access = tournament_requests.tournament(tournament, "score")
    return run_command(access, results.clear, round, table, **_repairs())


def _repairs() -> dict[str, bool]:
    return {name: requests.flag(name) for name in ("repair", "take_away")}


@operation(
    "POST",
    f"{_TABLE}/accept",
    summary="Accept a table’s report as the result",
    about="If the two sides disagree, `side` chooses whose version to accept.",
    body="SideChoice",
    body_required=False,
    **_SCORE,
)
def accept_report(tournament: int, round: int, table: int) -> Response:  # noqa: A002
    access = tournament_requests.tournament(tournament, "score")
    side = requests.read(SideChoice, required=False).side
    return run_command(access, results.accept, round, table, None if side is LEFT_OUT else side)


@operation(
    "POST",
    f"{_TABLE}/consequences",
    tag="results",
    access="club.score",
    summary="Preview a correction",
    about=(
        "Returns the standings, pairings and bracket matches that would change; nothing is saved. Without a body,"
        " previews removing the result."
    ),
    body="TableResult",
    body_required=False,
    answers={200: "Consequences"},
)
def preview_result(tournament: int, round: int, table: int) -> Response:  # noqa: A002
    access = tournament_requests.tournament(tournament, "score")
    result = requests.body(required=False)
    found = results.consequences(access, round, table, result)
    found_choices = correction_choices.repair_choices(access, round, table, result)
    told = [tournament_answers.choice(access, load(access), one) for one in found_choices]
    return responses.respond(copy_as(standing_models.Consequences, found, choices=told))
