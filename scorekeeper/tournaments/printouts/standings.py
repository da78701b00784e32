"""Printed standings, with every column used and the tie-break that decided each line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from scorekeeper.messages.marks import N_
from scorekeeper.pairing.staged_standings import ranked_within_finals
from scorekeeper.pairing.standings.standings import StandingRow, columns_used
from scorekeeper.pairing.words import tiebreak_title
from scorekeeper.tournaments.printouts import extra_standings
from scorekeeper.tournaments.printouts.event import PrintedEvent
from scorekeeper.tournaments.printouts.kind import Kind, has_rounds
from scorekeeper.tournaments.printouts.page import Document, Paper
from scorekeeper.tournaments.printouts.text_fit import Fitted, fit, fit_name
from scorekeeper.tournaments.printouts.text_metrics import width_of
from scorekeeper.tournaments.words import field_title, leaver_notes

LEAST_ROW, MOST_ROW, USUAL_ROW = 7.6, 10.0, 8.4
DENSE_ROW, DENSE_NAME = 5.2, 9.0
"""The lowest row in millimetres if every name is on one line of at least this many points, without a note below it."""
LEAST_WITHIN = 6.4
"""The lowest row in millimetres if the standings are below something else."""
FIELD = 9.0
RANK_WIDTH, WHY_WIDTH = 11.0, 25.0
LEAST_BREAK, HEAD_TYPE = 13.5, 7.5
"""Millimetres of a tie-break's column; the font size in points of its heading, which breaks only between words."""
STANDINGS_HEADS = 11.0


@dataclass(frozen=True, slots=True)
class Standing:
    """A line.

    `told`: the index of the column that decided the line, None if none did; `why`: its title; `beside`: a note below the
    name.
    """

    rank: int
    shared: bool
    name: Fitted
    figures: tuple[str, ...]
    told: int | None
    why: str
    beside: Fitted | None = None


@dataclass(frozen=True, slots=True)
class StandingsSection:
    """Lines under a heading: a field of a Mitchell, a pool, a stage or a list.

    There is no heading if all lines are in one list.
    """

    heading: str
    lines: Sequence[Standing]


@dataclass(frozen=True)
class StandingsColumns:
    """The columns that have values: codes, headings, and widths in millimetres."""

    codes: tuple[str, ...]
    titles: tuple[str, ...]
    widths: tuple[float, ...]


def columns_of(event: PrintedEvent) -> StandingsColumns:
    """Return every tie-break with a value; of stages, only tie-breaks that decided a line."""
    rows = [row for found in extra_standings.standings_lists(event) for row in found.rows]
    codes = tuple(c for c in columns_used(rows) if any(row.columns.get(c) is not None for row in rows))
    if len({tuple(row.columns) for row in rows}) > 1:
        needed = {"match_points", *(row.separated_by for row in rows)}
        codes = tuple(c for c in codes if c in needed)
    titles = tuple(tiebreak_title(event.t, code) for code in codes)
    longest = (max(width_of(word, HEAD_TYPE) for word in title.split()) for title in titles)
    return StandingsColumns(codes, titles, tuple(round(max(LEAST_BREAK, word + 2.5), 1) for word in longest))


def standings(event: PrintedEvent, size: str) -> Document:
    """Return the standings, with every column used and the tie-break that decided each line."""
    paper = Paper(size)
    row, pages = standing_pages(event, paper)
    values = {
        "columns": columns_of(event),
        "widths": (RANK_WIDTH, WHY_WIDTH),
        "row": row,
        "leavers": leaver_notes(event.t, event.state),
    }
    return Document(event, paper, "tournaments/printouts/standings.html", tuple(pages), values=values)


