"""Export a league's standings to a spreadsheet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from scorekeeper.base.sheets import Cell, Rows
from scorekeeper.season import league as pure
from scorekeeper.seasons.actions.events import Season
from scorekeeper.seasons.actions.leagues import Standing

if TYPE_CHECKING:
    from scorekeeper.wording.marks import Gettext


def league(season: Season, standing: Standing, t: Gettext) -> Rows:
    """Return a league's rows: total points and the points of each tournament."""
    heads = [t("Rank"), t("Name"), t("Points"), *(f"{event.day} {event.name}" for event in standing.events)]
    rows: list[Sequence[Cell]] = [heads]
    for line in standing.lines:
        made: dict[int, pure.Result] = {r.event: r for r in line.results}
        points = [made[e.id].points if e.id in made else None for e in standing.events]
        rows.append([line.rank, season.name(line.key), line.points, *points])
    return rows
