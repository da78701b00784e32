"""Models of the API's answers about standings, events and a record's checks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from scorekeeper.core.api.json_schema import (
    FLAG,
    OBJECT,
    Description,
    Ordinal,
    Revision,
    array,
    integer,
    nullable,
    object_schema,
    one_of,
    ref,
    text,
)
from scorekeeper.core.api.paging import Next
from scorekeeper.core.api.schema import LEFT_OUT, name_schemas
from scorekeeper.pairing.directing.corrections import OutdatedTable, RankChange, WrongMatch
from scorekeeper.tournaments.api import models, round_models
from scorekeeper.tournaments.commands.cross_table import CrossLine
from scorekeeper.tournaments.commands.history import TournamentStep
from scorekeeper.tournaments.commands.tables_state import EnteredEntrant

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
    status: models.Status
    tables: list[round_models.Table]
    rounds: list[round_models.Round]
    entrants: list[EnteredEntrant]
    clock: models.Clock | None


@dataclass(frozen=True, slots=True)
class TournamentStandings:
    revision: Revision
    standings: list[Row]


@dataclass(frozen=True, slots=True)
class Choice:
    """A way to handle a correction, with the rounds and ranks that change."""

    code: Annotated[str, one_of(("keep", "repair", "take_away"))]
    rounds: list[round_models.Reseating]
    moved: Annotated[tuple[RankChange, ...], _MOVED]


@dataclass(frozen=True, slots=True)
class Consequences:
    """The effects of a correction."""

    moved: Annotated[tuple[RankChange, ...], _MOVED]
    reseated: Annotated[tuple[OutdatedTable, ...], array(_RESEATED)]
    wrong: Annotated[tuple[WrongMatch, ...], array(_WRONG)]
    can_repair: bool
    choices: Annotated[
        list[Choice],
        Description("Ways to make the correction. The first keeps all pairings; the others need `repair` or `take_away`."),
    ] = LEFT_OUT


@dataclass(frozen=True, slots=True)
class UndoPreview:
    """Each part an undo would change, before and after."""

    revision: Revision
    before: dict[str, Any]
    after: dict[str, Any]
    consequences: Consequences | None


@dataclass(frozen=True, slots=True)
class TournamentHistory:
    """Events, newest first. `more`: read on before this revision, as `next` does."""

    changes: list[TournamentStep]
    more: Revision | None
    next: Next


@dataclass(frozen=True, slots=True)
class CrossTable:
    """The cross-table. `square`: there is a column for each line; if not, for each round."""

    revision: Revision
    square: bool
    columns: tuple[Ordinal, ...]
    lines: tuple[CrossLine, ...]


@dataclass(frozen=True, slots=True)
class TournamentBracket:
    """The bracket, or None."""

    bracket: Annotated[list[Any], array(ref("BracketMatch"))] | None


@dataclass(frozen=True, slots=True)
class FinalReport:
    """The whole tournament. `final`: it is finished."""

    revision: Revision
    final: bool
    about: dict[str, Any]
    setup: dict[str, Any]
    entrants: list[EnteredEntrant]
    winners: list[Row]
    standings: list[Row]
    rounds: list[round_models.Round]


_ROW = {"rank": integer(1), "id": text(), "name": text(), "separated_by": nullable(text())}
_PLANNED = {"table": integer(1), "sides": array(WORDS, 2, 3), "match": text(), "pool": text()}
_BRACKET_MATCH = {
    "match": text(),
    "part": text(),
    "round": integer(1),
    "sides": array(nullable(array(text(), 0, 1)), 2, 2),
    "from": array(OBJECT, 2, 2),
    "status": text(),
    "winner": nullable(text()),
    "seat": nullable(object_schema({"round": integer(1), "table": integer(1)})),
}
_PAIRED = {
    "round": integer(1),
    "tables": array(object_schema({**_PLANNED, "why": WORDS}, ("match", "pool"))),
    "byes": WORDS,
    "rematches": integer(0),
    "why_byes": {**OBJECT, "additionalProperties": WORDS},
    "notes": WORDS,
    "stage": integer(1),
    "bracket": array(ref("BracketMatch")),
}
_SCHEDULED = object_schema(
    {"round": integer(1), "tables": array(object_schema({**_PLANNED, "why": WORDS}, ("match", "pool", "why"))), "byes": WORDS}
)
_FOUND = object_schema({"round": integer(0), "rule": text(), "text": text()})

name_schemas(
    Schedule=object_schema({"rounds": array(_SCHEDULED), "made_by": one_of(("plan", "whist", "search")), "balance": OBJECT}),
    StandingsRow={**OBJECT, "properties": {**_ROW, "counts": FLAG}, "required": list(_ROW)},
    BracketMatch=object_schema(_BRACKET_MATCH),
    RankedRecord=object_schema({"standings": array({**OBJECT, "required": ["rank", "id", "separated_by"]})}),
    PairedRound=object_schema(_PAIRED, ("why_byes", "notes", "stage", "bracket")),
    Report=FinalReport,
    TournamentCheck=object_schema({"ok": FLAG, "problems": array(_FOUND), "stuck": OBJECT}, ("stuck",)),
    TournamentChange=TournamentStep,
)
