"""Every round's results for the final report, a line for each table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from scorekeeper.pairing.record.record import Round, Table
from scorekeeper.tournaments.printouts.event import PrintedEvent, PrintedSide, games_text
from scorekeeper.tournaments.printouts.page import Paper
from scorekeeper.tournaments.printouts.slips import place_text
from scorekeeper.tournaments.printouts.text_fit import Fitted, fit_name, paragraph_lines

HEAD = 10.5
ROWS = (6.6, 6.2, 5.8)
"""Millimetres of a line. A lower one is used only if it saves a page."""
LEAST_LINES = 4
"""The fewest lines that may begin at the foot of a page."""
NUMBER_WIDTH, PLACE_WIDTH, SCORE_WIDTH = 9.0, 22.0, 15.0
BYES, BYE_LINE = 9.5, 4.5
"""Font size in points, and height of a line in millimetres."""


@dataclass(frozen=True, slots=True)
class ResultSide:
    name: Fitted
    score: int | None
    mark: str
    won: bool


@dataclass(frozen=True, slots=True)
class ResultLine:
    """A table of a round.

    `rows`: two sides next to each other, three below each other; `more`: the games of a match of several.
    """

    number: int
    rows: tuple[tuple[ResultSide, ...], ...]
    more: str
    place: str


@dataclass(frozen=True, slots=True)
class ResultsPage:
    """Results of one round on one page.

    `widths`: of the columns, in millimetres; the second is 0 without pools or matches. `row`: the height of a line.
    """

    heading: str
    goes_on: bool
    lines: Sequence[ResultLine]
    byes: str
    widths: tuple[float, ...]
    row: float


def result_pages(event: PrintedEvent, paper: Paper, used: float = 0.0) -> list[list[ResultsPage]]:
    """Return the rounds by page. A heading is repeated if its lines continue on the next page.

    `used`: millimetres of the first page that are taken; it stays empty if the rest is too small.
    """
    return min((_lay_out(event, paper, used, row) for row in ROWS), key=len)


def _lay_out(event: PrintedEvent, paper: Paper, used: float, row: float) -> list[list[ResultsPage]]:
    pages: list[list[ResultsPage]] = [[]]
    for one in event.rounds:
        widths = _widths(one, paper)
        lines = [_line(event, one, table, widths[2]) for table in one.tables]
        byes = ", ".join(event.name_of(i, one.number) for i in one.byes)
        below = BYE_LINE * paragraph_lines(byes, paper.width - 25, BYES) + 3 if byes else 0.0
        goes_on = False
        while lines or not goes_on:
            room = paper.body - used - HEAD - below
            count = sum(tall <= room for tall in accumulate(row * len(line.rows) for line in lines))
            if count < min(LEAST_LINES, len(lines)) and used:
                pages.append([])
                used = 0.0
                continue
            page_lines, lines = lines[:count], lines[count:]
            heading = event.t("Round %(n)s") % {"n": one.number}
            pages[-1].append(ResultsPage(heading, goes_on, page_lines, "" if lines else byes, widths, row))
            used += HEAD + sum(row * len(line.rows) for line in page_lines) + (0 if lines else below)
            goes_on = True
    return pages if pages != [[]] else []


def _widths(one: Round, paper: Paper) -> tuple[float, ...]:
    place = PLACE_WIDTH if any(table.pool or table.match for table in one.tables) else 0.0
    name = round((paper.width - NUMBER_WIDTH - place - 2 * SCORE_WIDTH) / 2, 2)
    return (NUMBER_WIDTH, place, name, SCORE_WIDTH, SCORE_WIDTH, name)


def _line(event: PrintedEvent, one: Round, table: Table, wide: float) -> ResultLine:
    sides = tuple(_side(event, side, wide - 3.5) for side in event.sides(one, table))
    rows = (sides,) if len(sides) == 2 else tuple((side,) for side in sides)
    return ResultLine(table.number, rows, games_text(table.result), place_text(event, one, table))


def _side(event: PrintedEvent, side: PrintedSide, room: float) -> ResultSide:
    name = fit_name(side.name, room, (9.0, 8.5, 8.0), (7.6, 7.0, 6.4, 5.8), bold=True)
    return ResultSide(name, side.score, event.t("forfeit") if side.out else "", side.won)
