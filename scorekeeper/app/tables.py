"""The database and all of its tables. They store what happened at the table, never scores."""

from __future__ import annotations

from typing import TYPE_CHECKING

import scorekeeper.clubs.store.account
import scorekeeper.clubs.store.club
import scorekeeper.clubs.store.league
import scorekeeper.clubs.store.log
import scorekeeper.clubs.store.openid
import scorekeeper.clubs.store.privacy

# Tables refer to each other by name, so this module imports all of them.
import scorekeeper.core.devices.device
import scorekeeper.core.jobs.job_queue
import scorekeeper.core.pdf.pdf_queue
import scorekeeper.games.store.change
import scorekeeper.games.store.game
import scorekeeper.games.store.household
import scorekeeper.games.store.link
import scorekeeper.rules.store.house_rules
import scorekeeper.tournaments.store.printout_job
import scorekeeper.tournaments.store.tournament  # noqa: F401 (for its tables)
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
