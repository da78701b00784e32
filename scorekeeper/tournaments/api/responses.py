"""Answers of the API about clubs and tournaments."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from flask import Response

from scorekeeper.core.api import responses
from scorekeeper.core.db.database import now
from scorekeeper.core.i18n import timezones
from scorekeeper.core.i18n.translation import language
from scorekeeper.core.i18n.translation import t as request_t
from scorekeeper.formats.declared import copy_as, dump
from scorekeeper.formats.tournament_answers import standings_json
from scorekeeper.formats.tournament_v2 import v2_json
from scorekeeper.pairing.record.draft import Reason
from scorekeeper.pairing.record.errors import TournamentError
from scorekeeper.pairing.standings.ties import decisions_in_effect
from scorekeeper.pairing.words import reason_text, tournament_error_text
from scorekeeper.tournaments.api import models
from scorekeeper.tournaments.commands.authorization import TournamentAccess
from scorekeeper.tournaments.commands.calls.board_calls import accepts_calls
from scorekeeper.tournaments.commands.door.door_state import read_door
from scorekeeper.tournaments.commands.event_writer import BoardConflict, WrittenTournament
from scorekeeper.tournaments.commands.history import step_of
from scorekeeper.tournaments.commands.live.live_games import MatchOnPad
from scorekeeper.tournaments.commands.redacted_view import redact
from scorekeeper.tournaments.commands.results import correction_choices
from scorekeeper.tournaments.commands.results.results import OverrulesTable
from scorekeeper.tournaments.commands.snapshot import Board
from scorekeeper.tournaments.commands.tables_state import EnteredEntrant, RoundView, TableView
from scorekeeper.tournaments.store import parts
from scorekeeper.tournaments.store import parts as round_clock

Json = dict[str, Any]


def etag_of(access: TournamentAccess, board: Board, more: str = "") -> str:
    """Return an ETag for answers about the tournament.

    It changes with everything they show, including time running out. `more`: anything else they depend on.
    """
    last = "-last" if board.clock is not None and board.clock.last_hand(now()) else ""
    return f'W/"{board.revision}-{access.role}{len(access.rights)}-{board.names_shown}-{language()}{last}{more and "-" + more}"'


def tournament(access: TournamentAccess, board: Board) -> models.Tournament:
    """Return a tournament, without rounds and standings, which have their own addresses."""
    desk = access.may("score")
    error = board.next_error if desk else None
    return copy_as(
        models.Tournament,
        board,
        id=access.tournament_id,
        role=access.role,
        club=models.HomeClub(access.club_id, access.club_slug, access.club_name, timezones.club_zone(access.zone).key),
        about=dump(board.about),
        entry_form=dump(board.entry),
        door=None if (door := read_door(board)) is None else models.DoorSettings(door.price, door.prices),
        director_calls=accepts_calls(board),
        entrants=[e for e in board.entrants if desk or e.status != "withdrawn"],
        rounds=[r.number for r in board.rounds],
        draft=board.draft.number if desk and board.draft else None,
        draft_stale=desk and board.draft_stale,
        clock=clock(board.clock),
        next=None if error is None else problem(error),
    )


def brief(access: TournamentAccess, board: Board) -> models.TournamentBrief:
    return models.TournamentBrief(access.tournament_id, board.name, board.status)


def problem(error: TournamentError) -> models.Why:
    """Return why no next round can be paired now."""
    return models.Why(error.code, tournament_error_text(request_t(), error))


def entrant_page(board: Board, entry: EnteredEntrant) -> models.EntrantPage:
    """Return an entrant with its rank and every round so far, latest first."""
    row = next((r for r in board.standings if r.id == entry.id), None) if board.rounds else None
    rounds = [_own_round(board, one, entry.id) for one in reversed(board.rounds)]
    return models.EntrantPage(board.revision, entry, None if row is None else row.rank, rounds)


def _own_round(board: Board, one: RoundView, who: str) -> models.OwnRound:
    seat = one.seat(who)
    table = seat.table if seat is not None else None
    side = seat.side if seat is not None and table is not None else None
    sides = table.sides if table is not None else ()
    return models.OwnRound(
        round=one.number,
        status="away" if seat is None else "bye" if table is None else table.status,
        table=None if table is None else table.number,
        side=side,
        partners=[i for i in sides[side] if i != who] if side is not None else [],
        opponents=[i for n, ids in enumerate(sides) if n != side for i in ids],
        names={i: board.name_of(i, one.number) for ids in sides for i in ids},
        result=table.result if table is not None and table.result.known else None,
    )


def round_of(access: TournamentAccess, board: Board, one: RoundView) -> models.Round:
    """Return a round: its tables with the reasons for them, byes and notes."""
    return copy_as(
        models.Round,
        one,
        round=one.number,
        tables=tuple(table(access, board, t) for t in one.tables),
        why_byes={i: _reason_texts(board, why) for i, why in one.why_bye.items()},
        notes=_reason_texts(board, one.notes),
    )


def _reason_texts(board: Board, reasons: tuple[Reason, ...]) -> tuple[str, ...]:
    return tuple(reason_text(request_t(), one, board.names) for one in reasons)


def table(access: TournamentAccess, board: Board, t: TableView) -> models.Table:
    """Return a table. Only the desk and the table itself get reports, disputes and calls."""
    inside = access.may("score") or (access.may("table") and (access.round, access.table) == (t.round, t.number))
    return copy_as(
        models.Table,
        t,
        table=t.number,
        names=tuple(tuple(board.name_of(i, t.round) for i in side) for side in t.sides),
        result=t.result if t.result.known else None,
        reports=tuple(t.reports.values()) if inside else (),
        dispute=t.dispute if inside else None,
        calls=(t.calls if access.may("score") else tuple(replace(one, note="") for one in t.calls)) if inside else (),
        why=_reason_texts(board, t.why),
    )


def live_table(access: TournamentAccess, board: Board, t: TableView, found: MatchOnPad | None) -> models.LiveTable:
    """Return a table with the progress of its match on the pad."""
    live = None if found is None else copy_as(models.LiveMatch, found.progress, games=found.game_ids)
    return copy_as(models.LiveTable, table(access, board, t), live=live)


def reseating(access: TournamentAccess, board: Board, found: correction_choices.Reseating) -> models.Reseating:
    removed, new = ([table(access, board, t) for t in tables] for tables in (found.gone, found.new))
    return copy_as(models.Reseating, found, gone=removed, new=new)


def choice(access: TournamentAccess, board: Board, found: correction_choices.RepairChoice) -> models.Choice:
    return copy_as(models.Choice, found, rounds=[reseating(access, board, one) for one in found.rounds])


def clock(clock: round_clock.Clock | None) -> models.Clock | None:
    """Return the round clock with the seconds left now."""
    moment = now()
    return None if clock is None else copy_as(models.Clock, clock, left=clock.left(moment), last_hand=clock.last_hand(moment))


def standings(board: Board, rows: Any) -> models.TournamentStandings:
    """Return the standings with every tie-break column, and the tie-break that decided each line."""
    found: Any = v2_json(standings_json(rows), board.tournament, board.public_additions)
    handicap = found.get("handicap")
    decisions = list(dict.fromkeys(decisions_in_effect(rows, board.tournament.decided).values()))
    decisions += [one for one in board.tournament.decided if one.stage is not None]
    return models.TournamentStandings(
        board.revision,
        _named_rows(board, found["standings"]),
        None if handicap is None else _named_rows(board, handicap),
        {tag: _named_rows(board, some) for tag, some in found.get("by_tag", {}).items()},
        decisions,
    )


def _named_rows(board: Board, rows: list[Json]) -> list[Json]:
    return [{**row, "name": board.names.get(row["id"], row["id"])} for row in rows]


def match_json(board: Board, number: int, pool: str | None = None) -> Json:
    """Return the length of a match in a round, or in one of its finals."""
    match = board.match_in(number, pool)
    return {"kind": match.kind, "hands": match.hands, "minutes": match.minutes, "best_of": match.best_of}


def change_response(access: TournamentAccess, done: WrittenTournament, status: int = 200) -> Response:
    """Return the answer to a command: the event, and the current state of the parts it changed.

    A repeated key gets the same kind of answer.
    """
    board, change = redact(access, done.now), done.change
    places = sorted({place for part in change.after if (place := parts.place_of(part))})
    rounds = sorted(int(part[6:]) for part in change.after if part.startswith("round/"))
    ids = [part[8:] for part in change.after if part.startswith("entrant/")]
    found_rounds = [
        r for n in rounds if (r := board.round(n) or (board.draft if board.draft and board.draft.number == n else None))
    ]
    body = models.TournamentWritten(
        board.revision,
        change.action,
        change.subject,
        change.undoes,
        board.status,
        tables=[table(access, board, t) for place in places if (t := board.table(*place))],
        rounds=[round_of(access, board, r) for r in found_rounds],
        entrants=[e for i in ids if (e := board.entrant(i))],
        clock=clock(board.clock),
    )
    response = responses.respond(body, status, etag=f'"{board.revision}"')
    if done.repeated:
        response.headers["Idempotency-Replayed"] = "true"
    return response


def overruling_json(refusal: OverrulesTable) -> Json:
    """Return the table's result next to the one that was sent."""
    versions_json = [{"side": one.side, "result": one.result} for one in refusal.versions]
    return {
        "current": {"revision": refusal.revision, "tables": []},
        "since": [],
        "yours": {"result": refusal.yours},
        "told": versions_json,
    }


def conflict(refusal: BoardConflict) -> Json:
    """Return the events that conflict with a command, and the parts it would have written."""
    access, board = refusal.access, refusal.board
    inside = access.may("score")
    since = [step_of(access, board, row) for row in refusal.since] if inside else []
    tables = []
    if not inside and access.round and access.table and (mine := board.table(access.round, access.table)):
        tables = [table(access, board, mine)]
    return {"current": {"revision": board.revision, "tables": tables}, "since": since, "yours": refusal.yours}
