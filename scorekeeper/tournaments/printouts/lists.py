"""Lists to fill in or post: the check-in sheet, a results sheet, the schedule of all rounds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from scorekeeper.messages.marks import N_, pgettext
from scorekeeper.pairing.record.record import Round, Table
from scorekeeper.tournaments.printouts.event import PrintedEvent
from scorekeeper.tournaments.printouts.kind import Kind, has_entrants
from scorekeeper.tournaments.printouts.page import Document, Paper, pack_pages, split_evenly
from scorekeeper.tournaments.printouts.text_fit import Fitted, fit, fit_name
from scorekeeper.tournaments.printouts.text_metrics import MM_A_POINT
from scorekeeper.tournaments.words import name_sort_key, side_name, surname_first

if TYPE_CHECKING:
    from collections.abc import Iterator

LIST_HEADS = 9.0
NAME_SIZES, BROKEN = (12.0, 11.0, 10.0, 9.0), (8.5, 7.8, 7.0, 6.2)
SEAT_SIZES, SEAT_BROKEN = (14.0, 13.0, 12.0, 11.0, 10.5, 10.0, 9.5, 9.0), (8.0, 7.4, 6.8, 6.2, 5.6)
SEAT_ROW, SEAT_MOST = 6.4, 10.0
"""Millimetres of a table in the schedule."""
RESULT_ROW, RESULT_MOST = 10.5, 40.0
RESULT_SIZES = (24.0, 22.0, 20.0, 18.0, 16.0, 15.0, 14.0, 13.0, 12.0, 11.0, 10.5, 9.5, 8.8)
"""A side on the results sheet, on one line or on two."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column. `width`: millimetres; `kind`: name, no (a number), plain, tick, write or score."""

    title: str
    width: float
    kind: str


@dataclass(frozen=True, slots=True)
class ListLine:
    """A row. `cells`: empty ones are to be filled in; `lower`: more sides of the table follow; `total`: it sums up others."""

    cells: tuple[Fitted | str, ...]
    lower: bool = False
    total: bool = False


@dataclass(frozen=True, slots=True)
class ListPart:
    """Rows under a heading, which may be empty.

    `tall`: of a row, in millimetres; `below`: a line about entrants without a table.
    """

    heading: str
    lines: Sequence[ListLine]
    tall: float
    below: str = ""

    @property
    def height(self) -> float:
        """The height in millimetres."""
        return (9.0 if self.heading else LIST_HEADS) + self.tall * len(self.lines) + (6.0 if self.below else 2.0)


def list_document(
    event: PrintedEvent,
    paper: Paper,
    columns: Sequence[Column],
    pages: Sequence[Sequence[ListPart]],
    foot: str = "",
) -> Document:
    """Return a printout of lists. `foot`: a sentence at the foot of each page."""
    values = {"columns": tuple(columns), "foot_text": foot}
    return Document(event, paper, "tournaments/printouts/lists.html", tuple(pages), values)


