"""Printed cross-tables: everyone against everyone in a round robin; in other formats round by round."""

from __future__ import annotations

from dataclasses import dataclass

from scorekeeper.messages.marks import N_
from scorekeeper.pairing.record.record import Table
from scorekeeper.tournaments.printouts.event import PrintedEvent, shown_scores_of
from scorekeeper.tournaments.printouts.kind import Kind, has_rounds
from scorekeeper.tournaments.printouts.page import Document, Paper, split_evenly
from scorekeeper.tournaments.printouts.text_fit import Fitted, fit_name
from scorekeeper.tournaments.printouts.text_metrics import width_of

HEADS, KEY = 11.0, 10.0
LEAST_GRID, MOST_GRID, LEAST_MATRIX = 7.4, 11.0, 6.6
NUMBER_WIDTH, TOTAL_WIDTH = 9.0, 15.0
LEAST_NAME, MOST_NAME = 50.0, 95.0
NAME_SIZES = (9.5, 9.0, 8.5)
ROUND_WIDTH, MOST_ROUND = 24.0, 40.0
LEAST_CELL, MOST_CELL = 7.4, 14.0
MOST_ACROSS = 20


@dataclass(frozen=True, slots=True)
class GridCell:
    """An entrant's round.

    `kind`: as in `RoundOutcome`; `top`: the outcome and the opponent; `made`: the points, or `below` in their place.
    """

    kind: str
    top: str
    made: tuple[int, ...] = ()
    below: str = ""


@dataclass(frozen=True, slots=True)
class GridLine:
    """An entrant's line. In a matrix, `cells` contain the points against each opponent, a list for each meeting."""

    number: int
    name: Fitted
    points: str
    cells: tuple[object, ...]


@dataclass(frozen=True, slots=True)
class GridPage:
    """A block of a cross-table: its rows and columns, with the width and height of a cell in millimetres."""

    heads: tuple[str, ...]
    lines: tuple[GridLine, ...]
    cell: float
    row: float
    span: str


def cross_table(event: PrintedEvent, size: str) -> Document:
    """Return everyone's results, by opponent in a round robin and by round in other formats. Landscape."""
    paper = Paper(size, turned=True)
    matrix = event.state.pairing.all_meet
    name, pages = _matrix_pages(event, paper) if matrix else _round_pages(event, paper)
    widths = (NUMBER_WIDTH, name, TOTAL_WIDTH)
    values = {"matrix": matrix, "widths": widths, "letter": lambda kind: outcome_letter(event, kind)}
    return Document(event, paper, "tournaments/printouts/grid.html", tuple(pages), values=values)


def _name_width(event: PrintedEvent, room: float) -> float:
    """Return the width of the longest name on one line, limited by the room that the cells leave."""
    longest = max((width_of(event.name_of(i), NAME_SIZES[0], bold=True) for i in event.numbers), default=0.0)
    return round(max(LEAST_NAME, min(longest + 5, room, MOST_NAME)), 2)


def _lines(event: PrintedEvent, name_room: float) -> list[tuple[str, int, Fitted, str]]:
    broken = (8.5, 7.5, 6.8, 6.2, 5.6)
    return [
        (i, n, fit_name(event.name_of(i), name_room, NAME_SIZES, broken, bold=True), event.figure(event.state.match_points[i]))
        for i, n in event.numbers.items()
    ]


