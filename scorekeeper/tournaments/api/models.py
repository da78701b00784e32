"""Models of the API's answers about tournaments, entrants and the clock."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any

from scorekeeper.clubs.store.account import ROLES
from scorekeeper.core.api.json_schema import OBJECT, Count, Day, Id, Ordinal, Revision, integer, one_of, ref
from scorekeeper.core.api.paging import Next
from scorekeeper.core.api.schema import mark_complete, name_schemas, register_serializer
from scorekeeper.formats.tournament_record import dump_result
from scorekeeper.pairing.method import METHODS
from scorekeeper.pairing.record.record import Result, Substitute
from scorekeeper.tournaments.commands.tables_state import TABLE_STATUSES, EnteredEntrant, Side
from scorekeeper.tournaments.store.parts import SetupPart
from scorekeeper.tournaments.store.tournament import STATUSES

register_serializer(Result, ref("TableResult"), dump_result)

Status = Annotated[str, ref("StatusOfTournament")]
Method = Annotated[str, one_of(METHODS)]


@dataclass(frozen=True, slots=True)
class ListedTournament:
    """A tournament in a list."""

    id: Id
    name: str
    day: Day
    status: Status
    changed_at: datetime
    href: str


@dataclass(frozen=True, slots=True)
class TournamentList:
    """Tournaments, latest day first."""

    tournaments: list[ListedTournament]
    next: Next


@dataclass(frozen=True, slots=True)
class EntrantList:
    revision: Revision
    entrants: list[EnteredEntrant]
    next: Next


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
class OwnSeat(EntrantPage):
    """The answer to an entrant's link."""

    tournament: TournamentBrief
    link: Link | None
    clock: Clock | None


@dataclass(frozen=True, slots=True)
class EntryFormNow:
    """The entry form, whether it accepts entries now, and the numbers of entrants and of waiting ones."""

    revision: Revision
    open: bool
    limit: Annotated[int, integer(2)] | None
    closes: str | None
    note: str
    accepting: bool
    players_each: Annotated[int, integer(1, 2)]
    in_: Count
    waiting: Count


@dataclass(frozen=True, slots=True)
class TournamentClock:
    """The round clock, or None."""

    revision: Revision
    clock: Clock | None


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
    entrants: list[EnteredEntrant]
    rounds: list[Ordinal]
    draft: Ordinal | None
    draft_stale: bool
    clock: Clock | None
    next: Why | None


@dataclass(frozen=True, slots=True)
class ProposedFormat:
    """A format that suits the entrants and the time."""

    method: Method
    options: dict[str, Any]
    rounds: Ordinal
    hands: Ordinal
    minutes: Ordinal
    fits: bool
    text: str


@dataclass(frozen=True, slots=True)
class FormatList:
    """Formats, best first."""

    formats: list[ProposedFormat]


name_schemas(
    StatusOfTournament=one_of(STATUSES),
    SecretLink=Link,
    SubstitutePlayer=Substitute,
    Entrant=mark_complete(EnteredEntrant, "id", "n", "name", "players", "status"),
    TournamentRecord={**OBJECT, "required": ["format", "name", "method", "entrants", "rounds"]},
)
