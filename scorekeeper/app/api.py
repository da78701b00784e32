"""The HTTP API: JSON under `/api/v1`, with the actions of the pages and the records of the command line."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from scorekeeper.app import api_docs
from scorekeeper.app.subjects import operations_of
from scorekeeper.core.api import operations
from scorekeeper.core.api.problems import answer_unrouted
from scorekeeper.core.http.security_headers import csrf

if TYPE_CHECKING:
    from flask import Flask


def init_app(app: Flask, subjects: Collection[str]) -> None:
    """Register the API of these subjects, its OpenAPI document and the page that shows it."""
    csrf.exempt(operations.blueprint)  # API clients have no forms; `requests` has its own check
    app.before_request(answer_unrouted)
    app.register_blueprint(operations.blueprint)
    app.register_blueprint(api_docs.page)
    operations.add_routes(app, operations_of(subjects))
