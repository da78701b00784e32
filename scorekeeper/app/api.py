"""The HTTP API: JSON under `/api/v1`, with the actions of the pages and the records of the command line.

Importing the views registers their operations on the blueprint.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.app import describe
from scorekeeper.archives import files_api
from scorekeeper.base.api.operations import OPERATIONS, blueprint
from scorekeeper.base.api.problems import answer_unrouted
from scorekeeper.base.security import csrf
from scorekeeper.clubs.api import clubs, people
from scorekeeper.games.api import events, figures, games, links, matches, odds, previews, stateless
from scorekeeper.rules.api import rules
from scorekeeper.rulings.api import referee
from scorekeeper.seasons.api import leagues, season
from scorekeeper.tournaments.api import (
    clocks,
    entrants,
    history,
    papers,
    record_questions,
    results,
    rounds,
    seats,
    slips,
    standings,
    tables,
    tournaments,
)

if TYPE_CHECKING:
    from flask import Flask

VIEWS = (
    *(games, events, links, figures, matches, previews, odds, rules, stateless, referee),
    *(clubs, people, leagues, season),
    *(tournaments, entrants, rounds, slips, clocks, results, standings, history, papers, files_api),
    *(record_questions,),
    *(tables, seats),
)

__all__ = ["OPERATIONS", "VIEWS", "blueprint"]


def init_app(app: Flask) -> None:
    """Register the API, its OpenAPI document and the page that shows it."""
    csrf.exempt(blueprint)  # API clients have no forms; `requests` has its own check
    app.before_request(answer_unrouted)
    app.register_blueprint(blueprint)
    app.register_blueprint(describe.page)
