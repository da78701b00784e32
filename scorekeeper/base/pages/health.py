"""For machines that watch over this one: whether the process answers, and whether it is ready for visitors.

Neither asks who it is, sets a cookie, counts in a limit or tells more than which part is at fault.
"""

from __future__ import annotations

import shutil

from flask import Blueprint, Response, current_app, jsonify
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from scorekeeper.base import database_forms
from scorekeeper.base.db import AWAY, db

blueprint = Blueprint("health", __name__)

LEAST_ROOM = 64 * 2**20
"""Bytes that the disk of the instance has left at least: of less, an evening may need all."""
GOOD = "ok"


@blueprint.get("/up")
def up() -> Response:
    """The process answers."""
    return _answer({"up": GOOD})


@blueprint.get("/ready")
def ready() -> Response:
    """Visitors can be let in: the database answers and has the form that this version needs, and the disk has room."""
    return _answer({**_of_database(), "disk": _of_disk()})


def _answer(parts: dict[str, str]) -> Response:
    response = jsonify(parts)
    response.status_code = 200 if all(status == GOOD for status in parts.values()) else 503
    response.headers["Cache-Control"] = "no-store"
    return response


def _of_database() -> dict[str, str]:
    try:
        forms = set(db.session.execute(text("SELECT version_num FROM alembic_version")).scalars())
    except AWAY:
        return {"database": "away", "migrations": "unknown"}
    except SQLAlchemyError:  # it answers, and has not this table
        return {"database": GOOD, "migrations": "none"}
    return {"database": GOOD, "migrations": GOOD if forms == {database_forms.known()[0]} else "another version"}


def _of_disk() -> str:
    try:
        left = shutil.disk_usage(current_app.instance_path).free
    except OSError:
        return "away"
    return GOOD if left >= LEAST_ROOM else "full"