def check_in_sheet(event: PrintedEvent, size: str) -> Document:
    """Return the check-in sheet: entrants who have not left, by family name, with boxes to check and sign."""
    t, paper = event.t, Paper(size)
    present = [e for e in event.tournament.entrants if e.left is None]
    people = {e.id: [surname_first(name) for name in event.players_of(e.id)] for e in present}
    order = sorted(people, key=lambda who: name_sort_key(people[who][0]))
    fixed = (9.0, 14.0, 14.0, 52.0)
    name = paper.width - sum(fixed)
    titles = ("", t("Names"), pgettext("at check-in", "Here", t), t("Paid"), t("Signature"))
    widths, kinds = (fixed[0], name, *fixed[1:]), ("no", "name", "tick", "tick", "write")
    columns = [Column(*one) for one in zip(titles, widths, kinds, strict=True)]
    lines = [
        ListLine((str(k), fit_name(" & ".join(people[who]), name - 3, NAME_SIZES, BROKEN, bold=True), "", "", ""))
        for k, who in enumerate(order, 1)
    ]
    pages = [
        [ListPart("", part, row_height(paper, len(part), 9.5, 12.0))]
        for part in split_evenly(lines, int((paper.body - LIST_HEADS - 2) // 9.5))
    ]
    return list_document(event, paper, columns, pages)


def row_height(paper: Paper, count: int, least: float, most: float) -> float:
    """Return the height of a row that fills the page, within limits."""
    return round(max(least, min(most, (paper.body - LIST_HEADS - 2) / max(1, count))) - 0.01, 2)


def blank_results(event: PrintedEvent, size: str) -> Document:
    """Return a round by table with boxes for the scores, for a desk without a screen."""
    t, paper, one = event.t, Paper(size), event.round
    wide, score = 14.0, 20.0
    name = (paper.width - wide - 2 * score) / 2
    titles, kinds = (t("Table"), "", "", "", ""), ("no large", "name end", "score", "score", "name")
    columns = [Column(*found) for found in zip(titles, (wide, name, score, score, name), kinds, strict=True)]
    pages: list[list[ListPart]] = []
    for ((*tables,),) in pack_pages(one.tables, lambda t: RESULT_ROW * _rows(t), paper.body - LIST_HEADS - 2):
        row = row_height(paper, sum(map(_rows, tables)), RESULT_ROW, RESULT_MOST)
        sides = [side_name(event, ids, one.number) for table in tables for ids in table.sides]
        sizes = _result_sizes(sides, name - 4, row)
        lines = [line for table in tables for line in _result_lines(event, one, table, name - 4, sizes)]
        pages.append([ListPart("", lines, row)])
    return list_document(event, paper, columns, pages)


def _rows(table: Table) -> int:
    return 1 if len(table.sides) == 2 else len(table.sides)


def _result_sizes(names: Sequence[str], wide: float, row: float) -> tuple[float, ...]:
    """Return the sizes for a side on at most two lines, from the one at which nearly all of these names fit."""
    sizes = tuple(size for size in RESULT_SIZES if 2 * size * 1.1 * MM_A_POINT <= row - 0.6) or RESULT_SIZES[-1:]
    found = sorted(fit(name, wide, sizes, 2, bold=True).size for name in names)
    return tuple(size for size in sizes if size <= found[len(found) // 10])


def _result_lines(event: PrintedEvent, one: Round, table: Table, wide: float, sizes: Sequence[float]) -> Iterator[ListLine]:
    names = [_fit_side(side_name(event, ids, one.number), wide, sizes) for ids in table.sides]
    if len(names) == 2:
        yield ListLine((str(table.number), names[0], "", "", names[1]))
        return
    # Three pairs are below each other.
    for k, name in enumerate(names):
        yield ListLine(("" if k else str(table.number), name, "", "", ""), lower=k < len(names) - 1)


def _fit_side(name: str, wide: float, sizes: Sequence[float]) -> Fitted:
    fitted = fit(name, wide, (*sizes, *BROKEN), 2, bold=True)
    return fit_name(name, wide, BROKEN[-1:], BROKEN[-1:], bold=True) if fitted.cut else fitted


def schedule(event: PrintedEvent, size: str) -> Document | None:
    """Return all rounds of a movement that needs no results; None if each round depends on the one before."""
    if event.state.planned is None:
        return None
    t, paper = event.t, Paper(size)
    columns = [Column("", 10.0, "no"), *(Column("", (paper.width - 10.0) / 2, "name") for _ in range(2))]
    parts: list[ListPart] = []
    room = columns[1].width - 3
    sizes = _seat_sizes([side for one in event.known_rounds for table in one.tables for side in _sides(event, one, table)], room)
    for one in event.known_rounds:
        lines = [_seated_line(event, one, table, room, sizes) for table in one.tables]
        sits = ", ".join(event.name_of(who, one.number) for who in one.byes)
        below = t("Bye: %(names)s") % {"names": sits} if sits else ""
        parts.append(ListPart(t("Round %(n)s") % {"n": one.number}, lines, SEAT_ROW, below))
    pages = [page for (page,) in pack_pages(list(split_parts(parts, paper.body)), lambda part: part.height, paper.body)]
    # As many rounds on each page as on the first, in rows that fill it.
    most = max(map(len, pages), default=1)
    pages = [[replace(part, tall=_seat_row(paper, page, most)) for part in page] for page in pages]
    foot = t("Later rounds may change if someone comes late or leaves.") if not event.state.finished else ""
    return list_document(event, paper, columns, pages, foot=foot) if pages else None


def _seat_row(paper: Paper, page: Sequence[ListPart], most: int) -> float:
    """Return the height of a row that fills a page with `most` rounds."""
    count = sum(len(part.lines) for part in page)
    other = sum(part.height - part.tall * len(part.lines) for part in page)
    shown = len(page)
    return round(max(SEAT_ROW, min(SEAT_MOST, (paper.body * shown / most - other) / max(1, count))) - 0.01, 2)


def split_parts(parts: Sequence[ListPart], room: float) -> Iterator[ListPart]:
    """Yield the parts, splitting a round that does not fit on a page."""
    for part in parts:
        pieces = split_evenly(part.lines, int((room - 17.0) // part.tall))
        for k, lines in enumerate(pieces):
            yield ListPart(part.heading, lines, part.tall, part.below if k == len(pieces) - 1 else "")


def _sides(event: PrintedEvent, one: Round, table: Table) -> tuple[str, str]:
    """Return the first side, and the others."""
    first, *others = (side_name(event, ids, one.number) for ids in table.sides)
    return first, " – ".join(others)


def _seat_sizes(sides: Sequence[str], room: float) -> tuple[float, ...]:
    """Return the sizes for a side on one line, from the one at which nearly all of these fit."""
    found = sorted(fit(side, room, SEAT_SIZES, 1, bold=True).size for side in sides)
    return tuple(size for size in SEAT_SIZES if size <= found[len(found) // 5]) if found else SEAT_SIZES


def _seated_line(event: PrintedEvent, one: Round, table: Table, room: float, sizes: Sequence[float]) -> ListLine:
    fitted_names = (fit_name(name, room, sizes, SEAT_BROKEN, bold=True) for name in _sides(event, one, table))
    return ListLine((str(table.number), *fitted_names))


KINDS = (
    Kind("results", N_("Results sheet to fill in"), N_("to fill in at the desk"), blank_results, of_a_round=True),
    Kind("signin", N_("Check-in sheet"), N_("for the door, by last name"), check_in_sheet, has_entrants),
    Kind(
        "schedule",
        N_("All rounds"),
        N_("who meets whom, from first to last"),
        schedule,
        lambda event: event.state.planned is not None,
        wall=True,
        ahead=True,
    ),
)
