"""The API's answers about games. `record_schemas` has the game record, its replay and its events."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any

from scorekeeper.core import limits
from scorekeeper.core.api.json_schema import (
    FLAG,
    SEAT,
    SIDE,
    Count,
    Description,
    Id,
    Ordinal,
    Schema,
    array,
    integer,
    list_bounds,
    nullable,
    object_schema,
    one_of,
    ref,
    text,
)
from scorekeeper.core.api.problems import TITLES
from scorekeeper.core.api.schema import name_schemas
from scorekeeper.engine.replay.ledger import STATUSES
from scorekeeper.games.api.record_schemas import BID, CALL, KNOWN_BIDS, TRUMP
from scorekeeper.games.commands.game_state import STRUCK
from scorekeeper.games.commands.history import GameStep, Revision
from scorekeeper.games.store.link import ROLES

Json = dict[str, Any]
Role = Annotated[str, ref("GameRole")]
Scores = Annotated[tuple[int, ...], list_bounds(2, 6)]
Sides = Annotated[Sequence[int], array(SIDE, 0, 6)]
Record = Annotated[Json, ref("Record")]
Replay = Annotated[Json, ref("Replay")]
Outcome = Annotated[Json, ref("Outcome")]
Contract = Annotated[Json, ref("OpenContract")]
Needs = Annotated[Json, ref("Needs")]

_SEATS, _SIDES = array(SEAT, 0, 6), array(SIDE, 0, 6)
_GAMES_TO_WIN = integer(1, limits.MOST_GAMES_TO_WIN)
_LINE = nullable(text(limits.LONGEST_PLACE))
Line = Annotated[str | None, _LINE]


def _codes() -> Schema:
    return one_of(TITLES)  # subjects add theirs to these


@dataclass(frozen=True, slots=True)
class EntryError:
    """Why an entry can't be scored."""

    event: Count
    code: Annotated[str, _codes]
    message: str


@dataclass(slots=True)
class EntryFacts:
    """An entry without its event. It is not frozen, because that would double its cost, and an answer contains many."""

    entry: Id
    n: Ordinal | None
    number: Ordinal | None
    status: Annotated[str, one_of((*STATUSES, STRUCK))]
    at: datetime
    who: str
    corrected: Count
    error: EntryError | None


@dataclass(slots=True)
class Entry(EntryFacts):
    """An entry with its event and its score."""

    event: Annotated[Json, ref("Event")]
    hand: Annotated[Json, ref("Hand")] | None


@dataclass(frozen=True, slots=True)
class MatchPlace:
    """The match that a game belongs to, and its number in the match."""

    id: Id
    number: Ordinal


@dataclass(frozen=True, slots=True)
class Occasion:
    """The place and the occasion of a game."""

    place: Line
    occasion: Line


@dataclass(frozen=True, slots=True)
class Game:
    """A game in full."""

    id: Id
    revision: Revision
    role: Role
    created_at: datetime
    changed_at: datetime
    match: MatchPlace | None
    next_game: Id | None
    about: Occasion
    record: Record
    replay: Replay
    entries: Annotated[list[EntryFacts], Description("In the order of `record.events`.")]
    struck: Annotated[list[Entry], Description("Voided entries.")]
    contract: Contract | None
    needs: Needs | None


@dataclass(frozen=True, slots=True)
class Link:
    """A share link with its secret."""

    id: Id
    role: Role
    token: str
    path: str
    created_at: datetime
    revoked_at: datetime | None
    devices: Count


@dataclass(frozen=True, slots=True)
class GameBrief:
    """A game on a list."""

    id: Id
    revision: Revision
    role: Role
    created_at: datetime
    changed_at: datetime
    players: Annotated[tuple[str, ...], list_bounds(2, 6)]
    hands: Count
    scores: Scores
    outcome: Outcome
    href: str


@dataclass(frozen=True, slots=True)
class Match:
    """A match: its games, and the games won by side."""

    games: list[GameBrief]
    score: Annotated[tuple[Count, ...], list_bounds(2, 6)]
    winners: Sides
    games_to_win: Annotated[int, _GAMES_TO_WIN] | None


@dataclass(frozen=True, slots=True)
class Standing:
    """A summary of a game's state."""

    scores: Scores
    dropped: Sides
    next_dealer: Annotated[int, SEAT]
    outcome: Outcome
    contract: Contract | None
    needs: Needs | None


@dataclass(frozen=True, slots=True)
class Later:
    """An entry that a change affects."""

    before: Entry | None
    after: Entry | None


@dataclass(frozen=True, slots=True)
class Effect(Standing):
    """What a change does or would do: the entry, the later entries, and the entries that can't be scored then."""

    entry: Entry | None
    later: list[Later]
    problems: list[Id]


@dataclass(frozen=True, slots=True)
class Written(Effect):
    """A change that was made."""

    revision: Revision
    undoes: Revision | None


@dataclass(frozen=True, slots=True)
class Current(Standing):
    """The current state of the game."""

    revision: Revision
    record: Record
    replay: Replay
    entries: list[EntryFacts]


_CONTRACT = {
    "contractor": SEAT,
    "bid": BID,
    "bids": KNOWN_BIDS,
    "auction": array(CALL, 1),
    "trump": TRUMP,
    "announced_all": FLAG,
}
_NEEDED = ("who_bid", "trump", "no_trump", "called_seat", "announced_all", "tricks_lost", "passed_out", "misdeal")
_NEEDS = {
    "dealer": SEAT,
    "silent": nullable(SEAT),
    "contractors": _SEATS,
    "bids": array(BID),
    "piles": one_of(("sides", "camps")),
    "pile_sides": _SIDES,
    "bidders": _SEATS,
    "sides_at_line": _SIDES,
    "line": integer(),
    "qualifying": integer(),
    **dict.fromkeys(_NEEDED, FLAG),
}
name_schemas(
    GameRole=one_of(ROLES),
    OpenContract=object_schema(_CONTRACT, ("bids", "auction", "trump", "announced_all")),
    Needs=object_schema(_NEEDS),
    Change=GameStep,
    Current=Current,
    LinkList=object_schema({"links": array(ref("Link"))}),
)
