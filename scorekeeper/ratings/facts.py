"""The facts that a season is computed from: finished tournaments, with their matches and final ranks.

People have keys that stay the same from tournament to tournament. Only the caller knows what a key means.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class SeasonSeat:
    """A side of a table.

    `team`: the pair's key, empty for players who are partners for one round only.
    `players`: their keys, empty where only the team's name is known.
    """

    team: str
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A match that ended.

    `standing`: what decided it, one number per side, higher is better.
    `scores`: game points, or None if not recorded.
    `boxes`: failed contracts per side, or None if not known.
    `played`: False for a forfeit.
    """

    round: int
    table: int
    sides: tuple[SeasonSeat, ...]
    standing: tuple[int, ...]
    scores: tuple[int, ...] | None = None
    boxes: tuple[int, ...] | None = None
    played: bool = True

    def result(self, side: int, other: int) -> float:
        """Return 1 if `side` beat `other`, ½ if they tied, or 0 if it lost."""
        mine, theirs = self.standing[side], self.standing[other]
        return 1.0 if mine > theirs else 0.5 if mine == theirs else 0.0

    def outcome(self, side: int) -> str:
        """Return `win` if the side beat every other, `loss` if another beat it, else `tie`."""
        others = [n for k, n in enumerate(self.standing) if k != side]
        mine = self.standing[side]
        return "win" if mine > max(others) else "loss" if mine < max(others) else "tie"


@dataclass(frozen=True, slots=True)
class Place:
    """An entrant's rank in a tournament: `team` and `players` as in `SeasonSeat`, `name` as entered.

    `match_points` and `game_points`: the totals of all rounds.
    """

    rank: int
    name: str
    team: str
    players: tuple[str, ...]
    match_points: Fraction = Fraction(0)
    game_points: Fraction = Fraction(0)


@dataclass(frozen=True, slots=True)
class Feat:
    """A hand worth remembering: a 100 for 200 that was made. `players`: keys of the players on that side."""

    round: int
    table: int
    contractor: str
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SeasonEvent:
    """A finished tournament. `day` is in ISO format. `shown_as`: how its names are shown in public, or None for the club's
    setting. `present`: the keys of players who played or were checked in.
    """

    id: int
    name: str
    day: str
    places: tuple[Place, ...]
    matches: tuple[PlayedMatch, ...]
    feats: tuple[Feat, ...] = ()
    shown_as: str | None = None
    present: frozenset[str] = frozenset()

    @property
    def size(self) -> int:
        """Return the number of ranked entrants."""
        return len(self.places)


def in_order(events: list[SeasonEvent] | tuple[SeasonEvent, ...]) -> list[SeasonEvent]:
    """Return events by day, and within a day by the order in which they were created."""
    return sorted(events, key=lambda e: (e.day, e.id))
