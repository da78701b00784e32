"""Models of the API's answers about tournaments that several operations share."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any

from scorekeeper.clubs.store.account import ROLES
from scorekeeper.core.api.json_schema import (
    FLAG,
    OBJECT,
    Count,
    Description,
    Id,
    Ordinal,
    Revision,
    array,
    integer,
    list_bounds,
    nullable,
    object_schema,
    one_of,
    ref,
    text,
)
from scorekeeper.core.api.schema import INDEX, LEFT_OUT, mark_complete, name_schemas, register_serializer
from scorekeeper.formats.tournament_record import dump_result
from scorekeeper.pairing.directing.corrections import OutdatedTable, RankChange, WrongMatch
from scorekeeper.pairing.directing.final_changes import FinalChange
from scorekeeper.pairing.record.attendance import NamedPrice
from scorekeeper.pairing.record.decisions import TieDecision
from scorekeeper.pairing.record.record import Result, Substitute
from scorekeeper.tournaments.commands.call_state import DirectorCall
from scorekeeper.tournaments.commands.tables_state import TABLE_STATUSES, Dispute, EnteredEntrant, Report, Side
from scorekeeper.tournaments.store.call_parts import MOST_CALLS
from scorekeeper.tournaments.store.parts import SetupPart
from scorekeeper.tournaments.store.tournament import STATUSES

register_serializer(Result, ref("TableResult"), dump_result)

Status = Annotated[str, ref("StatusOfTournament")]


@dataclass(frozen=True, slots=True)
class OwnRound:
    """A round from an entrant's point of view."""

    round: Ordinal
    status: Annotated[str, one_of(("away", "bye", *TABLE_STATUSES))]
    table: Ordinal | None
    side: Side | None
    partners: list[str]
    opponents: list[str]
    names: dict[str, str]
    result: Result | None


@dataclass(frozen=True, slots=True)
class EntrantPage:
    """An entrant with every round so far, latest first."""

    revision: Revision
    entrant: EnteredEntrant
    rank: Ordinal | None
    rounds: list[OwnRound]


@dataclass(frozen=True, slots=True)
class TournamentBrief:
    id: Id
    name: str
    status: Status


@dataclass(frozen=True, slots=True)
class Link:
    """A secret link."""

    token: str
    path: str


@dataclass(frozen=True, slots=True)
class Clock:
    """The round clock now. `left`: seconds."""

    round: Ordinal | None
    minutes: Ordinal
    running: bool
    left: int
    ends_at: datetime | None
    called_at: datetime | None
    last_hand: bool


@dataclass(frozen=True, slots=True)
class HomeClub:
    """The club of a tournament."""

    id: Id
    slug: str
    name: str
    zone: str


@dataclass(frozen=True, slots=True)
class Why:
    """Why no next round can be paired now."""

    code: str
    message: str


@dataclass(frozen=True, slots=True)
class DoorSettings:
    """Check-in. `price`: the entry fee of an entrant in cents; `prices`: other ones, by name."""

    price: Count
    prices: tuple[NamedPrice, ...]


@dataclass(frozen=True, slots=True)
class Tournament:
    """A tournament, without rounds and standings, which have their own addresses."""

    id: Id
    revision: Revision
    role: Annotated[str, one_of((*ROLES, "public"))]
    club: HomeClub
    status: Status
    about: dict[str, Any]
    setup: SetupPart
    entry_form: dict[str, Any]
    door: DoorSettings | None
    director_calls: bool
    entrants: list[EnteredEntrant]
    rounds: list[Ordinal]
    draft: Ordinal | None
    draft_stale: bool
    clock: Clock | None
    next: Why | None


_SIDE = integer(0, 2)

SideIndex = Annotated[int, _SIDE, INDEX]


@dataclass(frozen=True, slots=True)
class SideChoice:
    """A side, needed only if there is a choice."""

    side: SideIndex = LEFT_OUT


