"""Scores that are possible but unlikely. The page asks for confirmation before they count."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from scorekeeper.tournaments.commands.snapshot import Board

STEP = 5
"""Every score in 200 is a multiple of five."""
BEST_HAND = 200
"""Points for a made 100-for-200, the best hand without doubling."""


@dataclass(frozen=True)
class Doubt:
    """A score that looks mistyped, by game and side from 0.

    `hands`: the match's number of hands, if the score is too high for it; None if the score is not a multiple of five.
    """

    game: int
    side: int
    score: int
    hands: int | None = None


def doubt_of(board: Board, number: int, result: Mapping[str, Any]) -> Doubt | None:
    """Return the first score of a round's result that looks mistyped, or None."""
    rows: Sequence[Sequence[int]] = result.get("games") or ([result["scores"]] if result.get("scores") else [])
    match = board.match_in(number)
    hands = match.hands if match.kind == "hands" else None
    for game, row in enumerate(rows):
        for side, score in enumerate(row):
            if score % STEP:
                return Doubt(game, side, score)
            if hands is not None and abs(score) > BEST_HAND * hands:
                return Doubt(game, side, score, hands)
    return None
