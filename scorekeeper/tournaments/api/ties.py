"""API endpoint for ties at the very end, and at the cut between finals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from scorekeeper.core.api.json_schema import Description, array, nullable, text
from scorekeeper.pairing.record.decisions import LONGEST_DECISION
from scorekeeper.tournaments.api.authorization import tournament_operations
from scorekeeper.tournaments.commands.command import TournamentCommand
from scorekeeper.tournaments.commands.results.ties import decide_by_hand, draw_lot
from scorekeeper.tournaments.commands.setup.lifecycle import MOST_ENTRANTS


@dataclass(frozen=True, slots=True)
class NewTieDecision:
    """Entrants who share a rank. With a `reason`, they rank in this order; without one, lots are drawn."""

    entrants: Annotated[list[str], array(text(40), 2, MOST_ENTRANTS)]
    reason: Annotated[object, nullable(text(LONGEST_DECISION)), Description("Why they rank in this order.")] = None


@tournament_operations("standings", "club.direct").post("/tournaments/{tournament}/tie-decisions")
def decide_tie(sent: NewTieDecision) -> TournamentCommand:
    """Decide a tie.

    For entrants who share a rank at the end, or at the cut before finals. The draw’s number is in `decisions`, and repeats it.
    """
    if sent.reason is not None:
        return decide_by_hand(sent.entrants, sent.reason)
    return draw_lot(sent.entrants)
