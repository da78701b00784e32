"""API endpoints for results at the desk: enter, correct, accept, remove, and preview a correction."""

from __future__ import annotations

from typing import Any

from scorekeeper.core.api import requests
from scorekeeper.core.api.schema import LEFT_OUT
from scorekeeper.formats.declared import copy_as
from scorekeeper.tournaments.api import responses as tournament_answers
from scorekeeper.tournaments.api import standing_models
from scorekeeper.tournaments.api.authorization import tournament_operations
from scorekeeper.tournaments.api.request_models import SideChoice
from scorekeeper.tournaments.commands.authorization import TournamentAccess
from scorekeeper.tournaments.commands.command import TournamentCommand
from scorekeeper.tournaments.commands.results import correction_choices, results
from scorekeeper.tournaments.commands.snapshot import load

_SCORE = tournament_operations("results", "club.score")
_TABLE = "/tournaments/{tournament}/rounds/{round}/tables/{table}"


@_SCORE.put(f"{_TABLE}/result", query=("repair", "take_away", "overrule", "sure"), body="TableResult")
def enter_result(round: int, table: int, sent: Any) -> TournamentCommand:  # noqa: A002
    """Enter or correct a result.

    Settles a dispute at the table. Only directors can correct earlier rounds.
    """
    return results.enter(round, table, sent, **_flags("overrule", "sure", "repair", "take_away"))


@_SCORE.delete(f"{_TABLE}/result", query=("repair", "take_away"))
def clear_result(round: int, table: int) -> TournamentCommand:  # noqa: A002
    """Remove a result.

    The table is in play again.
    """
    return results.clear(round, table, **_flags("repair", "take_away"))


def _flags(*names: str) -> dict[str, bool]:
    return {name: requests.flag(name) for name in names}


@_SCORE.post(f"{_TABLE}/accept", body_required=False)
def accept_report(round: int, table: int, sent: SideChoice) -> TournamentCommand:  # noqa: A002
    """Accept a table’s report as the result.

    If the two sides disagree, `side` chooses whose version to accept.
    """
    return results.accept(round, table, None if sent.side is LEFT_OUT else sent.side)


@_SCORE.post(f"{_TABLE}/consequences", body="TableResult", body_required=False)
def preview_result(access: TournamentAccess, round: int, table: int, sent: Any) -> standing_models.Consequences:  # noqa: A002
    """Preview a correction.

    Returns the standings, pairings and bracket matches that would change; nothing is saved. Without a body, previews removing the
    result.
    """
    found = results.consequences(access, round, table, sent)
    found_choices = correction_choices.repair_choices(access, round, table, sent)
    told = [tournament_answers.choice(access, load(access), one) for one in found_choices]
    return copy_as(standing_models.Consequences, found, choices=told)
