"""The live desk: the tables of a round, the clock, open problems, and a line to enter results from slips."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from flask import Blueprint, Response, abort, request

from scorekeeper.clubs.pages.signed_in import signed_in
from scorekeeper.core.db.database import now
from scorekeeper.core.i18n import timezones
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.numbers import parse_integer
from scorekeeper.core.pages import live_parts as living
from scorekeeper.core.pages.live_parts import LiveParts, stamp_of
from scorekeeper.pairing.standings.results import game_points
from scorekeeper.tournaments.commands.calls.board_calls import accepts_calls
from scorekeeper.tournaments.commands.rounds import repairs
from scorekeeper.tournaments.commands.setup import validation
from scorekeeper.tournaments.commands.snapshot import Board
from scorekeeper.tournaments.commands.tables_state import RoundView
from scorekeeper.tournaments.desk.calls.call_view import AnnouncementView, CallRow, announcement_view, call_rows
from scorekeeper.tournaments.desk.common import DeskContext, common_values, link, next_step, open_desk, page, redirect_to, when
from scorekeeper.tournaments.desk.format_summary import plan_of
from scorekeeper.tournaments.desk.rounds import result_form as forms
from scorekeeper.tournaments.desk.rounds.hall import HallView, hall_view
from scorekeeper.tournaments.desk.tables import TableRow, desk_rows, expected_minutes, result_line
from scorekeeper.tournaments.words import side_name

if TYPE_CHECKING:
    from datetime import datetime


SHORT = 300
"""The seconds left from which the clock warns that time is short."""

USUAL_MINUTES = 40
"""The clock's default length if the length of a match is not known."""


@dataclass(frozen=True)
class EarlyMatch:
    """A match that can start before its round, with its sides."""

    name: str
    sides: tuple[str, str]


@dataclass(frozen=True)
class RoundClock:
    """The clock of a round.

    `called_at`: when the last hand was called, and `called`: that in words; `left`: seconds, below zero when time is `up`.
    Its `repr` leaves the seconds out, because they change all the time.
    """

    minutes: int
    running: bool
    called_at: datetime | None
    called: str
    last_hand: bool
    up: bool
    short: bool
    left: int = field(repr=False)


@dataclass(frozen=True)
class RoundCommands:
    """Further commands that are possible on the round."""

    paper: bool
    unpublish: bool
    repair: bool
    finish: bool


@dataclass(frozen=True)
class RoundParts:
    """A round at the desk.

    `last`: it is the last one; `rows`: its tables; `tally`: the number in each state; `ahead`: matches that can start early;
    `calls`: to the director, None if tables cannot call; `announced`: to everyone; `hall`: what is shared with other
    tournaments, None if nothing is; `state`:
    names and scores of every table for the script, so that typing a number shows at once who sits there.
    """

    round: RoundView
    last: bool
    rows: list[TableRow]
    byes: list[str]
    tally: dict[str, int]
    clock: RoundClock | None
    usual_minutes: int
    ahead: list[EarlyMatch]
    acts: RoundCommands
    calls: list[CallRow] | None
    announced: AnnouncementView
    hall: HallView | None
    most_sides: int
    games: int
    state: dict[str, Any]

    def seats_at(self, number: str) -> list[str]:
        """Return the names of each side at the table whose number is typed."""
        row = next((r for r in self.rows if str(r.number) == number), None)
        names = row.names if row is not None else ()
        return [names[s] if s < len(names) else _("Side %(n)s", n=s + 1) for s in range(self.most_sides)]

    def live(self, desk: DeskContext) -> LiveParts:
        """Return the stamp of each part by its template in `tournaments/desk/round/`.

        A part with a form depends on the revision too.
        """
        board, mine = desk.board, desk.access.may("direct")
        of: dict[str, tuple[object, ...]] = {
            "calls": (self.calls and board.revision, self.calls),
            "announce": (self.announced,),
            "next": (board.revision, mine, next_step(desk)),
            "ahead": (board.revision, self.ahead),
            "clock": (board.revision, self.last, board.status, self.clock, self.usual_minutes, self.hall and self.hall.running),
            "hall": (self.hall,),
            "watch": (self.rows, self.tally),
            "more": (board.revision, self.acts),
            "tables": (self.rows, self.byes),
            "state": (self.state,),
        }
        return LiveParts({name: stamp_of(desk.id, self.round.number, name, *stamp_values) for name, stamp_values in of.items()})


