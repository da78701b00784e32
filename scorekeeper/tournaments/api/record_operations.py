"""API endpoints for questions about a tournament record, as in the command line. Nothing is stored."""

from __future__ import annotations

from typing import Any

from scorekeeper.clubs.api.authorization import client_account
from scorekeeper.core.api.operations import OperationGroup
from scorekeeper.core.i18n.translation import t as request_t
from scorekeeper.tournaments.commands.files import record_answers

_READ = OperationGroup("records", "club.read", client_account)


@_READ.post("/records/pair", body="TournamentRecord", answers={200: "PairedRound"})
def pair_record(sent: Any) -> dict[str, Any]:
    """Pair a tournament file’s next round.

    Includes the reason for each table, and the bracket of a knock-out.
    """
    return record_answers.pair_record(request_t(), sent)


@_READ.post("/records/schedule", body="TournamentRecord", answers={200: "Schedule"})
def schedule_record(sent: Any) -> dict[str, Any]:
    """Schedule all rounds of a tournament file.

    Works for round robins, rotations and Mitchell movements. Shows how evenly partners and opponents mix.
    """
    return record_answers.schedule_record(request_t(), sent)


@_READ.post("/records/standings", body="TournamentRecord", answers={200: "RankedRecord"})
def rank_record(sent: Any) -> dict[str, Any]:
    """Rank a tournament file’s entrants.

    Includes every tie-break, and which one separates each line from the line above.
    """
    return record_answers.rank_record(request_t(), sent)


@_READ.post("/records/check", body="TournamentRecord", answers={200: "TournamentCheck"})
def check_record(sent: Any) -> dict[str, Any]:
    """Check a tournament file.

    Uses code that is independent of the pairing code. Recalculates the standings and brackets in the file.
    """
    return record_answers.check_record(request_t(), sent)
