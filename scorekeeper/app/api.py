"""The HTTP API: JSON under `/api/v1`, with the actions of the pages and the records of the command line.

Importing the views registers their operations on the blueprint.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.app import api_docs
from scorekeeper.archives import files_api
from scorekeeper.clubs.api import clubs, people
from scorekeeper.core.api.operations import OPERATIONS, blueprint
from scorekeeper.core.api.problems import answer_unrouted
from scorekeeper.core.http.security_headers import csrf
from scorekeeper.games.api import events, games, links, odds, stats
from scorekeeper.leagues.api import leagues, season
from scorekeeper.rules import api as rules
from scorekeeper.rulings import api as referee
from scorekeeper.tournaments.api import entrants, printouts, results, rounds, standings, tables, tournaments

if TYPE_CHECKING:
    from flask import Flask

VIEWS = (
    *(games, events, links, stats, odds, rules, referee),
    *(clubs, people, leagues, season),
    *(tournaments, entrants, rounds, results, standings, printouts, tables, files_api),
)

__all__ = ["OPERATIONS", "VIEWS", "blueprint"]


def init_app(app: Flask) -> None:
    """Register the API, its OpenAPI document and the page that shows it."""
    csrf.exempt(blueprint)  # API clients have no forms; `requests` has its own check
    app.before_request(answer_unrouted)
    app.register_blueprint(blueprint)
    app.register_blueprint(api_docs.page)
