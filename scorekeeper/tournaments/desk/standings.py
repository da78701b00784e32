"""The standings at the desk, with every tie-break that decided a line, and the final report."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import Blueprint, Response

from scorekeeper.clubs.pages.signed_in import signed_in
from scorekeeper.core.i18n.translation import t
from scorekeeper.tournaments.commands.live import live_games as tournament_live
from scorekeeper.tournaments.desk.club.club import long_day
from scorekeeper.tournaments.desk.common import open_desk, page
from scorekeeper.tournaments.desk.format_summary import plan_of
from scorekeeper.tournaments.desk.tables import desk_rows, result_line
from scorekeeper.tournaments.desk.ties import ties_of
from scorekeeper.tournaments.facts import leagues_of
from scorekeeper.tournaments.standings import standings_parts, tiebreak_meanings
from scorekeeper.tournaments.words import CHANGED_BY_HAND, CORRECTED, leaver_notes, side_name

if TYPE_CHECKING:
    from scorekeeper.tournaments.commands.snapshot import Board
    from scorekeeper.tournaments.commands.tables_state import RoundView
    from scorekeeper.tournaments.desk.common import DeskContext

blueprint = Blueprint("desk_standings", __name__, url_prefix="/desk/<int:tournament_id>")


@blueprint.get("/standings")
@signed_in
def show(tournament_id: int) -> Response:
    """Show the standings so far."""
    desk = open_desk(tournament_id)
    return page("tournaments/desk/standings.html", desk, **_facts(desk))


def _facts(desk: DeskContext) -> dict[str, Any]:
    board = desk.board
    going = board.current is not None and not board.current.done
    live = tournament_live.of_round(desk.access, board) if going else {}
    so_far = (
        standings_parts(board, tournament_live.standings(board, live), desk=True)
        if any(one.begun for one in live.values())
        else []
    )
    return {
        "parts": standings_parts(board, desk=True) if board.rounds else [],
        "so_far": so_far,
        "going": going,
        "leavers": leaver_notes(t(), board),
        "meanings": tiebreak_meanings(board) if board.rounds else [],
        "ties": ties_of(board) if desk.access.may("direct") else [],
    }


def _without_match(board: Board, round_view: RoundView) -> tuple[list[str], list[str]]:
    """Return the names of entrants with a bye in a round, and of entrants who sat it out."""
    number = round_view.number
    present = [e for e in board.playing if e.joined <= number and (e.left is None or e.left > number)]
    out = [board.name_of(e.id, number) for e in present if round_view.seat(e.id) is None]
    return [board.name_of(i, number) for i in round_view.byes], out


def _notes(board: Board, round_view: RoundView) -> list[str]:
    """Return notes on the director's changes to a round: pairings by hand, and late corrections."""
    number = round_view.number
    notes = [t()(CHANGED_BY_HAND) % {"round": number}] if round_view.by_hand else []
    for table in board.tournament.rounds[number - 1].tables:
        names = tuple(side_name(board, ids, number) for ids in table.sides)
        for until, before in table.was:
            after, was = (result_line(result, names) for result in (table.result, before))
            if before.known and was != after:
                facts = {"round": number, "table": table.number, "before": was, "after": after, "until": until}
                notes.append(t()(CORRECTED) % facts)
    return notes


@blueprint.get("/report")
@signed_in
def report(tournament_id: int) -> Response:
    """Show the whole tournament on one page, to read out, print or save."""
    desk = open_desk(tournament_id)
    board = desk.board
    rounds = [
        (round_view, desk_rows(desk, round_view), *_without_match(board, round_view), _notes(board, round_view))
        for round_view in board.rounds
    ]
    page_values: dict[str, Any] = {
        "parts": standings_parts(board, desk=True) if board.rounds else [],
        "rounds": rounds,
        "leavers": leaver_notes(t(), board),
        "plan": plan_of(board),
        "day": long_day(board.about.day),
        "leagues": leagues_of(desk.access),
    }
    changed = [e for e in board.entrants if e.changed]
    return page(
        "tournaments/desk/report.html", desk, **page_values, changed=changed, played=sum(len(r.tables) for r in board.rounds)
    )
