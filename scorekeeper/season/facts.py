"""What a season is reckoned from: tournaments that were played to their end, as who met whom and who came where.

People are named by keys that stay the same from tournament to tournament; what a key means is the caller's.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class SeasonSeat:
    """A side of a table. `team`: the pair that it was, by key, empty for players put together for one round;
    `players`: by key, none where only the team's name is known.
    """

    team: str
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """A match that ended. `standing`: what decided it, a number a side, more is better. `scores`: game points, None where
    nobody wrote them down. `boxes`: failed contracts a side, None where not known. `played`: False for a forfeit.
    """

    round: int
    table: int
    sides: tuple[SeasonSeat, ...]
    standing: tuple[int, ...]
    scores: tuple[int, ...] | None = None
    boxes: tuple[int, ...] | None = None
    played: bool = True

    def result(self, side: int, other: int) -> float:
        """1 for a side that did better than the other, ½ for as well, 0 for worse."""
        mine, theirs = self.standing[side], self.standing[other]
        return 1.0 if mine > theirs else 0.5 if mine == theirs else 0.0

    def outcome(self, side: int) -> str:
        """`win` for a side that did better than every other, `loss` where another did better, else `tie`."""
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
    """A hand worth remembering: a 100 for 200 that was made. `players`: who sat on the side, by key."""

    round: int
    table: int
    contractor: str
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SeasonEvent:
    """A tournament of the season. `day`: ISO. `size`: how many entered. `shown_as`: how everybody sees its names, None where
    its club says so.
    """

    id: int
    name: str
    day: str
    places: tuple[Place, ...]
    matches: tuple[PlayedMatch, ...]
    feats: tuple[Feat, ...] = ()
    shown_as: str | None = None

    @property
    def size(self) -> int:
        """How many entrants were placed."""
        return len(self.places)


def in_order(events: list[SeasonEvent] | tuple[SeasonEvent, ...]) -> list[SeasonEvent]:
    """By day; those of one day in the order in which they were made."""
    return sorted(events, key=lambda e: (e.day, e.id))
