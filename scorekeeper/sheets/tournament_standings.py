"""Standings with what separated, and cross-tables: round by round, or everyone against everyone."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scorekeeper.sheets.tournament_event import Event, shown_scores
from scorekeeper.sheets.tournament_fit import Fitted, fit
from scorekeeper.sheets.tournament_page import Document, Paper, evenly
from scorekeeper.tournament.record import Table
from scorekeeper.tournament.standings import Row
from scorekeeper.wording.tournament import tiebreak_title

LEAST_ROW, MOST_ROW, USUAL_ROW = 7.6, 10.0, 8.4
FIELD = 9.0
BREAK_WIDTH, RANK_WIDTH, WHY_WIDTH = 15.0, 11.0, 25.0
HEADS = 11.0


@dataclass(frozen=True, slots=True)
class Standing:
    """A line: `figures` of the columns in order, `told` the one that separated it (None: nothing did)."""

    rank: int
    shared: bool
    name: Fitted
    figures: tuple[str, ...]
    told: int | None
    why: str


@dataclass(frozen=True, slots=True)
class Section:
    """Lines under one heading: a field of a Mitchell, a pool, a stage; without one where all stand in one list."""

    heading: str
    lines: Sequence[Standing]


@dataclass(frozen=True)
class Columns:
    """The columns of the standings: codes and headings, those that say nothing of anybody left out."""

    codes: tuple[str, ...]
    titles: tuple[str, ...]


def columns_of(event: Event) -> Columns:
    """Every tie-break that has a value for somebody."""
    rows = event.standings
    codes = tuple(c for c in (rows[0].columns if rows else ()) if any(row.columns.get(c) is not None for row in rows))
    return Columns(codes, tuple(tiebreak_title(event.t, code) for code in codes))


def standings(event: Event, size: str) -> Document:
    """Who stands where, with every column used to separate and the one that did."""
    paper = Paper(size)
    row, pages = standing_pages(event, paper)
    values = {"columns": columns_of(event), "widths": (RANK_WIDTH, BREAK_WIDTH, WHY_WIDTH), "row": row}
    return Document("standings", event.t("Standings"), event, paper, "tournament_standings.html", tuple(pages), values=values)


def standing_pages(event: Event, paper: Paper) -> tuple[float, list[list[Section]]]:
    """The height of a row in millimetres, and the standings cut into pages; a heading is repeated where its lines go on."""
    room = paper.body - HEADS - 8
    columns = columns_of(event)
    wide = paper.width - RANK_WIDTH - WHY_WIDTH - BREAK_WIDTH * len(columns.codes)
    fields = _by_field(event.standings)
    row_height = _row_height(fields, room)
    pages: list[list[Section]] = [[]]
    used = 0.0
    for field, rows in fields:
        heading = field_title(event, field) if len(fields) > 1 else ""
        lines = [_standing(event, row, rows, columns, wide) for row in rows]
        while lines:
            head = FIELD if heading else 0.0
            count = int((room - used - head) // row_height)
            if count < min(3, len(lines)) and pages[-1]:
                pages.append([])
                used = 0.0
                continue
            taken, lines = lines[:count], lines[count:]
            pages[-1].append(Section(heading, taken))
            used += head + row_height * len(taken)
    return row_height, pages


def _row_height(fields: Sequence[tuple[str | None, Sequence[Row]]], room: float) -> float:
    """Of one list: as tall as its pages have room for, all as full; of several: the usual."""
    if len(fields) != 1:
        return USUAL_ROW
    count = len(fields[0][1])
    pages = -(-count // int(room // LEAST_ROW))
    return round(min(MOST_ROW, room / -(-count // pages)) - 0.005, 2)


def _by_field(rows: Sequence[Row]) -> list[tuple[str | None, list[Row]]]:
    found: list[tuple[str | None, list[Row]]] = []
    for row in rows:
        if not found or found[-1][0] != row.field:
            found.append((row.field, []))
        found[-1][1].append(row)
    return found


def field_title(event: Event, field: str | None) -> str:
    """What a field, a pool or a stage of the standings is called."""
    t = event.t
    if field in ("NS", "EW"):
        return t("North–South") if field == "NS" else t("East–West")
    if field is None or field.isdigit():
        return t("Stage %(n)s") % {"n": field or "1"}
    return t("Pool %(name)s") % {"name": field}


def _standing(event: Event, row: Row, among: Sequence[Row], columns: Columns, wide: float) -> Standing:
    signed = ("margin",)
    figures = tuple(event.figure(row.columns.get(code), sign=code in signed) for code in columns.codes)
    told = columns.codes.index(row.separated_by) if row.separated_by in columns.codes else None
    shared = sum(other.rank == row.rank for other in among) > 1
    why = columns.titles[told] if told is not None else (event.t("tied") if shared else "")
    name = fit(event.name_of(row.id), wide - 2, (11.0, 10.0, 9.0, 8.0, 7.0), 2, bold=True)
    return Standing(row.rank, shared, name, figures, told, why)


# ---- cross-tables ----

LEAST_GRID, MOST_GRID = 7.4, 11.0
NAME_WIDTH, NUMBER_WIDTH, TOTAL_WIDTH = 50.0, 9.0, 15.0
ROUND_WIDTH, LEAST_CELL, MOST_CELL = 24.0, 7.4, 14.0
MOST_ACROSS = 20
KEY = 10.0


@dataclass(frozen=True, slots=True)
class GridCell:
    """One round of one entrant. `kind`: as in `Outcome`; `top` and `below`: what is printed."""

    kind: str
    top: str
    below: str


@dataclass(frozen=True, slots=True)
class GridLine:
    """An entrant's line; in a matrix `cells` hold points against each opponent, a list a meeting."""

    number: int
    name: Fitted
    points: str
    cells: tuple[object, ...]