def standing_pages(event: PrintedEvent, paper: Paper, first: float | None = None) -> tuple[float, list[list[StandingsSection]]]:
    """Return the height of a row in millimetres, and the standings by page.

    A heading is repeated if its lines continue. `first`: millimetres left on the first page, below something else. That page
    stays empty if there are too few, and gets all lines if lower rows are enough for that.
    """
    room = paper.body - STANDINGS_HEADS - 8
    columns = columns_of(event)
    wide = paper.width - RANK_WIDTH - WHY_WIDTH - sum(columns.widths)
    lists = extra_standings.standings_lists(event) if first is None else [extra_standings.StandingsList(event.standings)]
    fields = [(found, field, rows) for found in lists for field, rows in _by_field(found.rows)]
    each = [rows for _, _, rows in fields]
    dense = all(_is_dense(event, row, found, wide - 2) for found, _, rows in fields for row in rows)
    least = DENSE_ROW if dense else LEAST_ROW
    row_height = _row_height(each, room, least) if first is None else _row_within(each, first - STANDINGS_HEADS, room, least)
    pages: list[list[StandingsSection]] = [[]]
    used = 0.0 if first is None else room - (first - STANDINGS_HEADS)
    for found, field, rows in fields:
        field_label = field_title(event.t, event.tournament, field) if len(fields) > len(lists) else ""
        heading = " · ".join(filter(None, (found.title, field_label)))
        lines = [
            replace(_standing(event, row, found, columns, wide), rank=own.rank)
            for row, own in zip(rows, ranked_within_finals(rows), strict=True)
        ]
        while lines:
            head = FIELD if heading else 0.0
            count = int((room - used - head) // row_height)
            if count < min(3, len(lines)) and (pages[-1] or used):
                pages.append([])
                used = 0.0
                continue
            page_lines, lines = lines[:count], lines[count:]
            pages[-1].append(StandingsSection(heading, page_lines))
            used += head + row_height * len(page_lines)
    return row_height, pages


def _is_dense(event: PrintedEvent, row: StandingRow, found: extra_standings.StandingsList, wide: float) -> bool:
    name = event.name_of(row.id)
    return width_of(name, DENSE_NAME, bold=True) <= wide and not extra_standings.entrant_notes(event, row.id, found)


def _row_height(fields: Sequence[Sequence[StandingRow]], room: float, least: float) -> float:
    """Return the row height that fills the pages evenly with one list; the default for several.

    With several lists, rows are lower if all of them then fit on one page.
    """
    count = sum(map(len, fields))
    if len(fields) != 1:
        fitting = (room - FIELD * len(fields)) / max(1, count)
        return round(min(USUAL_ROW, fitting) - 0.01, 2) if fitting >= least else USUAL_ROW
    pages = -(-count // int(room // least))
    return round(min(MOST_ROW, room / -(-count // pages)) - 0.01, 2)


def _row_within(fields: Sequence[Sequence[StandingRow]], first: float, room: float, least: float) -> float:
    """Return a row height that fits all lines into `first` millimetres below something else, if possible.

    If not, it fits them there and on one page more; if not either, it is the lowest.
    """
    heads = FIELD * len(fields) if len(fields) > 1 else 0.0
    count = sum(map(len, fields))
    fitting = (first - heads) / count if count else USUAL_ROW
    if fitting >= LEAST_WITHIN:
        return round(min(USUAL_ROW, fitting) - 0.01, 2)
    # A line of each page may stay empty.
    two_pages = (first + room - 2 * heads) / (count + 2)
    return round(max(least, min(LEAST_ROW, two_pages)) - 0.01, 2)


def _by_field(rows: Sequence[StandingRow]) -> list[tuple[str | None, list[StandingRow]]]:
    fields: list[tuple[str | None, list[StandingRow]]] = []
    for row in rows:
        if not fields or fields[-1][0] != row.field:
            fields.append((row.field, []))
        fields[-1][1].append(row)
    return fields


def _standing(
    event: PrintedEvent, row: StandingRow, found: extra_standings.StandingsList, columns: StandingsColumns, wide: float
) -> Standing:
    signed = ("margin", "margin_a_match")
    figures = tuple(event.figure(row.columns.get(code), sign=code in signed) for code in columns.codes)
    # In a list by tag, the line above may be missing, so the deciding tie-break is not shown.
    column = columns.codes.index(row.separated_by) if row.separated_by in columns.codes and not found.tag else None
    shared = sum((other.rank, other.field) == (row.rank, row.field) for other in found.rows) > 1
    why = columns.titles[column] if column is not None else (event.t("tied") if shared and not found.tag else "")
    notes = extra_standings.entrant_notes(event, row.id, found)
    wide -= 2
    if notes:
        name = fit_name(event.name_of(row.id), wide, (9.5, 9.0, 8.5, 8.0), (7.4, 6.8, 6.2), 1, bold=True)
    else:
        name = fit_name(event.name_of(row.id), wide, (11.0, 10.2, 9.5, 9.0), (8.5, 8.0, 7.4, 6.8), bold=True)
    return Standing(row.rank, shared, name, figures, column, why, fit(notes, wide, (6.6, 6.2, 5.8), 1) if notes else None)


KINDS = (Kind("standings", N_("Standings"), N_("with tie-breaks"), standings, has_rounds, wall=True),)
