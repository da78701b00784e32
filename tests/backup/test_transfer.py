"""Copying a database to the other kind: the same games and scores, and ids continue."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from scorekeeper import create_app
from scorekeeper.backup import verify
from scorekeeper.backup.transfer import transfer
from scorekeeper.cli.command_line import main
from scorekeeper.core.config import flask_config
from scorekeeper.core.db.database import db
from tests.backup.evening import fill, hold_no_connection
from tests.games.kitchen_table import Table, hand
from tests.tournaments.club_night import refused

pytestmark = pytest.mark.slow


@pytest.fixture
def source(app):
    fill(app)
    with app.app_context():
        gone = Table()
        assert gone.game_id == 2
        with db.engine.begin() as connection:  # as an empty game that was cleared away
            for table in ("changes", "accesses"):
                connection.exec_driver_sql(f"DELETE FROM {table} WHERE game_id = 2")
            connection.exec_driver_sql("DELETE FROM games WHERE id = 2")
    hold_no_connection(app)
    return app


def url_of(app):
    return app.config["SQLALCHEMY_DATABASE_URI"]


def test_there_and_back_again(source, empty_postgres, tmp_path, monkeypatch):
    here = verify.replay_and_close(source)
    done = transfer(url_of(source), empty_postgres)
    assert done.found == here
    assert done.rows == sum(here.rows.values())
    back = f"sqlite:///{tmp_path / 'back.sqlite3'}"
    assert transfer(empty_postgres, back).found == here
    for url in (empty_postgres, back):
        monkeypatch.setenv("SCOREKEEPER_DATABASE_URL", url)
        app = create_app(instance_path=tmp_path / "new")
        with app.app_context():
            table = Table()
            table.play(hand())
            assert table.game_id == 3  # an id that was used is never used again
        hold_no_connection(app)


def test_a_target_with_something_in_it_is_left_alone(source, make_app, tmp_path):
    other = make_app(tmp_path / "other")

    def kept():
        found = verify.replay_and_close(other)
        hold_no_connection(other)
        file = tmp_path / "other" / flask_config.DATABASE_FILE
        return found, file.read_bytes() if file.exists() else None

    before = kept()
    with refused("db.full"):
        transfer(url_of(source), url_of(other))
    assert kept() == before


def test_what_is_no_database_of_this_program_is_told(source, tmp_path):
    with refused("db.same"):
        transfer(url_of(source), url_of(source))
    with refused("db.url"):
        transfer("not an address", url_of(source))
    with refused("db.url"):
        transfer("mysql://a@b/c", url_of(source))
    with refused("db.empty"):
        transfer(f"sqlite:///{tmp_path / 'nowhere.sqlite3'}", f"sqlite:///{tmp_path / 'new.sqlite3'}")
    assert not (tmp_path / "nowhere.sqlite3").exists()
    with refused("db.away"):
        transfer(url_of(source), f"postgresql://rita:s3cret@/cards?host={tmp_path}")


def test_an_older_form_is_not_copied(source, tmp_path):
    with source.app_context(), db.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '0011'")
    with refused("db.form"):
        transfer(url_of(source), f"sqlite:///{tmp_path / 'new.sqlite3'}")
    hold_no_connection(source)


def test_the_command_says_what_was_copied_and_shows_no_password(source, tmp_path):
    target = f"sqlite:///{tmp_path / 'new.sqlite3'}"
    done = CliRunner().invoke(main, ["db", "copy", url_of(source), target], env={"LANGUAGE": "en"})
    assert done.exit_code == 0, done.output
    assert "with the same scores" in done.output
    wrong = ["db", "copy", url_of(source), f"postgresql://rita:s3cret@/cards?host={tmp_path}"]
    told = CliRunner().invoke(main, wrong, env={"LANGUAGE": "en"})
    assert told.exit_code == 1
    assert "Cannot reach postgresql://" in told.output
    assert "s3cret" not in told.output
    assert Path(tmp_path / "new.sqlite3").is_file()
