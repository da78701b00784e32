"""The standings as everybody reads them: the columns that were needed, and which one separated each line from the one above."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from flask_babel import gettext as _

from scorekeeper.tournament.method import of
from scorekeeper.tournament.words import points_text, tiebreak_title
from scorekeeper.tournaments.actions import live as club_live
from scorekeeper.wording.marks import N_

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scorekeeper.tournament.standings import Row
    from scorekeeper.tournaments.actions.board import Board
    from scorekeeper.tournaments.actions.live import Live
    from scorekeeper.tournaments.public.common import Open


@dataclass(frozen=True)
class Cell:
    """A value of a column. `decides`: it separates this line from the one above."""

    text: str
    decides: bool


@dataclass(frozen=True)
class Line:
    """A line of the standings. `by`: the tie-break that separated it, where match points did not; `gone`: left the tournament."""

    rank: int
    id: str
    name: str
    gone: bool
    cells: tuple[Cell, ...]
    by: str
    shared: bool


@dataclass(frozen=True)
class Part:
    """The standings, or those of one field, pool or stage. `columns`: headings, short and whole."""

    title: str
    columns: tuple[tuple[str, str], ...]
    lines: tuple[Line, ...]


def parts_of(board: Board, rows: Sequence[Row] | None = None, *, desk: bool = False) -> list[Part]:
    """The standings in words. `desk`: with every column down to the last that was needed, and what separated each line."""
    rows = board.standings if rows is None else rows
    fields = list(dict.fromkeys(row.field for row in rows))
    return [_part(board, field, [row for row in rows if row.field == field], desk) for field in fields]


def live_rows(shown: Open) -> list[Row] | None:
    """The standings as if every match on the pad ended now; None where nothing is being played on one."""
    board = shown.board
    if board.current is None or board.current.done:
        return None
    live: dict[int, Live] = club_live.of_round(shown.way, board)
    going = {n: one for n, one in live.items() if one.begun}
    return club_live.standings(board, going) if going else None


def _part(board: Board, field: str | None, rows: Sequence[Row], desk: bool) -> Part:
    names = [n for n in (rows[0].columns if rows else ()) if any(row.columns[n] is not None for row in rows)]
    used = {row.separated_by for row in rows}
    last = max((k for k, n in enumerate(names) if n in used), default=0)
    # What comes after the last column that was needed says nothing about the order.
    shown = names[: max(last, 1) + 1]
    if not desk:
        shown = [n for n in shown if n in used or n in ("place", "match_points", names[1])]
    titles = {n: tiebreak_title(_, n) for n in names}
    sharing, lines = Counter(row.rank for row in rows), []
    for k, row in enumerate(rows):
        by = row.separated_by if k and rows[k - 1].rank != row.rank else None
        cells = tuple(Cell(value_text(n, row.columns[n]), n == by) for n in shown)
        entry = board.entrant(row.id)
        why = titles[by] if by and (desk or by not in ("match_points", "place")) else ""
        gone = entry is not None and entry.status == "left"
        lines.append(Line(row.rank, row.id, board.name_of(row.id), gone, cells, why, sharing[row.rank] > 1))
    return Part(field_title(board, field), tuple((short_title(n), titles[n]) for n in shown), tuple(lines))


_SHORT = {
    "place": N_("Pl."),
    "match_points": N_("Pts"),
    "head_to_head": N_("H2H"),
    "buchholz": N_("Bhz"),
    "buchholz_cut": N_("Bhz−"),
    "buchholz_median": N_("Bhz±"),
    "sonneborn_berger": N_("SB"),
    "progressive": N_("Prog."),
    "wins": N_("Won"),
    "margin": N_("+/−"),
    "points_for": N_("For"),
    "boxes": N_("Boxes"),
}


def short_title(name: str) -> str:
    """The heading of a column where there is little room."""
    return _(_SHORT[name]) if name in _SHORT else name


def field_title(board: Board, field: str | None) -> str:
    """The heading of a part: North–South, pool A, stage 2."""
    if field is None:
        return ""
    fields = board.pairing.fields
    if field in fields:
        return _(fields[field])
    if not field.isdecimal():
        return _("Pool %(name)s", name=field)
    stages = board.options.stages
    if int(field) == len(stages) and of(stages[-1]).knockout:
        return _("Knock-out")
    return _("Stage %(n)s", n=field)


def value_text(name: str, value: Fraction | None) -> str:
    """A value of a tie-break, with its sign where it has one."""
    if value is None:
        return "–"
    if name == "margin" and value > 0:
        return f"+{points_text(value)}"
    return f"−{points_text(-value)}" if value < 0 else points_text(value)
