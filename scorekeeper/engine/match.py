"""A match: a series of games between the same sides, up to an agreed number of games (rulebook section 8)."""

from __future__ import annotations

from dataclasses import dataclass

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from scorekeeper.engine.endings import Outcome


@dataclass(frozen=True)
class MatchScore:
    """`games`: games won by side, a skunk counting two; `winners`: the sides that have reached the agreed number."""

    games: tuple[int, ...]
    winners: tuple[int, ...]


def match_score(sides: int, outcomes: Iterable[Outcome], games_to_win: int | None) -> MatchScore:
    """Count finished games; `games_to_win` None is an open series that nobody wins. A shared win counts for every winner."""
    games = [0] * sides
    for outcome in outcomes:
        for side in outcome.winners:
            games[side] += outcome.games
    reached = [s for s in range(sides) if games_to_win is not None and games[s] >= games_to_win]
    best = max((games[s] for s in reached), default=0)
    return MatchScore(tuple(games), tuple(s for s in reached if games[s] == best))
