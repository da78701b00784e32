"""Verifies a copied database: sets it up in a work folder, upgrades it and replays everything."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from scorekeeper import create_app
from scorekeeper.backup import postgres, replay, sqlite
from scorekeeper.backup.manifest import DATABASES, MOST_FAULTS, ReplayResult
from scorekeeper.core.config.flask_config import DATABASE_FILE
from scorekeeper.core.db import schema_migrations
from scorekeeper.core.db.database import db

if TYPE_CHECKING:
    from flask import Flask


def verify_copy(copied: Path, form: str, work: Path) -> ReplayResult:
    """Return what replaying a copied database finds. The copy is not changed. `work`: an empty folder.

    `form` is its schema version. Raises DatabaseNotReady, Refusal("copy.program…").
    """
    work.mkdir(mode=0o700, exist_ok=True)
    file = work / DATABASE_FILE
    app = create_app({"SQLALCHEMY_DATABASE_URI": f"sqlite:///{file}"}, work)
    if copied.name == DATABASES["sqlite"]:
        shutil.copyfile(copied, file)
    else:
        schema_migrations.upgrade_database(app, to=form)
        postgres.load(copied, file)
    schema_migrations.upgrade_database(app)
    counted = replay_and_close(app)
    lost = sqlite.find_broken_references(file)
    return replace(counted, faults=(*counted.faults, *lost)[:MOST_FAULTS]) if lost else counted


def replay_and_close(app: Flask) -> ReplayResult:
    """Replay an application's database, and close its connections."""
    with app.app_context():
        try:
            if db.engine.dialect.name == "postgresql":  # a consistent view, even while games are recorded
                db.session.connection(execution_options={"isolation_level": "REPEATABLE READ"})
            return replay.replay_everything()
        finally:
            db.session.remove()
            db.engine.dispose()
