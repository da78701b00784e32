"""Health checks: whether the process responds, and whether it is ready for visitors.

They need no identity, set no cookie, count toward no limit, and report only which part is at fault.
"""

from __future__ import annotations

import shutil

from flask import Blueprint, Response, current_app, jsonify
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from scorekeeper.core.db import schema_versions
from scorekeeper.core.db.database import UNAVAILABLE, db

blueprint = Blueprint("health", __name__)

LEAST_ROOM = 64 * 2**20
"""Minimum free bytes on the instance's disk. One session may use that much."""
GOOD = "ok"


@blueprint.get("/up")
def up() -> Response:
    """Report that the process responds."""
    return _answer({"up": GOOD})


@blueprint.get("/ready")
def ready() -> Response:
    """Report whether visitors can be served: the database responds and is up to date, and the disk has space."""
    return _answer({**_check_database(), "disk": _check_disk()})


def _answer(parts: dict[str, str]) -> Response:
    response = jsonify(parts)
    response.status_code = 200 if all(status == GOOD for status in parts.values()) else 503
    response.headers["Cache-Control"] = "no-store"
    return response


def _check_database() -> dict[str, str]:
    try:
        forms = set(db.session.execute(text("SELECT version_num FROM alembic_version")).scalars())
    except UNAVAILABLE:
        return {"database": "away", "migrations": "unknown"}
    except SQLAlchemyError:  # it responds, but lacks this table
        return {"database": GOOD, "migrations": "none"}
    return {"database": GOOD, "migrations": GOOD if forms == {schema_versions.known_versions()[0]} else "another version"}


def _check_disk() -> str:
    try:
        left = shutil.disk_usage(current_app.instance_path).free
    except OSError:
        return "away"
    return GOOD if left >= LEAST_ROOM else "full"
