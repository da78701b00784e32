"""Export a league's standings to a spreadsheet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from scorekeeper.core.spreadsheets import Cell, Rows
from scorekeeper.leagues.commands.leagues import Standing
from scorekeeper.leagues.commands.season import Season
from scorekeeper.ratings import league as pure

if TYPE_CHECKING:
    from scorekeeper.messages.marks import Gettext


def league(season: Season, standing: Standing, t: Gettext) -> Rows:
    """Return a league's rows: total points and the points of each tournament."""
    heads = [t("Rank"), t("Name"), t("Points"), *(f"{event.day} {event.name}" for event in standing.events)]
    rows: list[Sequence[Cell]] = [heads]
    for line in standing.lines:
        made: dict[int, pure.Result] = {r.event: r for r in line.results}
        points = [made[e.id].points if e.id in made else None for e in standing.events]
        rows.append([line.rank, season.name(line.key), line.points, *points])
    return rows
