"""migrations/env.py with small test migrations."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from flask import Flask
from flask_migrate import Migrate
from flask_sqlalchemy import SQLAlchemy
from sqlalchemy import DateTime, Engine, event, inspect, text
from sqlalchemy.types import TypeDecorator

from scorekeeper.core.db.schema_migrations import DatabaseNotReady
from scorekeeper.server.startup.bootstrap import upgrade_database

MIGRATIONS = Path(__file__).parent.parent.parent / "migrations"


class Moment(TypeDecorator):
    """A column type of the program's own."""

    impl = DateTime
    cache_ok = True


FIRST = """
from alembic import op
import sqlalchemy as sa
revision, down_revision = "first", None
def upgrade():
    op.create_table("game", sa.Column("id", sa.Integer, primary_key=True), sa.Column("title", sa.String))
    op.create_table("hand", sa.Column("id", sa.Integer, primary_key=True),
                    sa.Column("game_id", sa.Integer, sa.ForeignKey("game.id", ondelete="CASCADE")))
"""
# On SQLite this copies the table and drops the old one.
REBUILD = """
from alembic import op
import sqlalchemy as sa
revision, down_revision = "second", "first"
def upgrade():
    with op.batch_alter_table("game") as game:
        game.alter_column("title", existing_type=sa.String, nullable=False, server_default="")
"""
BROKEN = """
from alembic import op
import sqlalchemy as sa
revision, down_revision = "second", "first"
def upgrade():
    op.create_table("extra", sa.Column("id", sa.Integer, primary_key=True))
    op.execute("INSERT INTO no_such_table VALUES (1)")
"""


def prepared(folder, url):
    migrations = folder / "migrations"
    (migrations / "versions").mkdir(parents=True)
    for name in ("env.py", "script.py.mako"):
        shutil.copy(MIGRATIONS / name, migrations)
    site = Flask(__name__, instance_path=str(folder))
    site.config["SQLALCHEMY_DATABASE_URI"] = url
    db = SQLAlchemy()
    db.init_app(site)
    Migrate(site, db, directory=str(migrations))
    with site.app_context():
        engine = db.engine
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", lambda connection, _: connection.execute("PRAGMA foreign_keys=ON"))
    return site, engine, migrations / "versions"


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request, tmp_path):
    url = f"sqlite:///{tmp_path}/test.db" if request.param == "sqlite" else request.getfixturevalue("empty_postgres")
    site, engine, versions = prepared(tmp_path, url)
    yield site, engine, versions
    engine.dispose()


def rows(engine: Engine, query: str):
    with engine.connect() as connection:
        return [tuple(row) for row in connection.execute(text(query))]


def test_an_empty_database_gets_its_tables_once(database):
    site, engine, versions = database
    (versions / "first.py").write_text(FIRST)
    assert upgrade_database(site)
    assert {"game", "hand"} <= set(inspect(engine).get_table_names())
    assert not upgrade_database(site)


def test_changing_a_table_keeps_the_rows_that_point_to_it(database):
    site, engine, versions = database
    (versions / "first.py").write_text(FIRST)
    upgrade_database(site)
    with engine.begin() as connection:
        connection.execute(text("INSERT INTO game (id, title) VALUES (1, 'Friday')"))
        connection.execute(text("INSERT INTO hand (id, game_id) VALUES (7, 1)"))
    (versions / "second.py").write_text(REBUILD)
    assert upgrade_database(site)
    assert rows(engine, "SELECT id, game_id FROM hand") == [(7, 1)]


def test_a_migration_that_fails_leaves_nothing_behind(database):
    site, engine, versions = database
    (versions / "first.py").write_text(FIRST)
    upgrade_database(site)
    (versions / "second.py").write_text(BROKEN)
    with pytest.raises(DatabaseNotReady, match="no_such_table"):
        upgrade_database(site)
    assert "extra" not in inspect(engine).get_table_names()
    assert rows(engine, "SELECT version_num FROM alembic_version") == [("first",)]


def test_a_database_of_a_newer_program_is_refused_and_left_alone(database):
    site, engine, versions = database
    (versions / "first.py").write_text(FIRST)
    upgrade_database(site)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = 'future'"))
    with pytest.raises(DatabaseNotReady, match="future"):
        upgrade_database(site)
    assert rows(engine, "SELECT version_num FROM alembic_version") == [("future",)]


def test_sqlite_refuses_a_migration_that_orphans_rows(tmp_path):
    site, engine, versions = prepared(tmp_path, f"sqlite:///{tmp_path}/test.db")
    (versions / "first.py").write_text(FIRST)
    upgrade_database(site)
    with engine.begin() as connection:
        connection.execute(text("INSERT INTO game (id, title) VALUES (1, 'Friday')"))
        connection.execute(text("INSERT INTO hand (id, game_id) VALUES (7, 1)"))
    (versions / "second.py").write_text(
        FIRST.split("def upgrade")[0].replace('"first", None', '"second", "first"')
        + 'def upgrade():\n    op.execute("DELETE FROM game")\n'
    )
    with pytest.raises(DatabaseNotReady, match="point nowhere"):
        upgrade_database(site)
    assert rows(engine, "SELECT count(*) FROM game") == [(1,)]
    engine.dispose()


def test_a_new_migration_file_is_made_only_when_the_models_changed(tmp_path):
    from flask_migrate import migrate

    site, engine, versions = prepared(tmp_path, f"sqlite:///{tmp_path}/test.db")
    db = site.extensions["sqlalchemy"]
    with site.app_context():
        migrate(message="nothing")
        assert list(versions.glob("*.py")) == []
        db.Table("game", db.Column("id", db.Integer, primary_key=True), db.Column("at", Moment(timezone=True)))
        migrate(message="games")
    (made,) = versions.glob("*.py")
    assert "sa.DateTime(timezone=True)" in made.read_text()
    assert made.read_text().startswith('"""games')
    assert upgrade_database(site)
    assert "game" in inspect(engine).get_table_names()
    engine.dispose()
