"""Pairings for the wall, by table and by name, in large type."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.messages.marks import N_
from scorekeeper.pairing.record.record import Round, Table
from scorekeeper.tournaments.printouts.event import PrintedEvent
from scorekeeper.tournaments.printouts.kind import Kind
from scorekeeper.tournaments.printouts.page import Document, Paper, split_evenly
from scorekeeper.tournaments.printouts.slips import place_text
from scorekeeper.tournaments.printouts.text_fit import Fitted, fit, fit_name
from scorekeeper.tournaments.printouts.text_metrics import MM_A_POINT, width_of
from scorekeeper.tournaments.words import name_sort_key, side_name, surname_first

if TYPE_CHECKING:
    from collections.abc import Sequence

LEAST_ROW, MOST_ROW = 17.4, 44.0
"""Millimetres of a table. Capitals are about 5 mm high, legible from two metres."""
NUMBER = 24.0
NAMES = (40.0, 36.0, 33.0, 30.0, 28.0, 26.0, 24.0, 22.0, 20.0, 18.5, 17.0, 15.5, 14.0, 12.5, 11.0)
"""Sizes of a name on one line. All names have the same size, except for a few long ones."""
FEW = 0.1
NAME_ROW, NAME_MOST = 11.35, 24.0
"""Millimetres of a person on the list by name. The lowest row has room for a name of 18 points and a line below it."""
SEAT, SEAT_WITH_LINE = 16.0, 26.0
"""Millimetres of a table's number, and of one next to its line (N–S or E–W)."""
PEOPLE = (32.0, 28.0, 26.0, 24.0, 22.0, 20.0, 18.0, 17.0, 16.0, 15.0, 14.5, 14.0, 13.5, 13.0, 12.5, 12.0, 10.5, 9.0)
BESIDE = (18.0, 16.0, 14.0, 12.0, 11.0, 10.0)
SPACING = 1.1
GUTTER = 8.0
BYE = 11.0


@dataclass(frozen=True, slots=True)
class WallLine:
    """A table on the wall. `sides`: below each other; `place`: its pool or bracket match; `row`: millimetres."""

    number: int
    sides: tuple[Fitted, ...]
    place: str
    row: float


@dataclass(frozen=True, slots=True)
class WallPage:
    """A page of the wall.

    `tall`: the columns' height in millimetres; `span`: the content, for the header; `byes`: entrants without a table.
    """

    columns: Sequence[Sequence[object]]
    tall: float
    span: str
    byes: Sequence[Fitted] = ()


