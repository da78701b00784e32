"""A match: games between the same sides until one has won an agreed number (rulebook section 8)."""

from __future__ import annotations

from dataclasses import dataclass

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from scorekeeper.engine.endings import Outcome


@dataclass(frozen=True)
class MatchScore:
    """The score of a match.

    `games`: games won by side, a skunk counting as two. `winners`: the sides that won the match.
    """

    games: tuple[int, ...]
    winners: tuple[int, ...]


def match_score(sides: int, outcomes: Iterable[Outcome], games_to_win: int | None) -> MatchScore:
    """Return the match score after these games. A shared win counts for every winner.

    `games_to_win`: None for an open series without a winner.
    """
    games = [0] * sides
    for outcome in outcomes:
        for side in outcome.winners:
            games[side] += outcome.games
    reached = [s for s in range(sides) if games_to_win is not None and games[s] >= games_to_win]
    best = max((games[s] for s in reached), default=0)
    return MatchScore(tuple(games), tuple(s for s in reached if games[s] == best))
