"""The cross-table in signs and figures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from scorekeeper.web.public_common import signed
from scorekeeper.wording.tournament import points_text
from scorekeeper.workflows import club_cross

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

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
    found = club_cross.cross_table(board)
    number = {line.id: line.number for line in found.lines}
    lines = [
        Line(one.number, one.rank, one.id, one.name, tuple(_met(c, number) for c in one.cells), points_text(one.points))
        for one in found.lines
    ]
    return Cross(found.square, found.columns, tuple(lines))


def _met(found: club_cross.Met | None, number: Mapping[str, int]) -> Met | None:
    if found is None:
        return None
    who, mates = _numbers(found.opponents, number), _numbers(found.partners, number)
    return Met(found.kind, SIGNS.get(found.kind, ""), who, mates, ":".join(signed(n) for n in found.scores))


def _numbers(ids: Sequence[str], number: Mapping[str, int]) -> str:
    return " ".join(str(number[i]) for i in ids if i in number)
