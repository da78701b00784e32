"""The database. Its tables store what happened at the table, never scores."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.core.db.connections import engine_options, prepare_engines
from scorekeeper.core.db.database import db
from scorekeeper.core.http.application import RowNumber

if TYPE_CHECKING:
    from flask import Flask


def init_app(app: Flask) -> None:
    """Connect the application to its database."""
    app.url_map.converters["int"] = RowNumber
    app.config.setdefault("SQLALCHEMY_ENGINE_OPTIONS", engine_options(app.config["SQLALCHEMY_DATABASE_URI"]))
    db.init_app(app)
    with app.app_context():
        prepare_engines(app)