def round_parts_of(desk: DeskContext, round_view: RoundView) -> RoundParts:
    """Return the current state of a round."""
    board, rows = desk.board, desk_rows(desk, round_view)
    last = board.current is not None and round_view.number == board.current.number
    states = ("done", "reported", "disputed", "late", "playing", "idle")
    games = games_of(board, round_view)
    startable = repairs.startable_matches(board) if last and desk.access.may("direct") else []
    return RoundParts(
        round=round_view,
        last=last,
        rows=rows,
        byes=[side_name(board, (i,), round_view.number) for i in round_view.byes],
        tally={state: sum(r.state == state for r in rows) for state in states},
        clock=_clock(board, round_view),
        usual_minutes=expected_minutes(board, round_view.number) or USUAL_MINUTES,
        ahead=[EarlyMatch(m.slot.name, _meeting(board, m.sides, round_view.number)) for m in startable],
        acts=_possible_commands(desk, round_view, last=last),
        calls=call_rows(desk) if last and accepts_calls(board) else None,
        announced=announcement_view(board),
        hall=hall_view(desk) if last else None,
        most_sides=max((len(r.names) for r in rows), default=2),
        games=games,
        state=_state(desk, round_view, rows, games),
    )


def games_of(board: Board, round_view: RoundView) -> int:
    """Return the most games in a result of the round."""
    return forms.games_of(board, round_view.tables[0]) if round_view.tables else 1


def _meeting(board: Board, sides: Any, number: int) -> tuple[str, str]:
    return side_name(board, (sides[0],), number), side_name(board, (sides[1],), number)


def _clock(board: Board, round_view: RoundView) -> RoundClock | None:
    clock, moment = board.clock, now()
    if clock is None or clock.round not in (None, round_view.number):
        return None
    left, called = clock.left(moment), clock.called_at
    return RoundClock(
        minutes=clock.minutes,
        running=clock.running,
        called_at=called,
        called=when(called) if called else "",
        last_hand=clock.last_hand(moment),
        up=left <= 0,
        short=clock.running and left < SHORT,
        left=left,
    )


def _possible_commands(desk: DeskContext, round_view: RoundView, *, last: bool) -> RoundCommands:
    board = desk.board
    mine = last and desk.access.may("direct") and board.status == "running"
    drafted = board.draft is not None
    return RoundCommands(
        paper=link("tournament_paper.index", tournament_id=desk.id) is not None,
        unpublish=bool(mine and round_view.untouched and not round_view.ahead and not drafted),
        repair=bool(mine and not round_view.untouched and not round_view.done and not drafted),
        finish=bool(mine and round_view.done and next_step(desk).code != "finish"),
    )


def _state(desk: DeskContext, round_view: RoundView, rows: list[TableRow], games: int) -> dict[str, Any]:
    return {
        "revision": desk.board.revision,
        "url": desk.url("desk_live.live", number=round_view.number),
        "games": games,
        "tables": {
            r.number: {
                "names": r.names,
                "done": r.table.entered.known,
                "games": _filled_scores(r),
                "text": result_line(r.table.entered, r.names) if r.table.entered.known else "",
            }
            for r in rows
        },
    }


def _filled_scores(row: TableRow) -> list[list[int]]:
    result = row.table.entered
    if result.games:
        return [list(game) for game in result.games]
    scores = game_points(result)
    return [] if scores is None else [list(scores)]


HIGHEST = 99_999
"""The highest table number."""

blueprint = Blueprint("desk_live", __name__, url_prefix="/desk/<int:tournament_id>")


@dataclass(frozen=True)
class EntryLine:
    """The line for entering results, and the message about the last one.

    `undo`: the revision that its button undoes; with `redo`, the button redoes a change.
    """

    table: str = ""
    typed: forms.Typed | None = None
    heard: str = ""
    bad: bool = False
    field: str = "table"
    sure: bool = False
    undo: int | None = None
    redo: bool = False
    ask_winner: bool = False
    against: str = ""
    earlier: str = ""


@dataclass(frozen=True)
class EntryLineView:
    """The line for entering results, with the names of each side at the typed table."""

    entry: EntryLine
    seats: list[str]


