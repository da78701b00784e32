"""Models of the API's answers about rounds, tables and their links."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from scorekeeper.core.api.json_schema import TIME, Count, Description, Id, Ordinal, Revision, list_bounds, one_of, ref, text
from scorekeeper.core.api.schema import name_schemas
from scorekeeper.pairing.record.record import Result
from scorekeeper.tournaments.api import models
from scorekeeper.tournaments.commands.tables_state import TABLE_STATUSES, Dispute, Report

Sides = Annotated[tuple[tuple[str, ...], ...], list_bounds(2, 3)]


@dataclass(frozen=True, slots=True)
class Table:
    """A table with names, and the reasons for it in words.

    Only the desk and the table itself get reports and the dispute.
    """

    round: Ordinal
    table: Ordinal
    sides: Sides
    names: Sides
    match: str | None
    pool: str | None
    status: Annotated[str, one_of(TABLE_STATUSES)]
    result: Result | None
    reports: Annotated[tuple[Report, ...], list_bounds(0, 3)]
    dispute: Dispute | None
    why: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LiveMatch:
    """The progress of a match on the pad."""

    games: tuple[Id, ...]
    hands: Count
    hands_left: Count | None
    games_won: Annotated[tuple[Count, ...], list_bounds(2, 3)]
    scores: Annotated[tuple[int, ...], list_bounds(2, 3)]
    complete: bool
    result: Result | None


@dataclass(frozen=True, slots=True)
class LiveTable(Table):
    """A table with its match on the pad."""

    live: LiveMatch | None


@dataclass(frozen=True, slots=True)
class Round:
    """A round with its tables, byes and the reasons for them."""

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
    """A single round."""

    tables: tuple[LiveTable, ...]
    revision: Revision


@dataclass(frozen=True, slots=True)
class OwnTable:
    """The answer to a table's link."""

    revision: Revision
    tournament: models.TournamentBrief
    match: dict[str, Any]
    table: LiveTable
    clock: models.Clock | None


@dataclass(frozen=True, slots=True)
class TableGame:
    """The game of a match, with the secret for recording hands."""

    game: Id
    token: str
    path: str
    href: str


@dataclass(frozen=True, slots=True)
class TableLink(models.Link):
    table: Ordinal


@dataclass(frozen=True, slots=True)
class TableLinks:
    """The links of a round's tables."""

    links: list[TableLink]


@dataclass(frozen=True, slots=True)
class EntrantLink(models.Link):
    entrant: str


@dataclass(frozen=True, slots=True)
class EntrantLinks:
    """The links of all entrants."""

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
    """A bracket match that can start."""

    match: Annotated[str, text(10)]
    sides: Annotated[list[list[str]], list_bounds(2, 2)]


@dataclass(frozen=True, slots=True)
class Startable:
    """The matches that can start."""

    revision: Revision
    matches: list[StartableMatch]


@dataclass(frozen=True, slots=True)
class Reseating:
    """A round that would change. `stay`: the number of tables that stay."""

    round: Ordinal
    stay: Annotated[Count, Description("The number of tables that stay.")]
    gone: list[Table]
    new: list[Table]
    byes_before: tuple[str, ...]
    byes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Repair(Reseating):
    """The changes that a repair would make to the last round, and to all rounds in `rounds`."""

    revision: Revision
    rounds: Annotated[list[Reseating], Description("Every round that would change.")]


@dataclass(frozen=True, slots=True)
class RoundTimes:
    """When a round should begin and end, in the club's time zone."""

    round: Ordinal
    starts: Annotated[str, TIME]
    ends: Annotated[str, TIME]


@dataclass(frozen=True, slots=True)
class Timetable:
    """When each round should begin and end."""

    rounds: list[RoundTimes]


name_schemas(SideReport=Report)
