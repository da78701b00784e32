"""A copied database tried: set up beside the real one, brought to the newest form, everything in it worked out once more."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from scorekeeper import create_app, migrating
from scorekeeper.base.db import db
from scorekeeper.config import DATABASE_FILE
from scorekeeper.copies import postgres, replay, sqlite
from scorekeeper.copies.manifest import DATABASES, MOST_FAULTS, Found

if TYPE_CHECKING:
    from flask import Flask


def tried(copied: Path, form: str, work: Path) -> Found:
    """What is found in a copied database of that form, which itself stays as it is. `work`: an empty folder.

    Raises DatabaseNotReady, Refusal("copy.program…").
    """
    work.mkdir(mode=0o700, exist_ok=True)
    file = work / DATABASE_FILE
    app = create_app({"SQLALCHEMY_DATABASE_URI": f"sqlite:///{file}"}, work)
    if copied.name == DATABASES["sqlite"]:
        shutil.copyfile(copied, file)
    else:
        migrating.upgrade_database(app, to=form)
        postgres.load(copied, file)
    migrating.upgrade_database(app)
    counted = replayed(app)
    lost = sqlite.lost_rows(file)
    return replace(counted, faults=(*counted.faults, *lost)[:MOST_FAULTS]) if lost else counted


def replayed(app: Flask) -> Found:
    """Everything that an application's database holds, worked out; no connection stays open."""
    with app.app_context():
        try:
            if db.engine.dialect.name == "postgresql":  # all of it as at one moment, whoever records meanwhile
                db.session.connection(execution_options={"isolation_level": "REPEATABLE READ"})
            return replay.everything()
        finally:
            db.session.remove()
            db.engine.dispose()
