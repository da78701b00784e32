"""The health checks for monitoring."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import psycopg
import pytest
from alembic.script import ScriptDirectory
from sqlalchemy import text

from scorekeeper.core import paths
from scorekeeper.core.db import schema_versions
from scorekeeper.core.db.database import db
from scorekeeper.core.pages import health


def get_health(app, path="/ready", **how):
    answer = app.test_client().get(path, **how)
    assert "Set-Cookie" not in answer.headers
    assert answer.headers["Cache-Control"] == "no-store"
    return answer.status_code, answer.json


def take_away(url):
    if url.get_backend_name() == "sqlite":
        Path(url.database).unlink()
        return
    beside = url.set(drivername="postgresql", database="postgres").render_as_string(hide_password=False)
    with psycopg.connect(beside, autocommit=True) as server:
        server.execute(f'ALTER DATABASE "{url.database}" ALLOW_CONNECTIONS false')


GOOD = {"database": "ok", "migrations": "ok", "disk": "ok"}


def test_a_sound_program_is_up_and_ready_on_each_database(served):
    assert get_health(served, "/up") == (200, {"up": "ok"})
    assert get_health(served) == (200, GOOD)


def test_it_answers_under_any_name_and_in_the_same_words_to_everybody(make_app):
    app = make_app(HOSTS=("points.example.org",))
    for path in ("/up", "/ready"):
        assert get_health(app, path, headers={"Host": "container-7", "Accept-Language": "fr"})[0] == 200
    assert app.test_client().get("/", headers={"Host": "container-7.example"}).status_code == 421


def test_a_database_that_is_gone_is_named_and_the_process_is_up_all_the_same(app):
    app.test_client().get("/")
    with app.app_context():
        db.engine.dispose()
        take_away(db.engine.url)
    assert get_health(app) == (503, {**GOOD, "database": "away", "migrations": "unknown"})
    assert get_health(app, "/up")[0] == 200


@pytest.mark.parametrize("form", ["0001", "9999"])
def test_a_database_of_another_version_is_named(app, form):
    with app.app_context(), db.engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = :form"), {"form": form})
    assert get_health(app) == (503, {**GOOD, "migrations": "another version"})


def test_a_disk_without_room_is_named(app, monkeypatch):
    monkeypatch.setattr(health.shutil, "disk_usage", lambda _path: SimpleNamespace(free=health.LEAST_ROOM - 1))
    assert get_health(app) == (503, {**GOOD, "disk": "full"})


def test_the_newest_migration_is_the_one_that_is_run_last():
    assert [schema_versions.known_versions()[0]] == ScriptDirectory(str(paths.resource("migrations"))).get_heads()
