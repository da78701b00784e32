"""The HTTP API, JSON under `/api/v1`: the same actions as the pages, the same records as the command line."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask


def init_app(app: Flask) -> None:
    """Register the API, its document and the page to read it."""
    from scorekeeper.api import describe
    from scorekeeper.api.problems import answer_unrouted
    from scorekeeper.api.resources import blueprint
    from scorekeeper.security import csrf

    csrf.exempt(blueprint)  # `requests` has its own check: programs have no forms
    app.before_request(answer_unrouted)
    app.register_blueprint(blueprint)
    app.register_blueprint(describe.page)
