"""Each entrant's rounds: partner, opponents, result, and match points so far."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from scorekeeper.messages.marks import N_
from scorekeeper.pairing.record.record import Round, Table
from scorekeeper.tournaments.printouts.cross_table import outcome_letter
from scorekeeper.tournaments.printouts.event import PrintedEvent, shown_scores_of
from scorekeeper.tournaments.printouts.kind import Kind, has_rounds
from scorekeeper.tournaments.printouts.page import Document, Paper, pack_pages
from scorekeeper.tournaments.printouts.text_fit import Fitted, fit_name, fit_stack
from scorekeeper.tournaments.printouts.text_metrics import MM_A_POINT
from scorekeeper.tournaments.words import name_sort_key, side_name

GUTTER = 9.0
HEAD, ROW, BELOW = 12.5, 6.0, 5.0
"""Millimetres of a history: name and rank, a round, and the space below for cutting."""
FIGURES = 43.5
"""Millimetres of a row besides the opponent: round, letter, score, points."""


@dataclass(frozen=True, slots=True)
class HistoryRow:
    """A round of one entrant.

    `own` and `theirs`: points, None while unknown; `instead`: why there are none. `total`: match points so far; `height`:
    millimetres.
    """

    round: int
    letter: str
    kind: str
    met: Fitted
    own: int | None
    theirs: tuple[int, ...]
    total: str
    instead: str = ""
    height: float = ROW


@dataclass(frozen=True, slots=True)
class History:
    """An entrant's rounds, or the part of them in this column."""

    name: Fitted
    place: str
    goes_on: bool
    rows: Sequence[HistoryRow]
    spare: float = 0.0

    @property
    def height(self) -> float:
        """The height in millimetres, including `spare`, a share of the space left in the column."""
        return HEAD + (sum(row.height for row in self.rows) or ROW) + BELOW + self.spare


def history(event: PrintedEvent, size: str) -> Document:
    """Return everyone's rounds, in alphabetical order, in two columns."""
    paper = Paper(size)
    wide = (paper.width - GUTTER) / 2
    ranks = {row.id: row for row in event.standings}
    rows = _rows(event, wide)
    blocks = []
    for who in sorted(event.numbers, key=lambda i: name_sort_key(event.name_of(i))):
        name = fit_name(event.name_of(who), wide - 2, (11.5, 10.5, 9.5), (8.5, 7.5, 6.5), bold=True)
        row = ranks.get(who)
        points = event.figure(event.state.match_points[who])
        place = event.t("Rank %(rank)s of %(all)s · match points: %(points)s") % {
            "rank": row.rank if row else "–",
            "all": len(event.numbers),
            "points": points,
        }
        full_history = History(name, place, False, rows[who])
        parts = [part for (part,) in pack_pages(full_history.rows, lambda r: r.height, paper.body - HEAD - BELOW)] or [[]]
        blocks += [replace(full_history, rows=part, goes_on=k > 0) for k, part in enumerate(parts)]
    columns = pack_pages(blocks, lambda b: b.height, paper.body, 2)
    pages = tuple([_spread(column, paper.body) for column in page] for page in columns) or ([[]],)
    values = {"gutter": GUTTER}
    return Document(event, paper, "tournaments/printouts/history.html", pages, values=values)


def _spread(column: Sequence[History], room: float) -> list[History]:
    """Return the histories with the free space of a full column shared among them, for easier cutting."""
    left = room - sum(block.height for block in column)
    spare = left / len(column) if column and left < column[-1].height else 0.0
    return [replace(block, spare=round(spare - 0.01, 2)) for block in column]


def _rows(event: PrintedEvent, wide: float) -> dict[str, list[HistoryRow]]:
    rows: dict[str, list[HistoryRow]] = {who: [] for who in event.numbers}
    totals = dict.fromkeys(event.numbers, Fraction(0))
    kinds = {(who, o.round): o.kind for who, rounds in event.state.ledger.items() for o in rounds}
    worth = {(who, o.round): o.points for who, rounds in event.state.counted.items() for o in rounds}
    for one in event.rounds:
        for who in one.byes:
            totals[who] += worth[who, one.number]
            bye_text = Fitted((event.t("Bye"),), 8.5)
            rows[who].append(HistoryRow(one.number, "", "bye", bye_text, None, (), event.figure(totals[who])))
        for table in one.tables:
            for side, ids in enumerate(table.sides):
                for who in ids:
                    totals[who] += worth[who, one.number]
                    total = event.figure(totals[who])
                    rows[who].append(_row(event, one, table, (side, who), kinds[who, one.number], total, wide))
    return rows


def _row(event: PrintedEvent, one: Round, table: Table, where: tuple[int, str], kind: str, total: str, wide: float) -> HistoryRow:
    side, who = where
    scores = shown_scores_of(table.result, len(table.sides))
    name_lines = [side_name(event, ids, one.number) for k, ids in enumerate(table.sides) if k != side]
    mates = side_name(event, [i for i in table.sides[side] if i != who], one.number)
    if mates:
        name_lines.insert(0, event.t("with %(names)s") % {"names": mates})
    room = wide - FIGURES - 1
    one_line, broken = (8.5, 8.0), (7.4, 6.8, 6.2, 5.6)
    name = (
        fit_name(name_lines[0], room, one_line, broken)
        if len(name_lines) == 1
        else fit_stack(name_lines, room, (*one_line, 7.4, 6.8))
    )
    letter = "" if kind == "playing" else outcome_letter(event, kind)
    own = scores[side] if scores else None
    theirs = tuple(points for k, points in enumerate(scores) if k != side) if scores else ()
    instead = event.t("forfeit") if own is None and table.result.forfeit else ""
    tall = round(max(ROW, len(name.lines) * name.size * MM_A_POINT * 1.1 + 1), 2)
    return HistoryRow(one.number, letter, kind, name, own, theirs, total, instead, tall)


KINDS = (Kind("history", N_("Histories"), N_("everyone’s rounds, to cut apart"), history, has_rounds),)
