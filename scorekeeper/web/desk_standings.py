"""The standings with every column used to separate, and which one did; the final report."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import Blueprint, Response
from flask_babel import gettext as _

from scorekeeper.i18n import t
from scorekeeper.tournament.tiebreaks import FEWER_IS_BETTER
from scorekeeper.web.desk_club import day_text
from scorekeeper.web.desk_common import open_desk, page
from scorekeeper.web.desk_setup import plan_of
from scorekeeper.web.desk_tables import rows_of
from scorekeeper.web.public_common import leagues_of
from scorekeeper.web.public_standings import Cell, Line, Part, short_title, value_text
from scorekeeper.web.signed_in import signed_in
from scorekeeper.wording.tournament import tiebreak_title
from scorekeeper.workflows import club_live

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.tournament.standings import Row
    from scorekeeper.web.desk_common import Desk
    from scorekeeper.workflows.club_board import Board

blueprint = Blueprint("desk_standings", __name__, url_prefix="/desk/<int:tournament_id>")


def parts_of(board: Board, rows: Sequence[Row] | None = None) -> list[Part]:
    """The standings in words."""
    rows = board.standings if rows is None else rows
    fields = list(dict.fromkeys(row.field for row in rows))
    return [_part(board, field, [row for row in rows if row.field == field]) for field in fields]


def _part(board: Board, field: str | None, rows: Sequence[Row]) -> Part:
    names = [n for n in (rows[0].columns if rows else ()) if any(row.columns[n] is not None for row in rows)]
    used = {row.separated_by for row in rows}
    last = max((k for k, n in enumerate(names) if n in used), default=0)
    # What comes after the last column that was needed says nothing about the order.
    shown = names[: max(last + 1, 2)]
    ranks = [row.rank for row in rows]
    lines = []
    for k, row in enumerate(rows):
        first_of_rank = ranks.index(row.rank) == k
        by = row.separated_by if k and first_of_rank else None
        cells = tuple(Cell(value_text(n, row.columns[n]), n == by) for n in shown)
        entry = board.entrant(row.id)
        why = tiebreak_title(t(), by) if by else ""
        gone = entry is not None and entry.status == "left"
        lines.append(Line(row.rank, row.id, board.name_of(row.id), gone, cells, why, ranks.count(row.rank) > 1))
    return Part(field_title(board, field), tuple((short_title(n), tiebreak_title(t(), n)) for n in shown), tuple(lines))


def field_title(board: Board, field: str | None) -> str:
    """The heading of a part: North–South, pool A, stage 2."""
    if field is None:
        return ""
    if field == "NS":
        return _("North–South")
    if field == "EW":
        return _("East–West")
    if field.isdecimal():
        return _("Final stage") if int(field) == len(board.options.stages) else _("Stage %(n)s", n=field)
    return _("Pool %(name)s", name=field)


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
    so_far = parts_of(board, club_live.standings(board, live)) if any(one.begun for one in live.values()) else []
    return {
        "parts": parts_of(board) if board.rounds else [],
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
        "parts": parts_of(board) if board.rounds else [],
        "rounds": rounds,
        "plan": plan_of(board),
        "day": day_text(board.about["day"]),
        "leagues": leagues_of(desk.way),
    }
    changed = [e for e in board.entrants if e.status == "left" or e.joined > 1 or e.substitutes]
    return page("desk/report.html", desk, **given, changed=changed, played=sum(len(r.tables) for r in board.rounds))