def by_table(event: PrintedEvent, size: str) -> Document:
    """Return a round by table, for the wall. Byes are below the last table."""
    paper, one = Paper(size), event.round
    byes = [fit(event.name_of(i, one.number), paper.width - 34, (17.0, 15.0, 13.0, 11.0, 9.0), 1, bold=True) for i in one.byes]
    below = (BYE * len(byes) + 6) if byes else 0.0
    # A table of three pairs is one and a half times as high.
    rows = int((paper.body - below) // LEAST_ROW) - -(-sum(len(t.sides) == 3 for t in one.tables) // 2)
    sheets = split_evenly(one.tables, max(1, rows)) or [()]
    wide = paper.width - NUMBER
    units_by_sheet = [sum(len(t.sides) / 2 for t in tables) or 1 for tables in sheets]
    lowest = min(MOST_ROW, (paper.body - below) / max(units_by_sheet))
    names = [side_name(event, ids, one.number) for table in one.tables for ids in table.sides]
    common_size = min(_common_size(names, wide), _most(lowest, 2))
    pages = []
    for k, (tables, units) in enumerate(zip(sheets, units_by_sheet, strict=True)):
        row = min(MOST_ROW, (paper.body - below) / units)
        lines = [_line(event, table, (wide, common_size), row * len(table.sides) / 2) for table in tables]
        last = k == len(sheets) - 1
        pages.append(WallPage([lines], round(row * units, 2), _span(event, tables), byes if last else ()))
    return Document(event, paper, "tournaments/printouts/tables.html", tuple(pages), {"gutter": GUTTER})


def _common_size(names: Sequence[str], wide: float) -> float:
    """Return the size at which nearly all names fit on one line."""
    sizes = sorted(next((s for s in NAMES if width_of(name, s, bold=True) <= wide), NAMES[-1]) for name in names)
    return sizes[int(len(sizes) * FEW)] if sizes else NAMES[0]


def _span(event: PrintedEvent, tables: Sequence[Table]) -> str:
    if len(tables) < 2:
        return ""
    return event.t("Tables %(first)s to %(last)s") % {"first": tables[0].number, "last": tables[-1].number}


def _most(row: float, lines: int) -> float:
    """Return the largest size of which this number of lines fits in a row."""
    return (row - 2) / lines / MM_A_POINT / 1.18


def _line(event: PrintedEvent, table: Table, room: tuple[float, float], row: float) -> WallLine:
    wide, common_size = room
    largest = min(common_size, _most(row, len(table.sides)))
    # Sizes for names on two lines: at most about half of the size for one.
    halves = tuple(s for s in (18.0, 16.0, 14.0, 12.0, 11.0, 10.0, 9.0, 8.0, 7.0, 6.0) if s <= largest / 1.9) or (6.0,)
    # One line is better than two, unless the type would be smaller than on two.
    sizes = tuple(s for s in (*NAMES, 10.0) if halves[0] <= s <= largest) or (10.0,)
    names = [side_name(event, ids, event.round.number) for ids in table.sides]
    fitted = [fit_name(name, wide, sizes, halves, bold=True) for name in names]
    return WallLine(table.number, tuple(fitted), place_text(event, event.round, table), round(row, 2))


@dataclass(frozen=True, slots=True)
class WallSeat:
    """A line of the list by name.

    `table`: None without one, and then `line` says why; with a table, `line` is N–S or E–W if that matters. `beside`: the
    partner, or the opponents of someone who has none.
    """

    name: Fitted
    table: int | None
    line: str
    beside: Fitted
    row: float


def by_name(event: PrintedEvent, size: str) -> Document:
    """Return a round by name: every player by family name with the table, and byes and absences."""
    paper, one = Paper(size), event.round
    people = [(surname_first(name), table, line, beside) for name, table, line, beside in _people(event, one)]
    seats = sorted(people, key=lambda found: name_sort_key(found[0]))
    number = SEAT_WITH_LINE if any(line for *_, line, _ in seats) else SEAT
    pages: list[WallPage] = []
    for part in split_evenly(seats, 2 * int(paper.body // NAME_ROW)) or [()]:
        columns = 2 if len(part) > 12 else 1
        across = (paper.width - GUTTER * (columns - 1)) / columns - number - 2
        tall = -(-len(part) // columns) or 1
        row = min(NAME_MOST, paper.body / tall)
        sizes, below = _seat_sizes(row)
        wall_seats = [
            WallSeat(fit(name, across, sizes, 1, bold=True), table, line, fit(beside, across, below, 1), round(row - 0.01, 2))
            for name, table, line, beside in part
        ]
        span = f"{part[0][0][:1].upper()} – {part[-1][0][:1].upper()}" if len(pages) or len(part) < len(seats) else ""
        pages.append(WallPage([wall_seats[c * tall : (c + 1) * tall] for c in range(columns)], round(row * tall, 2), span))
    values = {"gutter": GUTTER, "seat_width": number}
    return Document(event, paper, "tournaments/printouts/names.html", tuple(pages), values)


def _seat_sizes(row: float) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return the sizes for a name and for the line below it that fit in a row, largest first."""
    room = (row - 0.3) / MM_A_POINT / SPACING
    name = next(size for size in PEOPLE if size <= room * 0.645)
    beside = next((size for size in BESIDE if size <= room - name), BESIDE[-1])
    return tuple(size for size in PEOPLE if size <= name), (*(s for s in BESIDE if s <= beside), 9.0, 8.0, 7.0)


def _people(event: PrintedEvent, one: Round) -> list[tuple[str, int | None, str, str]]:
    """Return (name, table, line, partner or opponents) for everyone in the round."""
    t = event.t
    found: list[tuple[str, int | None, str, str]] = []
    for table in one.tables:
        for side, ids in enumerate(table.sides):
            others = [side_name(event, o, one.number) for k, o in enumerate(table.sides) if k != side]
            against = t("against %(names)s") % {"names": ", ".join(others)}
            lines = [event.state.pairing.place_title(side, place) for place in range(len(ids))]
            people = [(name, line) for i, line in zip(ids, lines, strict=True) for name in event.players_of(i, one.number)]
            for k, (name, line) in enumerate(people):
                mates = ", ".join(p for j, (p, _) in enumerate(people) if j != k)
                beside = t("with %(names)s") % {"names": mates} if mates else against
                found.append((name, table.number, t(line) if line else "", beside))
    away = [e.id for e in event.tournament.entrants if one.number in e.absent and e.id not in one.byes]
    for idle, why in ((one.byes, t("Bye")), (away, t("Absent"))):
        for who in idle:
            pair = event.players_of(who, one.number)
            for k, name in enumerate(pair):
                mates = ", ".join(p for j, p in enumerate(pair) if j != k)
                found.append((name, None, why, t("with %(names)s") % {"names": mates} if mates else ""))
    return found


KINDS = (
    Kind("pairings", N_("Pairings by table"), N_("for the wall"), by_table, of_a_round=True, wall=True),
    Kind("names", N_("Where to sit"), N_("for the wall, by name"), by_name, of_a_round=True, wall=True),
)
