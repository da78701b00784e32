"""A tournament's entrants, results and standings as tables for a spreadsheet."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from scorekeeper.core.spreadsheets import Cell, Rows
from scorekeeper.messages.marks import pgettext
from scorekeeper.messages.names import side_name
from scorekeeper.pairing.staged_standings import final_of
from scorekeeper.pairing.standings.results import game_points
from scorekeeper.pairing.standings.standings import columns_used
from scorekeeper.pairing.words import tiebreak_title
from scorekeeper.tournaments.commands.snapshot import Board

if TYPE_CHECKING:
    from scorekeeper.messages.marks import Gettext

    Table = Callable[[Board, Gettext], Rows]


def _numbered(head: str, count: int) -> list[str]:
    return [f"{head} {n}" for n in range(1, count + 1)]


def entrants(board: Board, t: Gettext) -> Rows:
    """Return the entrants, in a form that `entry_sheets.parse` can read."""
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
    return rows


def results(board: Board, t: Gettext) -> Rows:
    """Return the matches, one on each line. For a forfeit, the sides that did not play."""
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
    return rows


def standings(board: Board, t: Gettext) -> Rows:
    """Return the standings with every column."""
    rows = board.standings
    codes = [c for c in columns_used(rows) if any(row.columns.get(c) is not None for row in rows)]
    fields = any(row.field is not None for row in rows)
    heads = [t("Rank"), t("Name"), *([t("Field")] if fields else []), *(tiebreak_title(t, code) for code in codes)]
    lines: list[Sequence[Cell]] = [heads]
    for row in rows:
        field = [final_of(row) or row.field] if fields else []
        lines.append([row.rank, board.name_of(row.id), *field, *(row.columns.get(code) for code in codes)])
    return lines


TABLES: dict[str, Table] = {"entrants": entrants, "results": results, "standings": standings}


def title(name: str, t: Gettext) -> str:
    """Return the title of a table, used in the file and in its name."""
    return {"entrants": t("entrants"), "results": t("results"), "standings": t("standings")}[name]
