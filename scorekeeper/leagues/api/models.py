"""Data types for the season API."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from scorekeeper.clubs.store.club import LONGEST_PLAYER_NAME
from scorekeeper.clubs.store.league import LONGEST_LEAGUE_NAME
from scorekeeper.core.api.json_schema import (
    FLAG,
    ID,
    Count,
    Day,
    Description,
    Id,
    Ordinal,
    array,
    integer,
    list_bounds,
    nullable,
    one_of,
    text,
)
from scorekeeper.core.api.paging import Next
from scorekeeper.core.api.schema import name_schemas
from scorekeeper.leagues.commands.history import SeasonStep
from scorekeeper.leagues.commands.joined_players import JoinedPlayer
from scorekeeper.leagues.commands.leagues import MOST_RESULTS
from scorekeeper.ratings.league import BREAKS, COUNTS, MOST_PLACES, MOST_POINTS, WHO
from scorekeeper.tournaments.commands.setup.validation import LONGEST_NOTE

_NAME, _NOTE, _WHO = text(LONGEST_LEAGUE_NAME, 1), text(LONGEST_NOTE), one_of(WHO)
_COUNTS = one_of(COUNTS)
_WORTH, _BEST = integer(0, MOST_POINTS), nullable(integer(1, MOST_RESULTS))
_POINTS, _CHOSEN = array(_WORTH, 1, MOST_PLACES), array(ID)


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueFacts:
    """The requested setup of a league."""

    name: Annotated[object, _NAME]
    note: Annotated[object, _NOTE] = None
    who: Annotated[object, _WHO] = None
    counts: Annotated[object, _COUNTS, Description("Points by rank, match points or points scored.")] = None
    points: Annotated[object, _POINTS, Description("Points for rank 1, rank 2 and so on.")]
    others: Annotated[object, _WORTH, Description("Points for every lower rank.")] = None
    best: Annotated[object, _BEST, Description("How many results count per entrant; null counts all.")] = None
    share: Annotated[object, FLAG] = None
    tournaments: Annotated[object, _CHOSEN] = None


@dataclass(frozen=True, slots=True)
class League:
    """A league's setup. `tournaments`: ids of the tournaments that count."""

    id: Id
    revision: Ordinal
    name: Annotated[str, _NAME]
    note: Annotated[str, _NOTE]
    who: Annotated[str, _WHO]
    counts: Annotated[str, _COUNTS]
    points: Annotated[tuple[int, ...], _POINTS]
    others: Annotated[int, _WORTH]
    best: Annotated[int | None, _BEST]
    share: bool
    tournaments: tuple[Id, ...]


@dataclass(frozen=True, slots=True)
class LeagueList:
    """Leagues, newest first."""

    leagues: list[League]


@dataclass(frozen=True, slots=True)
class Collected:
    """A player's or pair's result in one tournament. `counts`: whether it is among the best."""

    tournament: Id
    rank: Ordinal
    points: float
    counts: bool


@dataclass(frozen=True, slots=True)
class LeagueLine:
    """A line of a league's standings."""

    rank: Ordinal
    key: str
    name: str
    points: float
    separated_by: Annotated[str, one_of(BREAKS)] | None
    results: list[Collected]


@dataclass(frozen=True, slots=True)
class LeagueStanding:
    """A league with its standings."""

    league: League
    standings: list[LeagueLine]
    to_come: Annotated[Count, Description("Tournaments of the league that are not finished.")]
    left_out: Annotated[tuple[str, ...], Description("Entrants who cannot get points in this league.")]


@dataclass(frozen=True, slots=True)
class Named:
    """A player or a pair."""

    key: str
    name: str


@dataclass(frozen=True, slots=True)
class RatingStep:
    """The rating after a tournament."""

    tournament: Id
    rating: float
    deviation: float


@dataclass(frozen=True, slots=True)
class Rating(Named):
    """A player's or pair's strength, with its uncertainty."""

    rating: float
    deviation: float
    settled: bool
    matches: Count
    history: list[RatingStep]


@dataclass(frozen=True, slots=True)
class Ratings:
    """Ratings, highest first."""

    ratings: list[Rating]


@dataclass(frozen=True, slots=True)
class Mark:
    """A match that is in the records."""

    value: int
    tournament: Id
    round: Ordinal
    table: Ordinal
    scores: tuple[int, ...]
    side: list[Named]
    against: list[Named]


@dataclass(frozen=True, slots=True)
class Marks:
    """The first five of each."""

    biggest_wins: list[Mark]
    highest_scores: list[Mark]
    lowest_scores: list[Mark]
    most_boxed: list[Mark]


@dataclass(frozen=True, slots=True)
class Streak(Named):
    """Matches won in a row."""

    length: Annotated[int, integer(2)]
    first: Id
    last: Id
    going: bool


@dataclass(frozen=True, slots=True)
class Streaks:
    """The first five of each."""

    players: list[Streak]
    pairs: list[Streak]


@dataclass(frozen=True, slots=True)
class Counted(Named):
    """How often a player did something."""

    value: Ordinal


@dataclass(frozen=True, slots=True)
class Counts:
    """The first five of each."""

    titles: list[Counted]
    evenings: list[Counted]
    hundreds: list[Counted]


@dataclass(frozen=True, slots=True)
class SeasonRecords:
    """A club's records."""

    matches: Marks
    streaks: Streaks
    counts: Counts


@dataclass(frozen=True, slots=True)
class OwnMatch:
    """A match from one player's point of view, with the player's own score first."""

    round: Ordinal
    table: Ordinal
    outcome: Annotated[str, one_of(("win", "tie", "loss", "forfeit"))]
    scores: Annotated[list[int], list_bounds(0, 3)]
    partners: list[Named]
    against: list[Named]


@dataclass(frozen=True, slots=True)
class Evening:
    """A tournament that a player or pair played in."""

    tournament: Id
    name: str
    day: Day
    rank: Ordinal | None
    matches: list[OwnMatch]


@dataclass(frozen=True, slots=True)
class Company(Named):
    """Results with one partner or against one opponent."""

    won: Count
    tied: Count
    lost: Count


@dataclass(frozen=True, slots=True)
class Career(Named):
    """Everything that a player or pair played in the club."""

    members: list[Named]
    rating: Rating | None
    won: Count
    tied: Count
    lost: Count
    evenings: list[Evening]
    partners: list[Company]
    opponents: list[Company]


@dataclass(frozen=True, slots=True)
class SeasonNames:
    """One name for each person, and the names merged into those."""

    names: list[str]
    joined: list[JoinedPlayer]


@dataclass(frozen=True, slots=True)
class JoinedNames:
    """Two names of one player."""

    keep: Annotated[object, text(LONGEST_PLAYER_NAME, 1)]
    other: Annotated[object, text(LONGEST_PLAYER_NAME, 1)]


@dataclass(frozen=True, slots=True)
class SeasonHistory:
    """Changes, newest first."""

    changes: list[SeasonStep]
    next: Next


name_schemas(SeasonChange=SeasonStep)
