"""The standings with every column used to separate, and which one did; the final report."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import Blueprint, Response

from scorekeeper.i18n import language, t
from scorekeeper.sheets.tournament_documents import event_of
from scorekeeper.sheets.tournament_report import remarks
from scorekeeper.tournament.tiebreaks import FEWER_IS_BETTER
from scorekeeper.web.desk_club import day_text
from scorekeeper.web.desk_common import open_desk, page
from scorekeeper.web.desk_setup import plan_of
from scorekeeper.web.desk_tables import rows_of
from scorekeeper.web.public_common import leagues_of
from scorekeeper.web.public_standings import parts_of
from scorekeeper.web.signed_in import signed_in
from scorekeeper.wording.tournament import tiebreak_title
from scorekeeper.workflows import club_live, club_papers

if TYPE_CHECKING:
    from scorekeeper.web.desk_common import Desk

blueprint = Blueprint("desk_standings", __name__, url_prefix="/desk/<int:tournament_id>")


@blueprint.get("/standings")
@signed_in
def show(tournament_id: int) -> Response:
    """The standings so far."""
    desk = open_desk(tournament_id)
    return page("desk/standings.html", desk, **_facts(desk))


def _facts(desk: Desk) -> dict[str, Any]:
    board = desk.board
    going = board.current is not None and not board.current.done
    live = club_live.of_round(desk.way, board) if going else {}
    so_far = parts_of(board, club_live.standings(board, live), desk=True) if any(one.begun for one in live.values()) else []
    return {
        "parts": parts_of(board, desk=True) if board.rounds else [],
        "so_far": so_far,
        "going": going,
        "breaks": [(tiebreak_title(t(), n), n in FEWER_IS_BETTER) for n in board.options.tiebreaks],
    }


@blueprint.get("/report")
@signed_in
def report(tournament_id: int) -> Response:
    """Everything on one page, to be read out, printed or kept."""
    desk = open_desk(tournament_id)
    board = desk.board
    rounds = [(shown, rows_of(desk, shown), [board.name_of(i, shown.number) for i in shown.byes]) for shown in board.rounds]
    given: dict[str, Any] = {
        "parts": parts_of(board, desk=True) if board.rounds else [],
        "rounds": rounds,
        "plan": plan_of(board),
        "day": day_text(board.about["day"]),
        "leagues": leagues_of(desk.way),
    }
    changed = [e for e in board.entrants if e.status == "left" or e.joined > 1 or e.substitutes]
    told = remarks(event_of(board.tournament, club_papers.about(desk.way, board), language()))
    return page("desk/report.html", desk, **given, changed=changed, remarks=told, played=sum(len(r.tables) for r in board.rounds))
