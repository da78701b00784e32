"""What the API gives about games. The game record itself, its replay and its events: `record_schemas`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any

from scorekeeper.base import limits
from scorekeeper.base.api.declared import named
from scorekeeper.base.api.paging import Next
from scorekeeper.base.api.problems import TITLES
from scorekeeper.base.api.shapes import (
    FLAG,
    SEAT,
    SIDE,
    Count,
    Id,
    Ordinal,
    Schema,
    array,
    many,
    maybe,
    obj,
    one_of,
    ref,
    text,
    whole,
)
from scorekeeper.engine.ledger import STATUSES
from scorekeeper.games.actions.game_state import STRUCK
from scorekeeper.games.actions.history import GameStep, Revision
from scorekeeper.games.api.record_schemas import BID, CALL, KNOWN_BIDS, TRUMP

Json = dict[str, Any]
Role = Annotated[str, ref("GameRole")]
Scores = Annotated[tuple[int, ...], many(2, 6)]
Sides = Annotated[Sequence[int], array(SIDE, 0, 6)]
Record = Annotated[Json, ref("Record")]
Replay = Annotated[Json, ref("Replay")]
Outcome = Annotated[Json, ref("Outcome")]
Contract = Annotated[Json, ref("OpenContract")]
Needs = Annotated[Json, ref("Needs")]

_SEATS, _SIDES = array(SEAT, 0, 6), array(SIDE, 0, 6)
_GAMES_TO_WIN = whole(1, limits.MOST_GAMES_TO_WIN)
_LINE = maybe(text(limits.LONGEST_PLACE))
Line = Annotated[str | None, _LINE]


def _codes() -> Schema:
    return one_of(TITLES)  # to which subjects add theirs


@dataclass(frozen=True, slots=True)
class EntryError:
    """Why an entry cannot be scored."""

    event: Count
    code: Annotated[str, _codes]
    message: str


@dataclass(slots=True)
class EntryFacts:
    """An entry without its event. Not frozen: each answer about a game makes all of them, and freezing doubles their cost."""

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
    """The match that a game belongs to, and which game of it."""

    id: Id
    number: Ordinal


@dataclass(frozen=True, slots=True)
class Occasion:
    """Where a game is played, and what for."""

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
    entries: list[EntryFacts]
    struck: list[Entry]
    contract: Contract | None
    needs: Needs | None


@dataclass(frozen=True, slots=True)
class Link:
    """A share link, with the secret that it is."""

    id: Id
    role: Role
    token: str
    path: str
    created_at: datetime
    revoked_at: datetime | None
    devices: Count


@dataclass(frozen=True, slots=True)
class FirstLinks:
    """The links that a game began with, one a role."""

    score: Link | None
    watch: Link | None


@dataclass(frozen=True, slots=True)
class NewGame(Game):
    """A game that was made."""

    links: FirstLinks


@dataclass(frozen=True, slots=True)
class GameBrief:
    """A game on a list."""

    id: Id
    revision: Revision
    role: Role
    created_at: datetime
    changed_at: datetime
    players: Annotated[tuple[str, ...], many(2, 6)]
    hands: Count
    scores: Scores
    outcome: Outcome
    href: str


@dataclass(frozen=True, slots=True)
class GameList:
    """Games, the one last changed first."""

    games: Annotated[list[GameBrief], many(0, 100)]
    next: Next


@dataclass(frozen=True, slots=True)
class Match:
    """A match: its games, and the games won by side."""

    games: list[GameBrief]
    score: Annotated[tuple[Count, ...], many(2, 6)]
    winners: Sides
    games_to_win: Annotated[int, _GAMES_TO_WIN] | None


@dataclass(frozen=True, slots=True)
class History:
    """Changes, the newest first."""

    changes: list[GameStep]
    next: Next


@dataclass(frozen=True, slots=True)
class Standing:
    """How a game stands, in short."""

    scores: Scores
    dropped: Sides
    next_dealer: Annotated[int, SEAT]
    outcome: Outcome
    contract: Contract | None
    needs: Needs | None


@dataclass(frozen=True, slots=True)
class Later:
    """An entry that a change moves."""

    before: Entry | None
    after: Entry | None


@dataclass(frozen=True, slots=True)
class Effect(Standing):
    """What a change does or would do: to which entry, to later ones, and which cannot be scored then."""

    entry: Entry | None
    later: list[Later]
    problems: list[Id]


@dataclass(frozen=True, slots=True)
class Written(Effect):
    """A change that was made."""

    revision: Revision
    undoes: Revision | None


@dataclass(frozen=True, slots=True)
class Preview(Effect):
    """A change that would be made."""

    revision: Revision


@dataclass(frozen=True, slots=True)
class NeedsAnswer:
    """What the coming hand must tell; None when the game is over."""

    revision: Revision
    needs: Needs | None


@dataclass(frozen=True, slots=True)
class Current(Standing):
    """The game as it is by now."""

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
    "silent": maybe(SEAT),
    "contractors": _SEATS,
    "bids": array(BID),
    "piles": one_of(("sides", "camps")),
    "pile_sides": _SIDES,
    "bidders": _SEATS,
    "sides_at_line": _SIDES,
    "line": whole(),
    "qualifying": whole(),
    **dict.fromkeys(_NEEDED, FLAG),
}
GAME_SHAPES = named(
    *(EntryError, EntryFacts, Entry, ("OpenContract", obj(_CONTRACT, ("bids", "auction", "trump", "announced_all")))),
    *(("Needs", obj(_NEEDS)), Game, NewGame, GameBrief, GameList, Match),
    *(("Change", GameStep), History, Written, Preview, NeedsAnswer, Current, Link),
    ("LinkList", obj({"links": array(ref("Link"))})),
)