@dataclass(frozen=True, slots=True)
class GridPage:
    """A block of a cross-table: which rows and columns, and how wide and tall a cell is in millimetres."""

    heads: tuple[str, ...]
    lines: tuple[GridLine, ...]
    cell: float
    row: float
    span: str


def cross_table(event: Event, size: str) -> Document:
    """Everyone's results: against each opponent in a round robin, round by round otherwise. On its side."""
    paper = Paper(size, turned=True)
    matrix = event.tournament.method == "round_robin"
    pages = _matrix_pages(event, paper) if matrix else _round_pages(event, paper)
    widths = (NUMBER_WIDTH, NAME_WIDTH, TOTAL_WIDTH)
    values = {"matrix": matrix, "widths": widths, "letter": lambda kind: outcome_letter(event, kind)}
    return Document("crosstable", event.t("Cross-table"), event, paper, "tournament_grid.html", tuple(pages), values=values)


def _lines(event: Event, ids: Sequence[str], name_room: float) -> list[tuple[str, int, Fitted, str]]:
    return [
        (
            i,
            event.numbers[i],
            fit(event.name_of(i), name_room, (9.5, 8.5, 7.5, 6.5), 2, bold=True),
            event.figure(event.match_points[i]),
        )
        for i in ids
    ]


def _round_pages(event: Event, paper: Paper) -> list[GridPage]:
    room = paper.width - NUMBER_WIDTH - NAME_WIDTH - TOTAL_WIDTH
    across = max(1, int(room // ROUND_WIDTH))
    tall = paper.body - HEADS - KEY
    down = int(tall // LEAST_GRID)
    lines = _lines(event, list(event.numbers), NAME_WIDTH - 3)
    cells = _round_cells(event)
    pages = []
    for numbers in evenly([r.number for r in event.rounds], across):
        wide = min(40.0, room / len(numbers))
        for part in evenly(lines, down):
            made = tuple(
                GridLine(n, name, points, tuple(cells[i].get(r) or GridCell("absent", "–", "") for r in numbers))
                for i, n, name, points in part
            )
            heads = tuple(event.t("Round %(n)s") % {"n": r} for r in numbers)
            row = round(min(MOST_GRID, tall / len(part)), 2)
            pages.append(GridPage(heads, made, round(wide, 2), row, _span(part[0][1], part[-1][1], len(lines))))
    return pages


def _span(first: int, last: int, all_: int) -> str:
    return "" if (first, last) == (1, all_) else f"{first} – {last}"


def outcome_letter(event: Event, kind: str) -> str:
    """Won, lost, level, forfeited, bye, one of three pairs: as short as can be."""
    t = event.t
    # Translators: one letter each, in the cells of a cross-table: won, lost, tied, forfeited
    win, loss, tie, forfeit = t("W L T F").split()
    # Translators: three pairs at one table, as short as can be
    third = t("3p")
    return {"win": win, "loss": loss, "tie": tie, "forfeit": forfeit, "bye": t("bye"), "third": third}.get(kind, "")


def _round_cells(event: Event) -> dict[str, dict[int, GridCell]]:
    """What everyone did in every round, by entrant and round."""
    found: dict[str, dict[int, GridCell]] = {i: {} for i in event.numbers}
    kinds = {(who, o.round): o.kind for who, rounds in event.ledger.items() for o in rounds}
    for one in event.rounds:
        for who in one.byes:
            found[who][one.number] = GridCell("bye", outcome_letter(event, "bye"), "")
        for table in one.tables:
            for side, ids in enumerate(table.sides):
                below = _made_text(event, table, side)
                for who in ids:
                    kind = kinds[who, one.number]
                    top = f"{outcome_letter(event, kind)} {_met_text(event, table, side, who)}".strip()
                    found[who][one.number] = GridCell(kind, top, below)
    return found


def _met_text(event: Event, table: Table, side: int, who: str) -> str:
    """Whom somebody met at a table, by number, and with whom."""
    met = "·".join(str(event.numbers[i]) for k, ids in enumerate(table.sides) if k != side for i in ids)
    mates = "·".join(str(event.numbers[i]) for i in table.sides[side] if i != who)
    return event.t("with %(partner)s v %(opponents)s") % {"partner": mates, "opponents": met} if mates else met


def _made_text(event: Event, table: Table, side: int) -> str:
    scores = shown_scores(table.result, len(table.sides))
    if scores is None:
        return ""
    return " – ".join(event.figure(made) for made in (scores[side], *scores[:side], *scores[side + 1 :]))


def _matrix_pages(event: Event, paper: Paper) -> list[GridPage]:
    ids = list(event.numbers)
    room = paper.width - NUMBER_WIDTH - NAME_WIDTH - TOTAL_WIDTH
    tall = paper.body - HEADS - KEY
    lines = _lines(event, ids, NAME_WIDTH - 3)
    met = _meetings(event)
    whole = len(ids) <= min(room // LEAST_CELL, tall // 6.6)
    blocks = [ids] if whole else evenly(ids, MOST_ACROSS)
    pages = []
    for rows in blocks:
        for columns in blocks:
            made = tuple(
                GridLine(n, name, points, tuple(met.get((i, j), ()) if i != j else None for j in columns))
                for i, n, name, points in lines
                if i in set(rows)
            )
            heads = tuple(str(event.numbers[j]) for j in columns)
            row = round(min(MOST_CELL, tall / len(rows)), 2)
            span = "" if whole else f"{made[0].number} – {made[-1].number} × {heads[0]} – {heads[-1]}"
            pages.append(GridPage(heads, made, round(min(MOST_CELL, room / len(columns)), 2), row, span))
    return pages


def _meetings(event: Event) -> dict[tuple[str, str], tuple[tuple[str, int | None], ...]]:
    """(kind, points made) of every meeting of two pairs, by (who, whom)."""
    found: dict[tuple[str, str], tuple[tuple[str, int | None], ...]] = {}
    kinds = {(who, o.round): o.kind for who, rounds in event.ledger.items() for o in rounds}
    for one in event.rounds:
        for table in one.tables:
            scores = shown_scores(table.result, len(table.sides))
            for side, ids in enumerate(table.sides):
                for other, facing in enumerate(table.sides):
                    if side != other:
                        made = scores[side] if scores else None
                        for i in ids:
                            for j in facing:
                                found[i, j] = (*found.get((i, j), ()), (kinds[i, one.number], made))
    return found