@blueprint.get("")
@signed_in
def show(tournament_id: int) -> Response:
    """Show the current round, or what to prepare before the first."""
    desk = open_desk(tournament_id)
    current = desk.board.current
    if current is None:
        return page("tournaments/desk/rounds/prepare.html", desk, **prepare_facts(desk))
    return round_page(desk, current)


def prepare_facts(desk: DeskContext) -> dict[str, Any]:
    """Return the values for the page before the first round."""
    counts = {status: sum(e.status == status for e in desk.board.entrants) for status in ("in", "waiting", "withdrawn")}
    announced = announcement_view(desk.board)
    return {
        "counts": counts,
        "plan": plan_of(desk.board),
        "times": times_of(desk.board),
        "announced": announced,
        "hall": hall_view(desk),
    }


def times_of(board: Board) -> list[tuple[int, str, str]]:
    """Return when each round should begin and end, if the format and the start time are known."""
    starts = board.about.starts
    if not starts:
        return []
    table = validation.timetable(board, timezones.start_time(board.about.day, starts))
    changed = bool(table) and timezones.changes_between(table[0][1], table[-1][2])
    return [
        (
            n,
            timezones.time_in_words(one, zoned=timezones.changes_between(one, other)),
            timezones.time_in_words(other, zoned=changed),
        )
        for n, one, other in table
    ]


@blueprint.get("/rounds/<int:number>")
@signed_in
def earlier(tournament_id: int, number: int) -> Response:
    """Show any round of the tournament; the last one is also on the desk itself."""
    desk = open_desk(tournament_id)
    round_view = desk.board.round(number) or abort(404)
    return round_page(desk, round_view)


@blueprint.get("/rounds/<int:number>/live")
@signed_in
def live(tournament_id: int, number: int) -> Response:
    """Return the live parts of the page that changed, for the script that polls; 304 if none did."""
    desk = open_desk(tournament_id)
    round_view = desk.board.round(number) or abort(404)
    return new_parts(desk, round_view)


def new_parts(desk: DeskContext, round_view: RoundView) -> Response:
    """Return the parts that the client does not have."""
    parts = round_parts_of(desk, round_view)
    return living.render_fresh_parts(
        parts.live(desk), "tournaments/desk/rounds/_live.html", lambda: {**common_values(desk), **living.template_values(parts)}
    )


def round_page(desk: DeskContext, round_view: RoundView, entry: EntryLine | None = None, status: int = 200) -> Response:
    """Return the page of a round."""
    return _page_with_line(
        "tournaments/desk/rounds/live_round.html", desk, round_view, entry or requested_entry(desk, round_view), status
    )


def fragment(desk: DeskContext, round_view: RoundView, entry: EntryLine, status: int = 200) -> Response:
    """Return all parts of the page, for the script that sent a result."""
    return _page_with_line("tournaments/desk/rounds/_entry_response.html", desk, round_view, entry, status)


def _page_with_line(template: str, desk: DeskContext, round_view: RoundView, entry: EntryLine, status: int) -> Response:
    parts = round_parts_of(desk, round_view)
    line = EntryLineView(entry, parts.seats_at(entry.table))
    return page(template, desk, status, live=parts.live(desk), **living.template_values(parts), **living.template_values(line))


def requested_entry(desk: DeskContext, round_view: RoundView) -> EntryLine:
    """Return the result line filled in from the address (`?table=12`).

    Without a script, this is how a result is entered after its table.
    """
    number = request.args.get("table", "")
    read = parse_integer(number, 0, HIGHEST)
    table = None if read is None else round_view.table(read)
    if table is None:
        waiting = next((t for t in round_view.tables if not t.result.known), None)
        message = _("There is no table %(n)s in this round.", n=number[:8]) if number else ""
        return EntryLine("" if waiting is None else str(waiting.number), heard=message, bad=bool(message))
    typed = forms.fill_form(table.entered, len(table.sides), games_of(desk.board, round_view))
    return EntryLine(number, typed, field="score-0-0")


@blueprint.get("/table")
@signed_in
def jump(tournament_id: int) -> Response:
    """Redirect from a table number to the table's page. Works without a script."""
    desk = open_desk(tournament_id)
    current = desk.board.current or abort(404)
    number = request.args.get("n", "")
    read = parse_integer(number, 0, HIGHEST)
    if read is not None and current.table(read):
        return redirect_to(desk.url("desk_results.table", number=current.number, place=read))
    return redirect_to(desk.url("desk_live.show", table=number))
