"""The live desk: every table of the round, the clock, what needs somebody, and results typed from slips."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, abort, make_response, render_template, request
from flask_babel import gettext as _
from flask_wtf.csrf import generate_csrf

from scorekeeper.base import hours
from scorekeeper.base.db import now
from scorekeeper.base.i18n import language
from scorekeeper.base.pages.tickets import ticket
from scorekeeper.clubs.pages.signed_in import signed_in
from scorekeeper.tournament.results import game_points
from scorekeeper.tournaments.actions import ahead, formats
from scorekeeper.tournaments.actions.board import Board
from scorekeeper.tournaments.actions.tables_state import RoundView
from scorekeeper.tournaments.desk import result_form as forms
from scorekeeper.tournaments.desk.common import Desk, facts, open_desk, page, to
from scorekeeper.tournaments.desk.plan import plan_of
from scorekeeper.tournaments.desk.tables import Row, expected_minutes, result_text, rows_of

blueprint = Blueprint("desk_live", __name__, url_prefix="/desk/<int:tournament_id>")

_KEY = "0-key-of-this-submission-0"
_TOKEN = "0-token-of-this-session-0"


@dataclass(frozen=True)
class Entry:
    """The line for results: what is in it, and what was said about what was sent last."""

    table: str = ""
    typed: forms.Typed | None = None
    heard: str = ""
    bad: bool = False
    field: str = "table"
    sure: bool = False
    undo: int | None = None
    ask_winner: bool = False
    against: str = ""


@blueprint.get("")
@signed_in
def show(tournament_id: int) -> Response:
    """The round that is being played; before the first one, what is left to prepare."""
    desk = open_desk(tournament_id)
    current = desk.board.current
    if current is None:
        return page("tournaments/desk/prepare.html", desk, **prepare_facts(desk))
    return round_page(desk, current)


def prepare_facts(desk: Desk) -> dict[str, Any]:
    """What the page before the first round lists."""
    counts = {status: sum(e.status == status for e in desk.board.entrants) for status in ("in", "waiting", "withdrawn")}
    return {"counts": counts, "plan": plan_of(desk.board), "times": times_of(desk.board)}


def times_of(board: Board) -> list[tuple[int, str, str]]:
    """When each round should begin and end, if the format and the start say so."""
    starts = board.about.get("starts")
    if not starts:
        return []
    table = formats.timetable(board, hours.begins(board.about["day"], starts))
    changed = bool(table) and hours.changes_between(table[0][1], table[-1][2])
    return [
        (n, hours.clock(one, zoned=hours.changes_between(one, other)), hours.clock(other, zoned=changed))
        for n, one, other in table
    ]


@blueprint.get("/rounds/<int:number>")
@signed_in
def earlier(tournament_id: int, number: int) -> Response:
    """A round, whichever: the last one is the desk itself."""
    desk = open_desk(tournament_id)
    shown = desk.board.round(number) or abort(404)
    return round_page(desk, shown)


@blueprint.get("/rounds/<int:number>/live")
@signed_in
def live(tournament_id: int, number: int) -> Response:
    """The parts of the page that others change, for the script that asks again and again; 304 where nothing has."""
    desk = open_desk(tournament_id)
    shown = desk.board.round(number) or abort(404)
    return tagged(render_live(desk, shown))


def tagged(body: str) -> Response:
    """A fragment with its tag; the key of the forms in it is put in afterwards, so that it does not count."""
    response = make_response(body)
    response.set_etag(hashlib.blake2b(f"{language()}{body}".encode(), digest_size=12).hexdigest(), weak=True)
    response.make_conditional(request)
    if response.status_code != 304:
        response.set_data(body.replace(_KEY, ticket()).replace(_TOKEN, generate_csrf()))
    response.headers["Cache-Control"] = "no-cache"
    return response


def round_page(desk: Desk, shown: RoundView, entry: Entry | None = None, status: int = 200) -> Response:
    """The whole page of a round."""
    entry = entry or asked_entry(desk, shown)
    parts = live_facts(desk, shown)
    given = {**parts, "entry": entry, "games": _games(desk, shown), "form_token": generate_csrf()}
    return page("tournaments/desk/live.html", desk, status, **given)


def _games(desk: Desk, shown: RoundView) -> int:
    return forms.games_of(desk.board, shown.tables[0]) if shown.tables else 1


def asked_entry(desk: Desk, shown: RoundView) -> Entry:
    """The line for results, as the address fills it in: `?table=12`, without a script the second step of typing."""
    number = request.args.get("table", "")
    table = shown.table(int(number)) if number.isdecimal() and len(number) < 6 else None
    if table is None:
        waiting = next((t for t in shown.tables if not t.result.known), None)
        heard = _("There is no table %(n)s in this round.", n=number[:8]) if number else ""
        return Entry("" if waiting is None else str(waiting.number), heard=heard, bad=bool(heard))
    typed = forms.shown(table.result, len(table.sides), _games(desk, shown))
    return Entry(number, typed, field="score-0-0")


def live_facts(desk: Desk, shown: RoundView) -> dict[str, Any]:
    """What the parts of the page that others change are made from."""
    rows = rows_of(desk, shown)
    clock = desk.board.clock
    moment = now()
    mine = clock if clock is not None and clock.round in (None, shown.number) else None
    return {
        "round": shown,
        "last": desk.board.current is not None and shown.number == desk.board.current.number,
        "rows": rows,
        "tally": {
            state: sum(r.state == state for r in rows) for state in ("done", "reported", "disputed", "late", "playing", "idle")
        },
        "clock": mine,
        "clock_left": mine.left(moment) if mine else 0,
        "clock_last": bool(mine and mine.last_hand(moment)),
        "most_sides": max((len(r.names) for r in rows), default=2),
        "state": _state(desk, shown, rows),
        "names_at": lambda number, side: _name_at(rows, number, side),
        "startable": ahead.startable(desk.board) if desk.way.may("direct") else [],
        "usual_minutes": expected_minutes(desk.board, shown.number) or 40,
    }


def _name_at(rows: list[Row], number: str, side: int) -> str:
    row = next((r for r in rows if str(r.number) == number), None)
    return row.names[side] if row is not None and side < len(row.names) else _("Side %(n)s", n=side + 1)


def _state(desk: Desk, shown: RoundView, rows: list[Row]) -> dict[str, Any]:
    """What the script knows: names and scores of every table, so that a table number shows who sits there at once."""
    clock = desk.board.clock
    ends = clock.ends_at if clock is not None and clock.round in (None, shown.number) else None
    return {
        "revision": desk.board.revision,
        "url": desk.url("desk_live.live", number=shown.number),
        "ends": ends and int(ends.timestamp() * 1000),
        "games": _games(desk, shown),
        "tables": {
            r.number: {
                "names": r.names,
                "done": r.table.result.known,
                "games": _filled(r),
                "text": result_text(r.table.result, r.names) if r.table.result.known else "",
            }
            for r in rows
        },
    }


def _filled(row: Row) -> list[list[int]]:
    result = row.table.result
    if result.games:
        return [list(game) for game in result.games]
    scores = game_points(result)
    return [] if scores is None else [list(scores)]


def render_live(desk: Desk, shown: RoundView) -> str:
    """The parts that others change."""
    given = {**facts(desk), **live_facts(desk, shown), "key": _KEY, "form_token": _TOKEN}
    return render_template("tournaments/desk/_live.html", **given)


def fragment(desk: Desk, shown: RoundView, entry: Entry, status: int = 200) -> Response:
    """The answer to the script that sent a result: everything anew."""
    given = {
        **facts(desk),
        **live_facts(desk, shown),
        "entry": entry,
        "games": _games(desk, shown),
        "form_token": generate_csrf(),
    }
    response = make_response(render_template("tournaments/desk/_heard.html", **given), status)
    response.headers["Cache-Control"] = "no-store"
    return response


@blueprint.get("/table")
@signed_in
def jump(tournament_id: int) -> Response:
    """From a table's number to its page (the form that asks for it needs no script)."""
    desk = open_desk(tournament_id)
    current = desk.board.current or abort(404)
    number = request.args.get("n", "")
    if number.isdecimal() and len(number) < 6 and current.table(int(number)):
        return to(desk.url("desk_results.table", number=current.number, place=int(number)))
    return to(desk.url("desk_live.show", table=number))
