"""The cross-table: everybody against everybody where all meet, else a column a round."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.tournament.results import ledger
from scorekeeper.web.public_common import signed
from scorekeeper.wording.tournament import points_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from scorekeeper.tournament.results import Outcome
    from scorekeeper.workflows.club_board import Board

SIGNS = {"win": "+", "tie": "=", "loss": "−", "bye": "○", "forfeit": "×", "third": "", "playing": "…"}
"""What stands before the opponent's number."""


@dataclass(frozen=True)
class Met:
    """A meeting. `sign`, `kind`: how it ended; `who`: the opponents' numbers, `mates`: the partner's; `score`: own, theirs."""

    kind: str
    sign: str
    who: str
    mates: str
    score: str


@dataclass(frozen=True)
class Line:
    """A line of the cross-table. `number`: its place in it, which other lines refer to."""

    number: int
    rank: int
    id: str
    name: str
    cells: tuple[Met | None, ...]
    points: str


@dataclass(frozen=True)
class Cross:
    """A cross-table. `square`: columns are opponents, in the order of lines; else rounds."""

    square: bool
    columns: tuple[int, ...]
    lines: tuple[Line, ...]


def cross_table(board: Board) -> Cross:
    """The cross-table, in the order of the standings."""
    rows = board.standings
    number = {row.id: k for k, row in enumerate(rows, 1)}
    book = ledger(board.tournament)
    scores = _scores(board)
    square = board.method == "round_robin" and board.options.legs == 1
    columns = tuple(range(1, len(rows) + 1)) if square else tuple(r.number for r in board.rounds)
    lines = []
    for row in rows:
        met = {o.round: _met(o, number, scores.get((o.round, row.id))) for o in book[row.id]}
        by_opponent = {number[i]: met[o.round] for o in book[row.id] for i in o.opponents if i in number}
        cells = tuple((by_opponent if square else met).get(c) for c in columns)
        total = points_text(sum(o.points for o in book[row.id]))
        lines.append(Line(number[row.id], row.rank, row.id, board.name_of(row.id), cells, total))
    return Cross(square, columns, tuple(lines))


def _met(outcome: Outcome, number: Mapping[str, int], score: str | None) -> Met:
    who = " ".join(str(number[i]) for i in outcome.opponents if i in number)
    mates = " ".join(str(number[i]) for i in outcome.partners if i in number)
    return Met(outcome.kind, SIGNS.get(outcome.kind, ""), who, mates, score or "")


def _scores(board: Board) -> dict[tuple[int, str], str]:
    """Own and the others' game points, by round and entrant."""
    from scorekeeper.tournament.results import game_points

    found = {}
    for one in board.rounds:
        for table in one.tables:
            made = game_points(table.result)
            if made is None:
                continue
            for s, ids in enumerate(table.sides):
                text = ":".join(signed(n) for n in (made[s], *(n for k, n in enumerate(made) if k != s)))
                found.update({(one.number, who): text for who in ids})
    return found
