"""What the API gives about rounds, tables and their links."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from scorekeeper.base.api.declared import named
from scorekeeper.base.api.shapes import TIME, Count, Id, Ordinal, Revision, many, one_of, ref, text
from scorekeeper.tournament.record import Result
from scorekeeper.tournaments.actions.tables_state import TABLE_STATUSES, Dispute, Report
from scorekeeper.tournaments.api import models

Sides = Annotated[tuple[tuple[str, ...], ...], many(2, 3)]


@dataclass(frozen=True, slots=True)
class Table:
    """A table with the names and the reasons in words. Reports and the dispute only for those whom they concern."""

    round: Ordinal
    table: Ordinal
    sides: Sides
    names: Sides
    match: str | None
    pool: str | None
    status: Annotated[str, one_of(TABLE_STATUSES)]
    result: Result | None
    reports: Annotated[tuple[Report, ...], many(0, 3)]
    dispute: Dispute | None
    why: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LiveMatch:
    """How far a match on the pad is."""

    games: tuple[Id, ...]
    hands: Count
    hands_left: Count | None
    games_won: Annotated[tuple[Count, ...], many(2, 3)]
    scores: Annotated[tuple[int, ...], many(2, 3)]
    complete: bool
    result: Result | None


@dataclass(frozen=True, slots=True)
class LiveTable(Table):
    """A table, with what is on the pad."""

    live: LiveMatch | None


@dataclass(frozen=True, slots=True)
class Round:
    """A round: its tables, byes, and why it is as it is."""

    round: Ordinal
    published: bool
    stage: Ordinal
    by_hand: bool
    ahead: bool
    done: bool
    rematches: Count
    tables: tuple[Table, ...]
    byes: tuple[str, ...]
    why_byes: dict[str, tuple[str, ...]]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TournamentRound(Round):
    """A round by itself."""

    tables: tuple[LiveTable, ...]
    revision: Revision


@dataclass(frozen=True, slots=True)
class OwnTable:
    """What the link of a table leads to."""

    revision: Revision
    tournament: models.TournamentBrief
    match: dict[str, Any]
    table: LiveTable
    clock: models.Clock | None


@dataclass(frozen=True, slots=True)
class TableGame:
    """The game of a match, and the secret with which hands are recorded in it."""

    game: Id
    token: str
    path: str
    href: str


@dataclass(frozen=True, slots=True)
class TableLink(models.Link):
    """The link of a table."""

    table: Ordinal


@dataclass(frozen=True, slots=True)
class TableLinks:
    """The links of a round."""

    links: list[TableLink]


@dataclass(frozen=True, slots=True)
class EntrantLink(models.Link):
    """The link of an entrant."""

    entrant: str


@dataclass(frozen=True, slots=True)
class EntrantLinks:
    """Everybody's links."""

    links: list[EntrantLink]


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game of a match, with every hand."""

    record: Annotated[dict[str, Any], ref("Record")]
    replay: Annotated[dict[str, Any], ref("Replay")]


@dataclass(frozen=True, slots=True)
class MatchSheet:
    """A match with every hand."""

    revision: Revision
    table: LiveTable
    games: list[PlayedGame]


@dataclass(frozen=True, slots=True)
class StartableMatch:
    """A match of a bracket that could begin."""

    match: Annotated[str, text(10)]
    sides: Annotated[list[list[str]], many(2, 2)]


@dataclass(frozen=True, slots=True)
class Startable:
    """Matches that could begin."""

    revision: Revision
    matches: list[StartableMatch]


@dataclass(frozen=True, slots=True)
class Reseating:
    """A round that would become another. `stay`: how many tables."""

    round: Ordinal
    stay: Count
    gone: list[Table]
    new: list[Table]
    byes_before: tuple[str, ...]
    byes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Repair(Reseating):
    """The last round that would become another, and all of them."""

    revision: Revision
    rounds: list[Reseating]


@dataclass(frozen=True, slots=True)
class RoundTimes:
    """When a round should begin and end, by the clock on the club's wall."""

    round: Ordinal
    starts: Annotated[str, TIME]
    ends: Annotated[str, TIME]


@dataclass(frozen=True, slots=True)
class Timetable:
    """When each round should begin and end."""

    rounds: list[RoundTimes]


ROUND_SHAPES = named(
    ("SideReport", Report),
    *(Table, LiveTable, Round, TournamentRound, OwnTable, TableGame, TableLink, TableLinks, EntrantLink, EntrantLinks),
    *(MatchSheet, Startable, Repair, Reseating, Timetable),
)
