"""A new version on an old database: backed up, migrated with all its data, and restored."""

from __future__ import annotations

import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner
from flask_migrate import downgrade
from sqlalchemy import select, text

from scorekeeper import create_app
from scorekeeper.backup import database_dumps as programs
from scorekeeper.backup import package, restoration, storage, verify
from scorekeeper.core.config import flask_config
from scorekeeper.core.db import schema_versions
from scorekeeper.core.db.database import db
from scorekeeper.core.db.schema_migrations import BackupFailed, migrations_of
from scorekeeper.core.jobs import job_queue
from scorekeeper.core.jobs.job_queue import Job
from scorekeeper.server import serve
from scorekeeper.server.startup.bootstrap import upgrade_database
from tests.backup.evening import fill, hold_no_connection
from tests.tournaments.club_night import refused

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parent.parent
RELEASED = Path(__file__).parent / "released"
VERSIONS = re.findall(r"^## (\d+\.\d+\.\d+) ", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
BEFORE = "0011"


def test_there_is_a_database_of_every_released_version():
    assert VERSIONS
    assert sorted(path.stem for path in RELEASED.glob("*.sql")) == sorted(VERSIONS), "tools/released_database.py makes one"


@pytest.mark.parametrize("version", VERSIONS)
def test_a_database_of_every_released_version_is_brought_up_to_date_with_all_that_is_in_it(version, tmp_path):
    with closing(sqlite3.connect(tmp_path / flask_config.DATABASE_FILE)) as database:
        database.executescript((RELEASED / f"{version}.sql").read_text("utf-8"))
    app = create_app(instance_path=tmp_path)
    upgrade_database(app)
    found = verify.replay_and_close(app)
    assert (found.games, found.hands, found.tournaments, found.rounds, found.faults) == (1, 3, 1, 1, ())
    with app.app_context():
        assert schema_versions.schema_versions_of(app.extensions["sqlalchemy"].engine) == {schema_versions.known_versions()[0]}
    hold_no_connection(app)


@pytest.fixture(params=["sqlite", "postgresql"])
def old(request, make_app, monkeypatch):
    """An instance with an old database schema."""
    if request.param == "sqlite":
        app = make_app()
    else:
        url = request.getfixturevalue("postgres")
        monkeypatch.setenv("SCOREKEEPER_DATABASE_URL", url)
        app = make_app(SQLALCHEMY_DATABASE_URI=url)
    fill(app)
    with app.app_context():
        migrations_of(app)
        downgrade(revision=BEFORE)
    hold_no_connection(app)
    return app


def copies(app):
    return storage.list_backups(Path(app.instance_path) / "copies", storage.mark_of(app.config["SECRET_KEY"]))


def test_before_the_form_changes_the_instance_is_copied_and_the_copy_is_a_way_back(old, tmp_path, monkeypatch):
    assert upgrade_database(old)
    (copy,) = copies(old)
    assert (copy.kind, copy.manifest.form, copy.manifest.found) == ("before", BEFORE, None)
    assert not upgrade_database(old)
    assert len(copies(old)) == 1
    # Verified by this version, which migrates a copy of it.
    here = verify.replay_and_close(old)
    (tmp_path / "work").mkdir()
    assert restoration.check(copy.path, tmp_path / "work").found == here
    if copy.manifest.database == "sqlite":
        # The older version finds its own schema in the backup,
        with package.BackupFile(copy.path) as opened:
            opened.extract(tmp_path / "back")
        with closing(sqlite3.connect(tmp_path / "back" / "database.sqlite3")) as database:
            assert database.execute("SELECT version_num FROM alembic_version").fetchall() == [(BEFORE,)]
            assert database.execute("SELECT count(*) FROM changes").fetchone() == (4,)
        # and this one migrates it again while restoring.
        assert restoration.restore(copy.path, tmp_path / "again").found == here
        hold_no_connection(create_app(instance_path=tmp_path / "again"))


def test_a_version_that_does_not_know_the_form_refuses_database_and_copy_by_name(old, tmp_path, monkeypatch):
    upgrade_database(old)
    (copy,) = copies(old)
    hold_no_connection(old)
    real = schema_versions.known_versions()
    monkeypatch.setattr(schema_versions, "known_versions", lambda: [form for form in real if form < BEFORE])
    with refused("copy.newer_form"):
        restoration.restore(copy.path, tmp_path / "again")
    assert not (tmp_path / "again").exists()


def test_where_no_copy_can_be_made_nothing_is_changed_unless_that_is_wanted(make_app, postgres, monkeypatch, tmp_path):
    app = make_app(SQLALCHEMY_DATABASE_URI=postgres)
    with app.app_context():
        migrations_of(app)
        downgrade(revision=BEFORE)
    monkeypatch.setattr(programs, "_DEBIAN", tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(BackupFailed) as found:
        upgrade_database(app)
    assert found.value.refusal.code == "copy.program"
    with app.app_context():
        assert schema_versions.schema_versions_of(app.extensions["sqlalchemy"].engine) == {BEFORE}
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", app.instance_path)
    monkeypatch.setenv("SCOREKEEPER_DATABASE_URL", postgres)
    told = CliRunner().invoke(serve.command, [], env={"LANGUAGE": "en"})
    assert told.exit_code == 1
    assert "pg_dump is not installed" in told.output
    assert "SCOREKEEPER_UPGRADE_WITHOUT_BACKUP=1" in told.output
    monkeypatch.setenv("SCOREKEEPER_UPGRADE_WITHOUT_BACKUP", "1")
    assert upgrade_database(app)


def test_documents_and_printouts_that_wait_for_firm_queue_are_made_by_our_own_jobs(served):
    with served.app_context():
        migrations_of(served)
        downgrade(revision="0019")
        with db.engine.begin() as connection:
            connection.execute(
                text(
                    "INSERT INTO documents (tag, visitor, html, begun, used_at) VALUES (:tag, 'one', :html, 0, CURRENT_TIMESTAMP)"
                ),
                [{"tag": "0123456789abcdef", "html": "<p>"}, {"tag": "fedcba9876543210", "html": None}],
            )
            connection.execute(
                text(
                    "INSERT INTO paper_jobs (tournament_id, key, state, done, total, begun, facts, files, asked_at)"
                    " VALUES (:number, 'abc', :state, 0, 0, 0, '{}', '[]', CURRENT_TIMESTAMP)"
                ),
                [{"number": 7, "state": "working"}, {"number": 8, "state": "done"}],
            )
        hold_no_connection(served)
        upgrade_database(served)
        jobs = db.session.execute(select(Job.queue, Job.arguments).order_by(Job.id)).all()
        assert [tuple(one) for one in jobs] == [("documents", ["0123456789abcdef"]), ("papers", [7, "abc"])]
        assert [job_queue.count_waiting(queue) for queue in ("documents", "papers")] == [1, 1]
    hold_no_connection(served)
