"""API operations on a club's season: ratings, records, careers, merged names and the history of changes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from scorekeeper.clubs.api.authorization import ShownClub, club_operations
from scorekeeper.clubs.commands.members.members import ClubAccess
from scorekeeper.clubs.store.club import LONGEST_PLAYER_NAME
from scorekeeper.core.api import requests
from scorekeeper.core.api.json_schema import Count, Day, Id, Ordinal, integer, list_bounds, one_of, text
from scorekeeper.core.api.requests import Next
from scorekeeper.core.api.schema import name_schemas
from scorekeeper.core.refusals import NotFound
from scorekeeper.formats.declared import copy_as
from scorekeeper.leagues.commands import history as season_history
from scorekeeper.leagues.commands import joined_players as season_people
from scorekeeper.leagues.commands.history import SeasonStep
from scorekeeper.leagues.commands.joined_players import JoinedPlayer
from scorekeeper.leagues.commands.redacted_season import visible_season
from scorekeeper.leagues.commands.season import Season
from scorekeeper.leagues.commands.season import season_of as season_of_club
from scorekeeper.ratings import careers, records
from scorekeeper.ratings.attendance import attendance as count_attendance
from scorekeeper.ratings.facts import PlayedMatch, SeasonSeat
from scorekeeper.ratings.ratings import SETTLED_DEVIATION, History, rank_histories
from scorekeeper.tournaments.words import name_sort_key


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
class Attendance(Named):
    """How often a player was present. `last`: the latest tournament, on `last_day`."""

    evenings: Ordinal
    last: Id
    last_day: Day


@dataclass(frozen=True, slots=True)
class AttendanceList:
    """Everyone's attendance, the most first."""

    attendance: list[Attendance]
    next: Next


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


def season_of(access: ShownClub) -> Season:
    club, inside = access
    return visible_season(club, inside=inside is not None)


_PUBLIC = club_operations("season", "club.public", season=season_of)
_SCORE = club_operations("season", "club.score")
_DIRECT = club_operations("season", "club.direct")


@_PUBLIC.get("/clubs/{club}/ratings/players")
def player_ratings(season: Season) -> Ratings:
    """Read player ratings.

    Glicko-2 ratings, settled ones first, then by rating. `deviation` is the uncertainty.
    """
    return _ratings(season, season.player_ratings)


@_PUBLIC.get("/clubs/{club}/ratings/pairs")
def pair_ratings(season: Season) -> Ratings:
    """Read pair ratings.

    Same format and order as player ratings.
    """
    return _ratings(season, season.team_ratings)


def _ratings(season: Season, histories: dict[str, History]) -> Ratings:
    return Ratings([_rating(season, one) for one in rank_histories(histories.values())])


def _rating(season: Season, one: History) -> Rating:
    steps = [RatingStep(s.event, round(s.rating.rating, 1), round(s.rating.deviation, 1)) for s in one.steps]
    now = one.now
    rating, deviation, settled = round(now.rating, 1), round(now.deviation, 1), now.deviation <= SETTLED_DEVIATION
    return Rating(one.key, season.name(one.key), rating, deviation, settled, one.matches, steps)


_MARKS = {
    "biggest_wins": records.biggest_wins,
    "highest_scores": records.highest_scores,
    "lowest_scores": records.lowest_scores,
    "most_boxed": records.most_boxed,
}
_STREAKS = {"players": records.player_streaks, "pairs": records.team_streaks}
_COUNTS = {"titles": records.titles, "evenings": records.evenings, "hundreds": records.hundreds_made}


@_PUBLIC.get("/clubs/{club}/season/records")
def read_records(season: Season) -> SeasonRecords:
    """Read a club’s records.

    Lists the top five for each record, such as biggest win, highest score, longest streak and most titles.
    """
    events = season.events
    marks = {name: [_mark(season, one) for one in found(events)] for name, found in _MARKS.items()}
    streaks = {name: [copy_as(Streak, one, name=season.name(one.key)) for one in of(events)] for name, of in _STREAKS.items()}
    counts = {name: [copy_as(Counted, one, name=season.name(one.key)) for one in of(events)] for name, of in _COUNTS.items()}
    return SeasonRecords(Marks(**marks), Streaks(**streaks), Counts(**counts))


