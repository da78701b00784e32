"""API endpoints for standings, cross-table, bracket and report, and for a tournament record, as in the command line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from flask import Response

from scorekeeper.clubs.api.authorization import client_account
from scorekeeper.core.api import requests, responses
from scorekeeper.core.api.json_schema import (
    FLAG,
    OBJECT,
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
from scorekeeper.core.api.operations import OperationGroup
from scorekeeper.core.api.schema import name_schemas
from scorekeeper.core.i18n.translation import t as request_t
from scorekeeper.formats.declared import copy_as, dump
from scorekeeper.formats.tournament_answers import bracket_json, check_json
from scorekeeper.pairing.record.bracket import StageBracket
from scorekeeper.pairing.verify.verify import check
from scorekeeper.pairing.words import problem_text
from scorekeeper.tournaments.api import models
from scorekeeper.tournaments.api import responses as tournament_answers
from scorekeeper.tournaments.api.authorization import tournament_operations
from scorekeeper.tournaments.api.models import WORDS, Row
from scorekeeper.tournaments.commands.authorization import TournamentAccess
from scorekeeper.tournaments.commands.cross_table import CrossLine, cross_table
from scorekeeper.tournaments.commands.files import record_answers
from scorekeeper.tournaments.commands.files.record_answers import find_blockage
from scorekeeper.tournaments.commands.history import TournamentStep
from scorekeeper.tournaments.commands.live import live_games
from scorekeeper.tournaments.commands.rounds.rounds import MOST_COMPARED
from scorekeeper.tournaments.commands.snapshot import Board
from scorekeeper.tournaments.commands.tables_state import EnteredEntrant


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
    finals: Annotated[list[Any], array(ref("FinalBracket"))]


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
    rounds: list[models.Round]


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
    "finals": array(ref("FinalBracket")),
}
_SCHEDULED = object_schema(
    {"round": integer(1), "tables": array(object_schema({**_PLANNED, "why": WORDS}, ("match", "pool", "why"))), "byes": WORDS}
)
_FOUND = object_schema({"round": integer(0), "rule": text(), "text": text()})

name_schemas(
    Schedule=object_schema({"rounds": array(_SCHEDULED), "made_by": one_of(("plan", "whist", "search")), "balance": OBJECT}),
    StandingsRow={**OBJECT, "properties": {**_ROW, "counts": FLAG, "final": text()}, "required": list(_ROW)},
    BracketMatch=object_schema(_BRACKET_MATCH),
    FinalBracket=object_schema({"final": text(), "bracket": array(ref("BracketMatch"))}),
    RankedRecord=object_schema({"standings": array({**OBJECT, "required": ["rank", "id", "separated_by"]})}),
    PairedRound=object_schema(_PAIRED, ("why_byes", "notes", "stage", "bracket", "finals")),
    Report=FinalReport,
    TournamentCheck=object_schema({"ok": FLAG, "problems": array(_FOUND), "stuck": OBJECT}, ("stuck",)),
    TournamentChange=TournamentStep,
)

_RECORDS = OperationGroup("records", "club.read", client_account)


@_RECORDS.post("/records/pair", body="TournamentRecord", answers={200: "PairedRound"})
def pair_record(sent: Any) -> dict[str, Any]:
    """Pair a tournament file’s next round.

    Includes the reason for each table, and the bracket of a knock-out.
    """
    return record_answers.pair_record(request_t(), sent)


@_RECORDS.post("/records/schedule", body="TournamentRecord", answers={200: "Schedule"})
def schedule_record(sent: Any) -> dict[str, Any]:
    """Schedule all rounds of a tournament file.

    Works for round robins, rotations and Mitchell movements. Shows how evenly partners and opponents mix.
    """
    return record_answers.schedule_record(request_t(), sent)


@_RECORDS.post("/records/standings", body="TournamentRecord", answers={200: "RankedRecord"})
def rank_record(sent: Any) -> dict[str, Any]:
    """Rank a tournament file’s entrants.

    Includes every tie-break, and which one separates each line from the line above.
    """
    return record_answers.rank_record(request_t(), sent)


@_RECORDS.post("/records/check", body="TournamentRecord", answers={200: "TournamentCheck"})
def check_record(sent: Any) -> dict[str, Any]:
    """Check a tournament file.

    Uses code that is independent of the pairing code. Recalculates the standings and brackets in the file.
    """
    return record_answers.check_record(request_t(), sent)


_PUBLIC = tournament_operations("standings", "club.public")
_READ = tournament_operations("standings", "club.read")


@_PUBLIC.get("/tournaments/{tournament}/standings", query=("live",), answers={200: models.TournamentStandings, 304: None})
def read_standings(access: TournamentAccess, board: Board) -> Response:
    """Read the standings.

    `final` is the entrant’s final, if there are several. `counts` is false for entrants who left a round robin early, if
    results are ignored.
    """
    if not requests.flag("live"):
        etag = tournament_answers.etag_of(access, board)
        return responses.not_modified(etag) or responses.respond(tournament_answers.standings(board, board.standings), etag=etag)
    stamp = live_games.stamp(access, board.current.number if board.current else None)
    etag = tournament_answers.etag_of(access, board, f"live{stamp}")
    if (same := responses.not_modified(etag)) is not None:
        return same
    rows = live_games.standings(board, live_games.of_round(access, board))
    return responses.respond(tournament_answers.standings(board, rows), etag=etag)


@_PUBLIC.get("/tournaments/{tournament}/cross-table", etag=tournament_answers.etag_of)
def read_cross_table(board: Board) -> CrossTable:
    """Read the cross-table.

    If `square` is true, columns are entrants; otherwise, rounds. Cells without a match are null.
    """
    return copy_as(CrossTable, cross_table(board), revision=board.revision)


@_PUBLIC.get("/tournaments/{tournament}/bracket")
def read_bracket(board: Board) -> TournamentBracket:
    """Read the bracket.

    `bracket` is null if there is none, or if `finals` lists one for each final. `from`: a seed, or another match’s winner
    or loser.
    """
    finals = [{"final": one.final, "bracket": bracket_json(one)} for one in board.brackets if one.final]
    return TournamentBracket(None if finals or board.bracket is None else bracket_json(StageBracket(board.bracket)), finals)


@_PUBLIC.get("/tournaments/{tournament}/report", etag=tournament_answers.etag_of)
def read_report(access: TournamentAccess, board: Board) -> FinalReport:
    """Read the tournament report.

    Includes winners, prizes, standings and every round. `final` is true once the tournament is finished.
    """
    rows = tournament_answers.standings(board, board.standings).standings if board.rounds else []
    return copy_as(
        FinalReport,
        board,
        final=board.status == "finished",
        about=dump(board.about),
        setup=dump(board.setup),
        entrants=board.playing,
        winners=[row for row in rows if row["rank"] == 1],
        standings=rows,
        rounds=[tournament_answers.round_of(access, board, one) for one in board.rounds],
    )


@_READ.get("/tournaments/{tournament}/check", answers={200: "TournamentCheck"})
def check_tournament(board: Board) -> dict[str, Any]:
    """Check a tournament.

    Verifies rounds and results with independent code. Above 200 entrants, only the command line compares a Swiss round with every
    possible pairing.
    """
    problems = check(board.tournament, most=MOST_COMPARED)
    stuck = None if problems else find_blockage(request_t(), board.tournament)
    return check_json(problems, lambda p: problem_text(request_t(), p, board.names), stuck)
