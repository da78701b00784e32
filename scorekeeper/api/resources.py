"""Everything that the API offers: importing the views puts their operations on the blueprint."""

from __future__ import annotations

from scorekeeper.api import (
    club_rounds,
    clubs,
    entrants,
    events,
    games,
    links,
    matches,
    previews,
    referee,
    rules,
    season,
    stateless,
    tables,
    tournaments,
)
from scorekeeper.api.operations import OPERATIONS, blueprint

VIEWS = (
    games,
    events,
    links,
    matches,
    previews,
    rules,
    stateless,
    referee,
    clubs,
    season,
    tournaments,
    entrants,
    club_rounds,
    tables,
)

__all__ = ["OPERATIONS", "VIEWS", "blueprint"]
