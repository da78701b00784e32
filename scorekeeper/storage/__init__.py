"""Tables and the queries that several actions share. What happened at the table is stored; scores never are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.storage import (
    access,
    account,
    change,
    club,
    club_log,
    device,
    game,
    house_rules,
    idle_act,
    league,
    link,
    match,
    tournament,
)
from scorekeeper.storage.db import db, engine_options, prepare_engines

if TYPE_CHECKING:
    from flask import Flask

__all__ = [
    "access",
    "account",
    "change",
    "club",
    "club_log",
    "device",
    "game",
    "house_rules",
    "idle_act",
    "init_app",
    "league",
    "link",
    "match",
    "tournament",
]


def init_app(app: Flask) -> None:
    """Connect the application to its database and to its migrations."""
    from flask_migrate import Migrate

    from scorekeeper.paths import resource
    from scorekeeper.storage.addresses import RowNumber

    app.url_map.converters["int"] = RowNumber
    app.config.setdefault("SQLALCHEMY_ENGINE_OPTIONS", engine_options(app.config["SQLALCHEMY_DATABASE_URI"]))
    db.init_app(app)
    Migrate(app, db, directory=str(resource("migrations")))
    with app.app_context():
        prepare_engines(app)
