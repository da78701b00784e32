"""The API's request bodies about games. `record_schemas` has the game record and its events."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from scorekeeper.core import limits
from scorekeeper.core.api.json_schema import (
    FLAG,
    ID,
    SEAT,
    Description,
    array,
    integer,
    nullable,
    object_schema,
    one_of,
    ref,
    text,
)
from scorekeeper.core.api.schema import LEFT_OUT, name_schemas
from scorekeeper.games.api.record_schemas import BID, PILES
from scorekeeper.games.commands.history import REVISION
from scorekeeper.games.store.link import ROLES

_GAMES_TO_WIN = integer(1, limits.MOST_GAMES_TO_WIN)
_LINE = nullable(text(limits.LONGEST_PLACE))


@dataclass(frozen=True, slots=True)
class Players:
    """The names of the players."""

    players: Annotated[Any, array(text(limits.LONGEST_NAME, 1), 2, 6)]


@dataclass(frozen=True, slots=True)
class GameFirstDealer:
    """The seat that dealt first."""

    first_dealer: Annotated[Any, SEAT]


@dataclass(frozen=True, slots=True)
class GameAbout:
    """The place and the occasion of a game."""

    place: Annotated[Any, _LINE] = None
    occasion: Annotated[Any, _LINE] = None


@dataclass(frozen=True, slots=True)
class Undo:
    """The change to undo, by default the newest in effect."""

    change: Annotated[int | None, REVISION, Description("The revision of the change to undo.")] = None


@dataclass(frozen=True, slots=True)
class Rematch:
    """The number of games that win the match."""

    games_to_win: Annotated[int | None, _GAMES_TO_WIN] = None


@dataclass(frozen=True, slots=True)
class LinkRole:
    """The role of a link."""

    role: Annotated[Any, ref("GameRole")]


@dataclass(frozen=True, slots=True)
class Known:
    """The known facts about the next hand."""

    contractor: Annotated[int | None, SEAT] = None
    bid: Annotated[Any, BID] = None
    points: Annotated[list[int] | None, PILES] = None


@dataclass(frozen=True, slots=True)
class ChangeToSee:
    """A change to preview. `previews` knows which fields go together."""

    event: object = LEFT_OUT
    entry: int = LEFT_OUT
    before: int = LEFT_OUT
    strike: int = LEFT_OUT
    restore: int = LEFT_OUT
    undo: int = LEFT_OUT
    first_dealer: int = LEFT_OUT
    keep_deals: bool = False


_EVENT, _KEEP = {"event": ref("Event")}, {"keep_deals": {**FLAG, "description": "Keep later dealers as they are."}}
_PREVIEWS = {
    "PreviewEvent": object_schema({**_EVENT, **_KEEP}, _KEEP),
    "PreviewInsertion": object_schema(
        {**_EVENT, "before": {**ID, "description": "Insert the event before this entry."}, **_KEEP}, _KEEP
    ),
    "PreviewCorrection": object_schema({**_EVENT, "entry": {**ID, "description": "Replace this entry."}, **_KEEP}, _KEEP),
    "PreviewStrike": object_schema({"strike": {**ID, "description": "Void this entry."}, **_KEEP}, _KEEP),
    "PreviewRestore": object_schema({"restore": {**ID, "description": "Restore this voided entry."}, **_KEEP}, _KEEP),
    "PreviewUndo": object_schema({"undo": {**REVISION, "description": "Undo the change of this revision."}}),
    "PreviewFirstDealer": object_schema({"first_dealer": SEAT}),
}
name_schemas(**_PREVIEWS, GameRole=one_of(ROLES), PreviewQuestion={"anyOf": [ref(name) for name in _PREVIEWS]})