def _mark(season: Season, one: records.Mark) -> Mark:
    return copy_as(Mark, one, tournament=one.event, side=_seat(season, one.side), against=_seat(season, one.other))


def _named(season: Season, key: str) -> Named:
    return Named(key, season.name(key))


def _seat(season: Season, seat: SeasonSeat) -> list[Named]:
    return [_named(season, key) for key in ((seat.team,) if seat.team else seat.players)]


@_SCORE.get("/clubs/{club}/season/attendance", query=requests.PAGING)
def list_attendance(access: ClubAccess) -> AttendanceList:
    """List attendance.

    How often each player was present, the most first: they played, or were checked in as here. Counts finished tournaments.
    """
    season = season_of_club(access.club_id)
    numbered = [*enumerate(count_attendance(season.events, lambda key: name_sort_key(season.name(key))[0]), 1)]
    page, cursor = requests.select_page(numbered, lambda one: (one[0],))
    found = [Attendance(one.key, season.name(one.key), one.evenings, one.last.id, one.last.day) for _, one in page]
    return AttendanceList(found, cursor)


@_PUBLIC.get("/clubs/{club}/season/people/{person}")
def read_career(season: Season, person: str) -> Career:
    """Read a player’s or pair’s career.

    Includes every tournament and match, with partners and opponents.
    """
    pair = "+" in person or person.startswith("=")
    career = (careers.of_team if pair else careers.of_player)(season.events, person)
    if not career.evenings:
        raise NotFound("season.pair" if pair else "season.player")
    history = (season.team_ratings if pair else season.player_ratings).get(person)
    won, tied, lost = career.tally
    return Career(
        key=person,
        name=season.name(person),
        members=[_named(season, key) for key in person.split("+")] if "+" in person else [],
        rating=None if history is None else _rating(season, history),
        won=won,
        tied=tied,
        lost=lost,
        evenings=[_evening(season, one, person) for one in career.evenings],
        partners=_company(season, career.partners),
        opponents=_company(season, career.opponents),
    )


def _evening(season: Season, one: careers.Evening, person: str) -> Evening:
    matches = [_match(season, match, side, person) for match, side in one.matches]
    return Evening(one.event.id, one.event.name, one.event.day, None if one.place is None else one.place.rank, matches)


def _match(season: Season, match: PlayedMatch, side: int, key: str) -> OwnMatch:
    scores = match.scores or ()
    return OwnMatch(
        match.round,
        match.table,
        match.outcome(side) if match.played else "forfeit",
        [scores[side], *scores[:side], *scores[side + 1 :]] if scores else [],
        partners=[_named(season, p) for p in match.sides[side].players if p != key and p not in key.split("+")],
        against=[who for n, seat in enumerate(match.sides) if n != side for who in _seat(season, seat)],
    )


def _company(season: Season, company: Sequence[careers.HeadToHead]) -> list[Company]:
    return [copy_as(Company, one, name=season.name(one.key)) for one in company]


@_DIRECT.get("/clubs/{club}/season/names")
def list_names(access: ClubAccess) -> SeasonNames:
    """List player names.

    Each of `names` is a different person. `joined` lists names merged into another.
    """
    return SeasonNames(season_people.names(access), season_people.merged_names(access))


@_DIRECT.post("/clubs/{club}/season/names", headers=("key",))
def join_names(access: ClubAccess, sent: JoinedNames) -> None:
    """Merge two names of one player.

    `other` becomes another name for `keep`. Tournaments show the name as entered, and undo separates the two again.
    """
    season_people.merge_names(access, sent.keep, sent.other, uuid=requests.key(required=True))


@_DIRECT.get("/clubs/{club}/season/changes", query=requests.PAGING)
def read_season_history(access: ClubAccess) -> SeasonHistory:
    """Read a season’s history.

    Lists changes to leagues and merged names, newest first.
    """
    return SeasonHistory(*requests.select_page(season_history.history(access), lambda step: (-step.number,)))


@_DIRECT.post("/clubs/{club}/season/changes/{change}/undo", headers=("key",))
def undo_season_change(access: ClubAccess, change: int) -> SeasonStep:
    """Undo a season change.

    Restores the earlier state, even after later changes. Undoing an undo makes the change again.
    """
    return season_history.undo(access, change, uuid=requests.key(required=True))
