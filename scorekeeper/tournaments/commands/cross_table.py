"""The cross-table: a column for each opponent if all entrants meet, and for each round if they do not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from scorekeeper.core.api.json_schema import Ordinal, list_bounds, one_of
from scorekeeper.pairing.standings.results import RoundOutcome, game_points
from scorekeeper.tournaments.commands.snapshot import Board

MEETING_KINDS = ("win", "tie", "loss", "third", "bye", "forfeit", "playing")


@dataclass(frozen=True)
class Met:
    """A meeting of two sides. `kind`: one of MEETING_KINDS; `scores`: the entrant's own game points first, if known."""

    round: Ordinal
    kind: Annotated[str, one_of(MEETING_KINDS)]
    opponents: tuple[str, ...]
    partners: tuple[str, ...]
    scores: Annotated[tuple[int, ...], list_bounds(0, 3)]
    points: Fraction


@dataclass(frozen=True)
class CrossLine:
    """A line of the cross-table.

    `number`: its position, to which columns refer; `cells`: one for each column, None if they did not meet.
    """

    number: Ordinal
    rank: Ordinal
    id: str
    name: str
    cells: tuple[Met | None, ...]
    points: Fraction


@dataclass(frozen=True)
class Cross:
    """A cross-table.

    `square`: columns are opponents, in the order of the lines; if not, they are rounds. `numbers`: line numbers by entrant.
    """

    square: bool
    columns: tuple[int, ...]
    lines: tuple[CrossLine, ...]
    numbers: Mapping[str, int]


def cross_table(board: Board) -> Cross:
    """Return the cross-table, in the order of the standings."""
    rows = board.standings
    number = {row.id: k for k, row in enumerate(rows, 1)}
    book = board.ledger
    scores = _scores(board)
    square = board.pairing.all_meet and board.options.legs == 1
    columns = tuple(range(1, len(rows) + 1)) if square else tuple(r.number for r in board.rounds)
    lines = []
    for row in rows:
        worth = {o.round: o.points for o in board.counted[row.id]}
        cells_by_round = {o.round: _make_cell(o, scores.get((o.round, row.id), ()), worth[o.round]) for o in book[row.id]}
        by_opponent = {number[i]: cells_by_round[o.round] for o in book[row.id] for i in o.opponents if i in number}
        cells = tuple((by_opponent if square else cells_by_round).get(c) for c in columns)
        lines.append(CrossLine(number[row.id], row.rank, row.id, board.name_of(row.id), cells, board.match_points[row.id]))
    return Cross(square, columns, tuple(lines), number)


def _make_cell(outcome: RoundOutcome, scores: tuple[int, ...], points: Fraction) -> Met:
    return Met(outcome.round, outcome.kind, outcome.opponents, outcome.partners, scores, points)


def _scores(board: Board) -> dict[tuple[int, str], tuple[int, ...]]:
    """Return game points by (round, entrant), the entrant's own first."""
    scores = {}
    for one in board.rounds:
        for table in one.tables:
            points = game_points(table.result)
            if points is not None:
                for s, ids in enumerate(table.sides):
                    turned = (points[s], *(n for k, n in enumerate(points) if k != s))
                    scores.update({(one.number, who): turned for who in ids})
    return scores
