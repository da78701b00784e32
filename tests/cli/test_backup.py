"""`scorekeeper backup` and `scorekeeper restore` on the command line."""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path

import pytest
from click.testing import CliRunner
from sqlalchemy import text

from scorekeeper.cli.command_line import main
from scorekeeper.core.db.database import db
from tests.backup.evening import fill, hold_no_connection


@pytest.fixture
def instance(app, found_by_commands):
    fill(app)
    hold_no_connection(app)
    found_by_commands(app)
    return Path(app.instance_path)


def run(*args, lang="en"):
    return CliRunner().invoke(main, [str(one) for one in args], env={"LANGUAGE": lang})


def test_a_copy_goes_where_it_is_told_and_comes_back(instance, tmp_path, monkeypatch, request):
    done = run("backup", "--to", tmp_path / "stick")
    assert done.exit_code == 0, done.output
    (made,) = (tmp_path / "stick").iterdir()
    assert str(made) in done.output
    assert "Games replayed: 1 (hands: 3). Tournaments checked: 1 (rounds: 1)." in done.output
    assert "It contains the secret key" in done.output
    assert stat.S_IMODE(made.stat().st_mode) == 0o600
    looked = run("backup", "--check", made)
    assert looked.exit_code == 0, looked.output
    assert "Games replayed: 1" in looked.output
    refused = run("restore", made)
    assert refused.exit_code == 1
    assert f"{instance} is not empty" in refused.output
    assert "Nothing was changed" in refused.output
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path / "new"))
    if "SCOREKEEPER_DATABASE_URL" in os.environ:  # on a server it needs a database as well
        monkeypatch.setenv("SCOREKEEPER_DATABASE_URL", request.getfixturevalue("empty_postgres"))
    back = run("restore", made)
    assert back.exit_code == 0, back.output
    assert f"Restored to {tmp_path / 'new'}." in back.output
    assert (tmp_path / "new" / "secret.key").read_text() == (instance / "secret.key").read_text()


def test_looking_for_an_instance_does_not_make_one(monkeypatch, tmp_path):
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path / "nowhere"))
    done = run("backup")
    assert done.exit_code == 1
    assert "There is nothing to back up yet" in done.output
    assert not (tmp_path / "nowhere").exists()


def test_what_is_no_copy_is_told_in_french_too(instance, tmp_path, monkeypatch):
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path / "new"))
    (tmp_path / "text.zip").write_text("no zip")
    assert "is not a valid backup file" in run("restore", tmp_path / "text.zip").output
    assert "n’est pas une sauvegarde valable" in run("restore", tmp_path / "text.zip", lang="fr").output
    assert run("restore", tmp_path / "nowhere.zip").exit_code == 1
    assert not (tmp_path / "new").exists()


def test_a_fault_is_named_and_is_a_status(instance, app):
    with app.app_context(), db.engine.begin() as connection:
        connection.execute(text("DELETE FROM changes WHERE revision = 3"))
    hold_no_connection(app)
    done = run("backup")
    assert done.exit_code == 1
    assert re.search(r"game 1: its log has 3 changes, not 4", done.output)


def test_a_wrong_setting_is_told_by_its_name(instance, monkeypatch):
    monkeypatch.setenv("SCOREKEEPER_BACKUP_KEEP", "all")
    done = run("backup")
    assert done.exit_code == 1
    assert "SCOREKEEPER_BACKUP_KEEP: “all” is not valid. Use three whole numbers" in done.output