_SCORES = array(integer(-1_000_000, 1_000_000), 2, 3)
_RESULT_PARTS = {
    "scores": _SCORES,
    "winner": _SIDE,
    "forfeit": {"anyOf": [_SIDE, array(_SIDE, 1, 3), FLAG]},
    "boxes": _SCORES,
    "games": array(_SCORES, 0, 15),
}

Sides = Annotated[tuple[tuple[str, ...], ...], list_bounds(2, 3)]


@dataclass(frozen=True, slots=True)
class Table:
    """A table with names, and the reasons for it in words.

    Only the desk and the table itself get reports, the dispute and calls to the director. Only the desk gets their notes.
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
    calls: Annotated[tuple[DirectorCall, ...], list_bounds(0, MOST_CALLS)]
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
class Reseating:
    """A round that would change. `stay`: the number of tables that stay."""

    round: Ordinal
    stay: Annotated[Count, Description("The number of tables that stay.")]
    gone: list[Table]
    new: list[Table]
    byes_before: tuple[str, ...]
    byes: tuple[str, ...]


WORDS = array(text())
_SEATS = array(nullable(text()))
_MOVED = array(object_schema({"id": text(), "before": nullable(integer(1)), "after": nullable(integer(1))}))
_RESEATED = object_schema({"round": integer(1), "table": integer(1), "sides": array(WORDS), "played": FLAG})
_WRONG = object_schema(
    {"match": text(), "round": integer(1), "table": integer(1), "seated": _SEATS, "should_be": _SEATS, "played": FLAG},
)

Row = Annotated[dict[str, Any], ref("StandingsRow")]


@dataclass(frozen=True, slots=True)
class TournamentWritten:
    """An event, and the current state of the parts it changed."""

    revision: Revision
    action: str
    subject: str
    undoes: Revision | None
    status: Status
    tables: list[Table]
    rounds: list[Round]
    entrants: list[EnteredEntrant]
    clock: Clock | None


@dataclass(frozen=True, slots=True)
class TournamentStandings:
    """The standings. `handicap`: with handicaps, null if no one has one; `by_tag`: the lines of each tag, in the same order.

    `decisions`: ties that were decided at the very end, or for the draw of finals (`stage`).
    """

    revision: Revision
    standings: list[Row]
    handicap: list[Row] | None
    by_tag: dict[str, list[Row]]
    decisions: list[TieDecision]


@dataclass(frozen=True, slots=True)
class Choice:
    """A way to handle a correction, with the rounds and ranks that change."""

    code: Annotated[str, one_of(("keep", "repair", "take_away"))]
    rounds: list[Reseating]
    moved: Annotated[tuple[RankChange, ...], _MOVED]


@dataclass(frozen=True, slots=True)
class Consequences:
    """The effects of a correction."""

    moved: Annotated[tuple[RankChange, ...], _MOVED]
    reseated: Annotated[tuple[OutdatedTable, ...], array(_RESEATED)]
    wrong: Annotated[tuple[WrongMatch, ...], array(_WRONG)]
    can_repair: bool
    finals: Annotated[
        tuple[FinalChange, ...],
        array(object_schema({"id": text(), "final": nullable(text())})),
        Description("Entrants of another final by this result. The finals stay as drawn."),
    ]
    choices: Annotated[
        list[Choice],
        Description("Ways to make the correction. The first keeps all pairings; the others need `repair` or `take_away`."),
    ] = LEFT_OUT


name_schemas(
    StatusOfTournament=one_of(STATUSES),
    SecretLink=Link,
    SideReport=Report,
    TableResult=object_schema(_RESULT_PARTS, _RESULT_PARTS),
    SubstitutePlayer=Substitute,
    Entrant=mark_complete(EnteredEntrant, "id", "n", "name", "players", "status"),
    TournamentRecord={**OBJECT, "required": ["format", "name", "method", "entrants", "rounds"]},
)
