"""What a command says where the instance cannot be used: which folder, what is wrong, what to do."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from sqlalchemy.exc import OperationalError

from scorekeeper import config, create_app, demo, serve, starting
from scorekeeper.prepare import upgrade_database
from scorekeeper.starting import prepared

pytestmark = pytest.mark.slow

COMMANDS = pytest.mark.parametrize("command", [serve.command, demo.command], ids=["serve", "demo"])


@pytest.fixture
def start(monkeypatch, tmp_path):
    """Runs a command on an instance; its exit status and what it printed."""
    monkeypatch.setenv("LANGUAGE", "en")

    def run(command, instance=tmp_path / "instance"):
        monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(instance))
        return CliRunner().invoke(command, [])

    return run


def said(result) -> str:
    assert result.exit_code == 1
    assert isinstance(result.exception, SystemExit), "a traceback is not an answer"
    return result.output


@COMMANDS
def test_a_file_where_the_instance_should_be_is_told_as_that_and_not_as_the_port(start, tmp_path, command):
    (tmp_path / "instance").write_text("")
    text = said(start(command))
    assert f"{tmp_path / 'instance'} is a file; the program needs a folder" in text
    assert "listen" not in text


@COMMANDS
def test_a_folder_inside_a_file_is_told(start, tmp_path, command):
    (tmp_path / "file").write_text("")
    assert "cannot be a folder: part of it is a file" in said(start(command, tmp_path / "file" / "instance"))


@COMMANDS
def test_a_folder_of_another_user_names_the_folder_and_the_ways_out(start, monkeypatch, tmp_path, command):
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied", str(tmp_path / "instance"))

    monkeypatch.setattr(Path, "mkdir", refuse)
    text = said(start(command))
    assert f"The folder {tmp_path / 'instance'} belongs to another user: Permission denied" in text
    assert "sudo chown -R" in text
    assert "SCOREKEEPER_INSTANCE" in text


@COMMANDS
def test_a_full_disk_is_told_as_a_full_disk(start, monkeypatch, tmp_path, command):
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "link", full)
    assert f"The disk with {tmp_path / 'instance'} is full. Make room" in said(start(command))


@COMMANDS
def test_what_the_database_refuses_is_told_in_its_own_words_without_the_statement(start, monkeypatch, command):
    def refuse(*_: object) -> None:
        raise OperationalError("INSERT INTO games VALUES (?)", ["Aline"], sqlite3.OperationalError("disk I/O error"))

    for name in ("prepare", "upgrade_database"):
        monkeypatch.setattr(starting, name, refuse)
    text = said(start(command))
    assert "The database cannot be used: disk I/O error" in text
    assert [part for part in ("INSERT", "Aline", "http") if part in text] == []


@COMMANDS
def test_an_empty_secret_key_says_what_a_new_one_would_end(start, tmp_path, command):
    (tmp_path / "instance").mkdir()
    (tmp_path / "instance" / config.SECRET_KEY_FILE).write_text("")
    text = said(start(command))
    assert "Put back the one from your backup" in text
    assert "every link, printed code and sign-in given out so far ends" in text


@COMMANDS
@pytest.mark.parametrize("url", ["oracle9://x", "not an address", "sqlite+nosuch:///x"])
def test_a_database_that_the_program_does_not_know_is_told_with_one_it_knows(start, monkeypatch, command, url):
    monkeypatch.setenv("SCOREKEEPER_DATABASE_URL", url)
    assert "Write it as `postgresql://user:password@host/name`" in said(start(command))


@pytest.fixture
def used(tmp_path) -> Path:
    """The database file of an instance that was in use."""
    instance = tmp_path / "instance"
    app = create_app(instance_path=instance)
    upgrade_database(app)
    with app.app_context():
        app.extensions["sqlalchemy"].engine.dispose()
    return instance / config.DATABASE_FILE


def test_a_database_of_a_newer_version_is_told_in_words_and_left_as_it_is(start, used):
    with sqlite3.connect(used) as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    database.close()
    text = said(start(serve.command))
    assert "made by a newer version of this program: its form is 9999" in text
    with sqlite3.connect(used) as database:
        assert database.execute("SELECT version_num FROM alembic_version").fetchall() == [("9999",)]
    database.close()


def test_a_torn_copy_of_the_database_is_told_before_anything_is_served(start, used):
    with sqlite3.connect(used) as database:
        database.execute("CREATE TABLE torn (text TEXT)")
        database.executemany("INSERT INTO torn VALUES (?)", [("x" * 500,)] * 2000)
    database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.close()
    whole = used.read_bytes()
    used.write_bytes(whole[: len(whole) * 2 // 3] + b"\xff" * (len(whole) // 3))
    text = said(start(serve.command))
    assert "The database is damaged" in text
    assert "made while the program was running may be torn" in text


def test_what_is_made_ready_has_no_open_database_that_a_process_could_inherit(monkeypatch, tmp_path):
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path))
    prepared(str)
    held = [str(one.readlink()) for one in Path("/proc/self/fd").iterdir() if one.is_symlink()]
    assert not [one for one in held if one.startswith(str(tmp_path))]


def test_where_the_database_is_ready_nothing_is_loaded_that_changes_its_form_or_speaks_to_a_server(migrated_database, tmp_path):
    shutil.copy(migrated_database, tmp_path / config.DATABASE_FILE)
    code = (
        "import sys; from scorekeeper import create_app; from scorekeeper.prepare import upgrade_database;"
        "assert not upgrade_database(create_app(None, sys.argv[1]));"
        "print(sorted({'alembic', 'flask_migrate', 'mako', 'psycopg', 'weasyprint'} & {*sys.modules}))"
    )
    ran = subprocess.run([sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, check=False)
    assert (ran.stdout, ran.stderr) == ("[]\n", "")
