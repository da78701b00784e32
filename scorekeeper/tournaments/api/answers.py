"""What the API answers about clubs and tournaments."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from flask import Response

from scorekeeper.base import hours
from scorekeeper.base.api import answers
from scorekeeper.base.db import now
from scorekeeper.base.i18n import language
from scorekeeper.base.i18n import t as request_t
from scorekeeper.codec.tournament_answers import standings_json
from scorekeeper.codec.tournament_record import dump_result
from scorekeeper.tournament.draft import Reason
from scorekeeper.tournament.errors import TournamentError
from scorekeeper.tournament.words import reason_text, tournament_error_text
from scorekeeper.tournaments.actions.board import Board
from scorekeeper.tournaments.actions.choices import Choice, Reseating
from scorekeeper.tournaments.actions.clock_state import Clock
from scorekeeper.tournaments.actions.history import Step, step_of
from scorekeeper.tournaments.actions.live import Live
from scorekeeper.tournaments.actions.match import Progress
from scorekeeper.tournaments.actions.overruling import Overrules
from scorekeeper.tournaments.actions.tables_state import Entry, Report, RoundView, TableView
from scorekeeper.tournaments.actions.way import TournamentWay
from scorekeeper.tournaments.actions.writing import BoardConflict, Written
from scorekeeper.tournaments.store import parts

Json = dict[str, Any]


def etag_of(way: TournamentWay, board: Board, more: str = "") -> str:
    """Changes with everything that an answer about the tournament shows, time running out too, besides what `more` stands for."""
    last = "-last" if board.clock is not None and board.clock.last_hand(now()) else ""
    return f'W/"{board.revision}-{way.role}{len(way.rights)}-{language()}{last}{more and "-" + more}"'


def tournament(way: TournamentWay, board: Board) -> Json:
    """A tournament in full, rounds and standings apart, which have addresses of their own."""
    desk = way.may("score")
    error = board.next_error if desk else None
    return {
        "id": way.tournament_id,
        "revision": board.revision,
        "role": way.role,
        "club": {"id": way.club_id, "slug": way.club_slug, "name": way.club_name, "zone": hours.hall(way.zone).key},
        "status": board.status,
        "about": board.about,
        "setup": board.setup,
        "entry_form": board.entry,
        "entrants": [entrant(e) for e in board.entrants if desk or e.status != "withdrawn"],
        "rounds": [r.number for r in board.rounds],
        "draft": board.draft.number if desk and board.draft else None,
        "draft_stale": desk and board.draft_stale,
        "clock": clock(board.clock),
        "next": None if error is None else problem(error),
    }


def problem(error: TournamentError) -> Json:
    """Why no next round can be paired now."""
    return {"code": error.code, "message": tournament_error_text(request_t(), error)}


def entrant(entry: Entry) -> Json:
    """An entrant."""
    return {
        "id": entry.id,
        "n": entry.n,
        "name": entry.name,
        "players": entry.players,
        "status": entry.status,
        "seed": entry.seed,
        "joined": entry.joined,
        "left": entry.left,
        "byes": entry.byes,
        "absent": entry.absent,
        "substitutes": [{"round": since, "name": name} for since, name in entry.substitutes],
        "via": entry.via,
    }


def entrant_page(board: Board, entry: Entry) -> Json:
    """An entrant with every round so far, the last first, and the rank."""
    row = next((r for r in board.standings if r.id == entry.id), None) if board.rounds else None
    return {
        "revision": board.revision,
        "entrant": entrant(entry),
        "rank": None if row is None else row.rank,
        "rounds": [_own_round(board, one, entry.id) for one in reversed(board.rounds)],
    }


def _own_round(board: Board, one: RoundView, who: str) -> Json:
    seat = one.seat(who)
    table = seat.table if seat is not None else None
    side = seat.side if seat is not None and table is not None else None
    sides = table.sides if table is not None else ()
    return {
        "round": one.number,
        "status": "away" if seat is None else "bye" if table is None else table.status,
        "table": None if table is None else table.number,
        "side": side,
        "partners": [i for i in sides[side] if i != who] if side is not None else [],
        "opponents": [i for n, ids in enumerate(sides) if n != side for i in ids],
        "names": {i: board.name_of(i, one.number) for ids in sides for i in ids},
        "result": dump_result(table.result) if table is not None and table.result.known else None,
    }


def round_json(way: TournamentWay, board: Board, one: RoundView) -> Json:
    """A round: its tables with the reasons for them, byes, notes."""
    return {
        "round": one.number,
        "published": one.published,
        "stage": one.stage,
        "by_hand": one.by_hand,
        "ahead": one.ahead,
        "done": one.done,
        "rematches": one.rematches,
        "tables": [table(way, board, t) for t in one.tables],
        "byes": one.byes,
        "why_byes": {i: [_why(board, w) for w in why] for i, why in one.why_bye.items()},
        "notes": [_why(board, w) for w in one.notes],
    }


def _why(board: Board, reason: Reason) -> str:
    return reason_text(request_t(), reason, board.names)


def table(way: TournamentWay, board: Board, t: TableView) -> Json:
    """A table. Reports and disputes are for the desk and for the table itself."""
    inside = way.may("score") or (way.may("table") and (way.round, way.table) == (t.round, t.number))
    dispute = t.dispute if inside else None
    return {
        "round": t.round,
        "table": t.number,
        "sides": t.sides,
        "names": [[board.name_of(i, t.round) for i in side] for side in t.sides],
        "match": t.match,
        "pool": t.pool,
        "status": t.status,
        "result": dump_result(t.result) if t.result.known else None,
        "reports": [_report(r) for r in t.reports.values()] if inside else [],
        "dispute": dispute and {"side": dispute.side, "note": dispute.note, "at": dispute.at},
        "why": [_why(board, w) for w in t.why],
    }


def reseating(way: TournamentWay, board: Board, found: Reseating) -> Json:
    """A round that would become another."""
    return {
        "round": found.round,
        "stay": found.stay,
        "gone": [table(way, board, t) for t in found.gone],
        "new": [table(way, board, t) for t in found.new],
        "byes_before": found.byes_before,
        "byes": found.byes,
    }


def choice(way: TournamentWay, board: Board, found: Choice) -> Json:
    """One way to do a correction."""
    moved = [{"id": m.id, "before": m.before, "after": m.after} for m in found.moved]
    return {"code": found.code, "rounds": [reseating(way, board, one) for one in found.rounds], "moved": moved}


def _report(report: Report) -> Json:
    return {"side": report.side, "result": dump_result(report.result), "at": report.at, "who": report.who}


def clock(found: Clock | None) -> Json | None:
    """The round clock, and the seconds left at this moment."""
    if found is None:
        return None
    moment = now()
    return {
        "round": found.round,
        "minutes": found.minutes,
        "running": found.running,
        "left": found.left(moment),
        "ends_at": found.ends_at,
        "called_at": found.called_at,
        "last_hand": found.last_hand(moment),
    }


def standings(board: Board, rows: Any) -> Json:
    """The standings: every column of the tie-breaks, and which of them separated each line from the one above."""
    found: Any = standings_json(rows)["standings"]
    return {"revision": board.revision, "standings": [{**row, "name": board.names.get(row["id"], row["id"])} for row in found]}


def match_json(board: Board, number: int) -> Json:
    """How long a match of a round lasts."""
    match = board.match_in(number)
    return {"kind": match.kind, "hands": match.hands, "minutes": match.minutes, "best_of": match.best_of}


def live(found: Live | None) -> Json | None:
    """How far a match on the pad is."""
    return None if found is None else {"games": found.game_ids, **_progress(found.progress)}


def _progress(found: Progress) -> Json:
    return {
        "hands": found.hands,
        "hands_left": found.hands_left,
        "games_won": found.games_won,
        "scores": found.scores,
        "complete": found.complete,
        "result": None if found.result is None else dump_result(found.result),
    }


def written(way: TournamentWay, done: Written, status: int = 200) -> Response:
    """The answer to a change: what it was, and what it touched, as it stands; also where it was written before, under its key."""
    board, change = done.now, done.change
    places = sorted({place for part in change.after if (place := parts.place_of(part))})
    rounds = sorted(int(part[6:]) for part in change.after if part.startswith("round/"))
    ids = [part[8:] for part in change.after if part.startswith("entrant/")]
    found_rounds = [
        r for n in rounds if (r := board.round(n) or (board.draft if board.draft and board.draft.number == n else None))
    ]
    body = {
        "revision": board.revision,
        "action": change.action,
        "subject": change.subject,
        "undoes": change.undoes,
        "status": board.status,
        "tables": [table(way, board, t) for place in places if (t := board.table(*place))],
        "rounds": [round_json(way, board, r) for r in found_rounds],
        "entrants": [entrant(e) for i in ids if (e := board.entrant(i))],
        "clock": clock(board.clock),
    }
    response = answers.respond(body, status)
    if done.repeated:
        response.headers["Idempotency-Replayed"] = "true"
    return response


def step(found: Step) -> Json:
    """A change in the history."""
    return asdict(found)


def overruling(refusal: Overrules) -> Json:
    """What the table has told, side by side with what was to be entered."""
    told = [{"side": one.side, "result": dump_result(one.result)} for one in refusal.versions]
    return {
        "current": {"revision": refusal.revision, "tables": []},
        "since": [],
        "yours": {"result": dump_result(refusal.yours)},
        "told": told,
    }


def conflict(refusal: BoardConflict) -> Json:
    """What was changed meanwhile, and what was to be written."""
    way, board = refusal.way, refusal.board
    inside = way.may("score")
    since = [step(step_of(way, board, row)) for row in refusal.since] if inside else []
    tables = []
    if not inside and way.round and way.table and (mine := board.table(way.round, way.table)):
        tables = [table(way, board, mine)]
    return {"current": {"revision": board.revision, "tables": tables}, "since": since, "yours": refusal.yours}
