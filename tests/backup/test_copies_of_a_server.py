"""Backups of an instance with a database server: made by `pg_dump`, verified, and restored."""

from __future__ import annotations

import os

import pytest
from sqlalchemy import create_engine
from sqlalchemy.exc import OperationalError

from scorekeeper import create_app
from scorekeeper.backup import create, database_dumps, restoration, storage, verify
from scorekeeper.core.refusals import Refusal
from tests.backup.evening import fill, hold_no_connection
from tests.games.kitchen_table import Table
from tests.tournaments.club_night import refused

pytestmark = pytest.mark.slow


def restore_folder(tmp_path):
    return tmp_path / "again"


@pytest.fixture
def on_server(make_app, postgres, monkeypatch):
    monkeypatch.setenv("SCOREKEEPER_DATABASE_URL", postgres)
    app = make_app(SQLALCHEMY_DATABASE_URI=postgres)
    fill(app)
    return app


def test_a_server_s_database_is_copied_replayed_from_the_copy_and_put_back(on_server, postgres_cluster, monkeypatch, tmp_path):
    made = create.make_backup(on_server, "hand")
    here = verify.replay_and_close(on_server)
    assert made.manifest.database == "postgresql"
    assert made.manifest.found == here
    with refused("copy.database_there"):
        restoration.restore(made.path, restore_folder(tmp_path))
    empty = postgres_cluster.database()
    monkeypatch.setenv("SCOREKEEPER_DATABASE_URL", empty)
    try:
        assert restoration.restore(made.path, restore_folder(tmp_path)).alike is True
        there = create_app(instance_path=restore_folder(tmp_path))
        assert verify.replay_and_close(there) == here
        with there.app_context():  # ids go on where they were
            assert Table().game_id == 2
        hold_no_connection(there)
    finally:
        postgres_cluster.drop(empty)


def test_a_server_that_is_away_is_remembered_as_the_reason(tmp_path):
    url = f"postgresql://rita:s3cret@/cards?host={tmp_path}"
    app = create_app({"SQLALCHEMY_DATABASE_URI": url}, tmp_path / "instance")
    with pytest.raises(OperationalError):
        create.make_backup(app, "nightly")
    last = storage.last_attempt(tmp_path / "instance")
    assert last.code == "copy.away"
    assert "s3cret" not in last.params["read"]


def test_a_server_s_copy_is_not_put_into_a_file(on_server, monkeypatch, tmp_path):
    made = create.make_backup(on_server, "hand")
    monkeypatch.delenv("SCOREKEEPER_DATABASE_URL")
    with refused("copy.wants_postgresql"):
        restoration.restore(made.path, restore_folder(tmp_path))


def test_a_missing_or_older_pg_dump_is_told_with_what_to_install(on_server, monkeypatch, tmp_path):
    monkeypatch.setattr(database_dumps, "_DEBIAN", tmp_path)
    old = tmp_path / "bin" / "pg_dump"
    old.parent.mkdir()
    monkeypatch.setenv("PATH", str(old.parent))
    with refused("copy.program"):
        create.make_backup(on_server, "hand")
    old.write_text("#!/bin/sh\necho 'pg_dump (PostgreSQL) 9.6.1'\n")
    old.chmod(0o755)
    with pytest.raises(Refusal) as found:
        create.make_backup(on_server, "hand")
    assert found.value.code == "copy.program_old"
    assert found.value.params["low"] == 9
    assert found.value.params["high"] >= 13


def test_the_password_of_a_server_is_in_no_command_line():
    engine = create_engine("postgresql+psycopg://rita:s3cret%40x@db.example:5433/cards?sslmode=require")
    place, environment = database_dumps._connection_string(engine)
    assert "s3cret" not in place
    assert environment["PGPASSWORD"] == "s3cret@x"
    assert "sslmode=require" in place
    assert os.environ.get("PGPASSWORD") is None
