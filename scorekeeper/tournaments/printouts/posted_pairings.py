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
from scorekeeper.tournaments.printouts.text_fit import Fitted, fit, fit_name, fit_stack
from scorekeeper.tournaments.printouts.text_metrics import MM_A_POINT, width_of
from scorekeeper.tournaments.words import name_sort_key, side_name, surname_first

if TYPE_CHECKING:
    from collections.abc import Sequence

LEAST_ROW, MOST_ROW = 17.4, 26.0
"""Millimetres of a table. Capitals are about 5 mm high, legible from two metres."""
NUMBER = 24.0
NAMES = (22.0, 20.0, 18.5, 17.0, 15.5, 14.0, 12.5, 11.0)
"""Sizes of a name on one line. All names have the same size, except for a few long ones."""
FEW = 0.1
NAME_ROW, NAME_MOST = 11.0, 15.0
BESIDE = 2.6
"""Millimetres of each further line under a name."""
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
    common_size = _common_size([side_name(event, ids, one.number) for table in one.tables for ids in table.sides], wide)
    pages = []
    for k, tables in enumerate(sheets):
        units = sum(len(t.sides) / 2 for t in tables) or 1
        row = min(MOST_ROW, (paper.body - below) / units)
        lines = [_line(event, one, table, (wide, common_size), row * len(table.sides) / 2) for table in tables]
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


def _line(event: PrintedEvent, one: Round, table: Table, room: tuple[float, float], row: float) -> WallLine:
    wide, common_size = room
    largest = min(common_size, (row - 2) / len(table.sides) / MM_A_POINT / 1.18)
    # Sizes for names on two lines: at most about half of the size for one.
    halves = tuple(s for s in (12.0, 11.0, 10.0, 9.0, 8.0, 7.0, 6.0) if s <= largest / 1.9) or (6.0,)
    # One line is better than two, unless the type would be smaller than on two.
    sizes = tuple(s for s in (*NAMES, 10.0) if halves[0] <= s <= largest) or (10.0,)
    names = [side_name(event, ids, one.number) for ids in table.sides]
    fitted = [fit_name(name, wide, sizes, halves, bold=True) for name in names]
    return WallLine(table.number, tuple(fitted), place_text(event, one, table), round(row, 2))


@dataclass(frozen=True, slots=True)
class WallSeat:
    """A line of the list by name.

    `table`: None without one, and then `line` says why; with a table, `line` is N–S or E–W if that matters. `beside`:
    partner and opponents.
    """

    name: Fitted
    table: int | None
    line: str
    beside: Fitted
    row: float


def by_name(event: PrintedEvent, size: str) -> Document:
    """Return a round by name: every player by family name with the table, and byes and absences."""
    paper, one = Paper(size), event.round
    wide = (paper.width - GUTTER) / 2
    people = [(surname_first(name), table, line, tablemates) for name, table, line, tablemates in _people(event, one)]
    seats = sorted(people, key=lambda found: name_sort_key(found[0]))
    more = BESIDE * (max((len(tablemates) for *_, tablemates in seats), default=1) - 1)
    rows = int(paper.body // (NAME_ROW + more))
    pages: list[WallPage] = []
    for part in split_evenly(seats, 2 * rows) or [()]:
        columns = 2 if len(part) > 12 else 1
        across = wide if columns == 2 else paper.width
        tall = -(-len(part) // columns) or 1
        row = min(NAME_MOST + more, paper.body / tall)
        wall_seats = [
            WallSeat(
                fit(name, across - 22, (15.0, 13.5, 12.0, 10.5, 9.0, 8.0), 1, bold=True),
                table,
                line,
                fit_stack(tablemates, across - 22, (8.5, 7.5, 6.8, 6.2, 5.6)),
                round(row, 2),
            )
            for name, table, line, tablemates in part
        ]
        span = f"{part[0][0][:1].upper()} – {part[-1][0][:1].upper()}" if len(pages) or len(part) < len(seats) else ""
        pages.append(WallPage([wall_seats[c * tall : (c + 1) * tall] for c in range(columns)], round(row * tall, 2), span))
    return Document(event, paper, "tournaments/printouts/names.html", tuple(pages), {"gutter": GUTTER})


def _people(event: PrintedEvent, one: Round) -> list[tuple[str, int | None, str, list[str]]]:
    """Return (name, table, line, partner and opponents) for everyone in the round."""
    t = event.t
    found: list[tuple[str, int | None, str, list[str]]] = []
    for table in one.tables:
        for side, ids in enumerate(table.sides):
            others = [side_name(event, o, one.number) for k, o in enumerate(table.sides) if k != side]
            against = t("against %(names)s") % {"names": ", ".join(others)}
            lines = [event.state.pairing.place_title(side, place) for place in range(len(ids))]
            people = [(name, line) for i, line in zip(ids, lines, strict=True) for name in event.players_of(i, one.number)]
            for k, (name, line) in enumerate(people):
                mates = ", ".join(p for j, (p, _) in enumerate(people) if j != k)
                first_line = t("with %(names)s") % {"names": mates} if mates else against
                # Pairs know their partner. Players who change partners need both partner and opponents.
                found.append(
                    (name, table.number, t(line) if line else "", [first_line, against] if len(ids) > 1 else [first_line])
                )
    away = [e.id for e in event.tournament.entrants if one.number in e.absent and e.id not in one.byes]
    for idle, why in ((one.byes, t("Bye")), (away, t("Absent"))):
        for who in idle:
            pair = event.players_of(who, one.number)
            for k, name in enumerate(pair):
                mates = ", ".join(p for j, p in enumerate(pair) if j != k)
                found.append((name, None, why, [t("with %(names)s") % {"names": mates}] if mates else [""]))
    return found


KINDS = (
    Kind("pairings", N_("Pairings by table"), N_("for the wall"), by_table, of_a_round=True, wall=True),
    Kind("names", N_("Where to sit"), N_("for the wall, by name"), by_name, of_a_round=True, wall=True),
)
