"""A tournament as files: entrants, results and standings as CSV for a spreadsheet."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from scorekeeper.tournament.results import game_points
from scorekeeper.tournament.words import tiebreak_title
from scorekeeper.tournaments.actions.board import Board
from scorekeeper.wording.marks import pgettext
from scorekeeper.wording.names import side_name

if TYPE_CHECKING:
    from scorekeeper.wording.marks import Gettext

Cell = str | int | Fraction | None

SEPARATORS = {"fr": ";"}
"""What stands between cells where it is no comma: French spreadsheets take the comma for that of decimals."""
_FORMULA = re.compile(r"(^|[,;|\t\r\n])([ \u00a0]*)(?=[=+\-@])")
"""Where a spreadsheet would take what follows for a formula: at the beginning of a cell, whatever it takes for the end of one."""


def separator_for(lang: str) -> str:
    """Return what stands between cells for readers of a language."""
    return SEPARATORS.get(lang, ",")


def table(rows: Iterable[Sequence[Cell]], separator: str = ",") -> bytes:
    """Rows as CSV: UTF-8 with a mark, so that spreadsheets read accents; each cell in quotation marks.

    Text that a spreadsheet would run as a formula is quoted by an apostrophe, also after a sign that it may take for a separator.
    """
    out = io.StringIO()
    csv.writer(out, delimiter=separator, quoting=csv.QUOTE_ALL).writerows(
        [[_cell(one, separator) for one in row] for row in rows]
    )
    return out.getvalue().encode("utf-8-sig")


def _cell(value: Cell, separator: str) -> str | int:
    if value is None:
        return ""
    if isinstance(value, Fraction):
        written = str(value.numerator) if value.denominator == 1 else f"{float(value):.4f}".rstrip("0")
        return written.replace(".", ",") if separator == ";" else written
    if isinstance(value, str):
        quoted = _FORMULA.sub(r"\1\2'", value)
        return f"'{quoted}" if quoted.startswith(("\t", "\r", "\n")) else quoted
    return value


def _numbered(head: str, count: int) -> list[str]:
    return [f"{head} {n}" for n in range(1, count + 1)]


def entrants(board: Board, t: Gettext, separator: str = ",") -> bytes:
    """Everybody on the list; `parse_csv` reads it again."""
    players = max((len(e.players) for e in board.entrants), default=0)
    heads = [
        t("Name"),
        *_numbered(t("Player"), players),
        t("Seed"),
        pgettext("in this round", "Joined", t),
        pgettext("in this round", "Left", t),
    ]
    rows: list[Sequence[Cell]] = [heads]
    for e in board.entrants:
        if e.status in ("in", "left"):
            names = [*e.players, *[""] * (players - len(e.players))]
            rows.append([e.name, *names, e.seed, e.joined, e.left])
    return table(rows, separator)


def results(board: Board, t: Gettext, separator: str = ",") -> bytes:
    """Every match, a line each; of a forfeit, who did not play."""
    sides = max((len(tb.sides) for r in board.tournament.rounds for tb in r.tables), default=2)
    heads = [t("Round"), t("Table"), *_numbered(t("Side"), sides)]
    heads += [*_numbered(t("Points"), sides), t("Winner"), t("Did not play")]
    rows: list[Sequence[Cell]] = [heads]
    for one in board.tournament.rounds:
        for seat in one.tables:
            names = [side_name([board.name_of(i, one.number) for i in ids]) for ids in seat.sides]
            scores = list(game_points(seat.result) or [None] * len(names))
            winner = None if seat.result.winner is None else names[seat.result.winner]
            away = ", ".join(names[side] for side in seat.result.forfeit)
            gap: list[None] = [None] * (sides - len(names))
            rows.append([one.number, seat.number, *names, *gap, *scores, *gap, winner, away])
        rows += [[one.number, None, board.name_of(i, one.number), t("bye")] for i in one.byes]
    return table(rows, separator)


def standings(board: Board, t: Gettext, separator: str = ",") -> bytes:
    """The standings with every column."""
    rows = board.standings
    codes = [c for c in (rows[0].columns if rows else ()) if any(row.columns.get(c) is not None for row in rows)]
    fields = any(row.field is not None for row in rows)
    heads = [t("Rank"), t("Name"), *([t("Field")] if fields else []), *(tiebreak_title(t, code) for code in codes)]
    lines: list[Sequence[Cell]] = [heads]
    for row in rows:
        field = [row.field] if fields else []
        lines.append([row.rank, board.name_of(row.id), *field, *(row.columns.get(code) for code in codes)])
    return table(lines, separator)