def _round_pages(event: PrintedEvent, paper: Paper) -> tuple[float, list[GridPage]]:
    room = paper.width - NUMBER_WIDTH - TOTAL_WIDTH
    across = max(1, int((room - LEAST_NAME) // ROUND_WIDTH))
    blocks = split_evenly([r.number for r in event.rounds], across)
    most = max(len(numbers) for numbers in blocks)
    name = _name_width(event, room - most * ROUND_WIDTH)
    wide = round(min(MOST_ROUND, (room - name) / most), 2)
    tall = paper.body - HEADS - KEY
    lines = _lines(event, name - 3)
    cells = _round_cells(event)
    pages = []
    for numbers in blocks:
        for part in split_evenly(lines, int(tall // LEAST_GRID)):
            grid_lines = tuple(
                GridLine(n, fitted, points, tuple(cells[i].get(r) or GridCell("absent", "–") for r in numbers))
                for i, n, fitted, points in part
            )
            heads = tuple(event.t("Round %(n)s") % {"n": r} for r in numbers)
            row = round(min(MOST_GRID, tall / len(part)), 2)
            pages.append(GridPage(heads, grid_lines, wide, row, _span(part[0][1], part[-1][1], len(lines))))
    return name, pages


def _span(first: int, last: int, all_: int) -> str:
    return "" if (first, last) == (1, all_) else f"{first} – {last}"


def outcome_letter(event: PrintedEvent, kind: str) -> str:
    """Return a short sign for an outcome: won, lost, tied, forfeited, bye, one of three pairs."""
    t = event.t
    # Translators: one letter each, in the cells of a cross-table: won, lost, tied, forfeited
    win, loss, tie, forfeit = t("W L T F").split()
    # Translators: three pairs at one table, as short as can be
    third = t("3p")
    return {"win": win, "loss": loss, "tie": tie, "forfeit": forfeit, "bye": t("bye"), "third": third}.get(kind, "")


def _round_cells(event: PrintedEvent) -> dict[str, dict[int, GridCell]]:
    """Return each entrant's cells by round."""
    cells: dict[str, dict[int, GridCell]] = {i: {} for i in event.numbers}
    kinds = {(who, o.round): o.kind for who, rounds in event.state.ledger.items() for o in rounds}
    for one in event.rounds:
        for who in one.byes:
            cells[who][one.number] = GridCell("bye", outcome_letter(event, "bye"))
        for table in one.tables:
            for side, ids in enumerate(table.sides):
                points, below = _points_made(event, table, side)
                for who in ids:
                    kind = kinds[who, one.number]
                    top = f"{outcome_letter(event, kind)} {_met_text(event, table, side, who)}".strip()
                    cells[who][one.number] = GridCell(kind, top, points, below)
    return cells


def _met_text(event: PrintedEvent, table: Table, side: int, who: str) -> str:
    """Return the numbers of an entrant's opponents and partner at a table."""
    opponents = "·".join(str(event.numbers[i]) for k, ids in enumerate(table.sides) if k != side for i in ids)
    mates = "·".join(str(event.numbers[i]) for i in table.sides[side] if i != who)
    return event.t("with %(partner)s v %(opponents)s") % {"partner": mates, "opponents": opponents} if mates else opponents


def _points_made(event: PrintedEvent, table: Table, side: int) -> tuple[tuple[int, ...], str]:
    """Return the points of a side and of its opponents, or why there are none."""
    scores = shown_scores_of(table.result, len(table.sides))
    if scores is not None:
        return (scores[side], *scores[:side], *scores[side + 1 :]), ""
    if not table.result.known:
        return (), event.t("being played")
    return (), event.t("forfeit") if table.result.forfeit else ""


def _matrix_pages(event: PrintedEvent, paper: Paper) -> tuple[float, list[GridPage]]:
    ids = list(event.numbers)
    room = paper.width - NUMBER_WIDTH - TOTAL_WIDTH
    tall = paper.body - HEADS - KEY
    meetings = _meetings(event)
    fits_one_page = len(ids) <= min((room - LEAST_NAME) // LEAST_CELL, tall // LEAST_MATRIX)
    blocks = [ids] if fits_one_page else split_evenly(ids, MOST_ACROSS)
    most = max(len(columns) for columns in blocks)
    name = _name_width(event, room - most * (LEAST_CELL + MOST_CELL) / 2)
    cell = round(min(MOST_CELL, (room - name) / most), 2)
    lines = _lines(event, name - 3)
    pages = []
    for rows in blocks:
        for columns in blocks:
            grid_lines = tuple(
                GridLine(n, fitted, points, tuple(meetings.get((i, j), ()) if i != j else None for j in columns))
                for i, n, fitted, points in lines
                if i in set(rows)
            )
            heads = tuple(str(event.numbers[j]) for j in columns)
            row = round(min(MOST_CELL, tall / len(rows)), 2)
            span = "" if fits_one_page else f"{grid_lines[0].number} – {grid_lines[-1].number} × {heads[0]} – {heads[-1]}"
            pages.append(GridPage(heads, grid_lines, cell, row, span))
    return name, pages


def _meetings(event: PrintedEvent) -> dict[tuple[str, str], tuple[tuple[str, int | None], ...]]:
    """Return (kind, points made) for every meeting of two pairs, by (entrant, opponent)."""
    meetings: dict[tuple[str, str], tuple[tuple[str, int | None], ...]] = {}
    kinds = {(who, o.round): o.kind for who, rounds in event.state.ledger.items() for o in rounds}
    for one in event.rounds:
        for table in one.tables:
            scores = shown_scores_of(table.result, len(table.sides))
            for side, ids in enumerate(table.sides):
                for other, facing in enumerate(table.sides):
                    if side != other:
                        points = scores[side] if scores else None
                        for i in ids:
                            for j in facing:
                                meetings[i, j] = (*meetings.get((i, j), ()), (kinds[i, one.number], points))
    return meetings


KINDS = (
    Kind(
        "crosstable",
        N_("Cross-table"),
        N_("everyone’s results"),
        cross_table,
        lambda event: has_rounds(event) and not event.state.pairing.knockout,
        wall=True,
    ),
)
