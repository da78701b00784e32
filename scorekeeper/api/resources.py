"""Everything that the API offers: importing the views puts their operations on the blueprint."""

from __future__ import annotations

from scorekeeper.api import (
    club_clocks,
    club_rounds,
    clubs,
    entrants,
    events,
    files,
    games,
    leagues,
    links,
    matches,
    papers,
    people,
    previews,
    record_questions,
    referee,
    results,
    rules,
    season,
    seats,
    slips,
    standings,
    stateless,
    tables,
    tournament_history,
    tournaments,
)
from scorekeeper.api.operations import OPERATIONS, blueprint

VIEWS = (
    *(games, events, links, matches, previews, rules, stateless, referee),
    *(clubs, people, leagues, season),
    *(tournaments, entrants, club_rounds, slips, club_clocks, results, standings, tournament_history, papers, files),
    *(record_questions,),
    *(tables, seats),
)

__all__ = ["OPERATIONS", "VIEWS", "blueprint"]
