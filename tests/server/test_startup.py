"""Messages for an unusable instance: which folder, what is wrong, what to do."""

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

from scorekeeper import create_app
from scorekeeper.cli.demo import demo
from scorekeeper.core.config import flask_config
from scorekeeper.core.net import own_addresses
from scorekeeper.server import serve
from scorekeeper.server.startup import opening
from scorekeeper.server.startup.bootstrap import upgrade_database
from scorekeeper.server.startup.opening import prepare_application

pytestmark = pytest.mark.slow

COMMANDS = pytest.mark.parametrize("command", [serve.command, demo.command], ids=["serve", "demo"])


@pytest.fixture
def start(monkeypatch, tmp_path):
    """Runs a command on an instance, and returns its exit status and output."""
    monkeypatch.setenv("LANGUAGE", "en")

    def run(command, instance=tmp_path / "instance"):
        monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(instance))
        return CliRunner().invoke(command, [])

    return run


def error_output(result) -> str:
    assert result.exit_code == 1
    assert isinstance(result.exception, SystemExit), "a traceback is not an answer"
    return result.output


@COMMANDS
def test_a_file_where_the_instance_should_be_is_told_as_that_and_not_as_the_port(start, tmp_path, command):
    (tmp_path / "instance").write_text("")
    text = error_output(start(command))
    assert f"{tmp_path / 'instance'} is a file, but must be a folder" in text
    assert "listen" not in text


@COMMANDS
def test_a_folder_inside_a_file_is_told(start, tmp_path, command):
    (tmp_path / "file").write_text("")
    assert "cannot be a folder, because part of it is a file" in error_output(start(command, tmp_path / "file" / "instance"))


@COMMANDS
def test_a_folder_that_cannot_be_made_names_the_one_above_and_the_ways_out(start, monkeypatch, tmp_path, command):
    monkeypatch.setattr(opening.os, "access", lambda path, _mode: Path(path) != tmp_path)
    text = error_output(start(command))
    assert f"The folder {tmp_path / 'instance'} cannot be created" in text
    assert f"you may not write in {tmp_path}: Permission denied" in text
    assert "sudo install -d" in text
    assert "SCOREKEEPER_INSTANCE" in text
    assert not (tmp_path / "instance").exists()


@COMMANDS
@pytest.mark.parametrize(
    ("own", "words"),
    [
        (False, "The folder {} belongs to another user: Permission denied"),
        (True, "You cannot write to the folder {}, although it is yours: Permission denied"),
    ],
)
def test_a_folder_that_cannot_be_written_to_is_told_by_whose_it_is(start, monkeypatch, tmp_path, command, own, words):
    def refuse(**_: object) -> None:
        raise PermissionError(13, "Permission denied", str(tmp_path / "instance" / "x"))

    (tmp_path / "instance").mkdir()
    monkeypatch.setattr(opening.tempfile, "TemporaryFile", refuse)
    monkeypatch.setattr(opening, "_is_own", lambda _path: own)
    text = error_output(start(command))
    assert words.format(tmp_path / "instance") in text
    assert ("chmod u+rwx" if own else "sudo chown -R") in text


@COMMANDS
def test_a_full_disk_is_told_as_a_full_disk(start, monkeypatch, tmp_path, command):
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "link", full)
    assert f"The disk with {tmp_path / 'instance'} is full. Free up space" in error_output(start(command))


@COMMANDS
def test_what_the_database_refuses_is_told_in_its_own_words_without_the_statement(start, monkeypatch, command):
    def refuse(*_: object) -> None:
        raise OperationalError("INSERT INTO games VALUES (?)", ["Aline"], sqlite3.OperationalError("disk I/O error"))

    for name in ("prepare", "upgrade_database"):
        monkeypatch.setattr(opening, name, refuse)
    text = error_output(start(command))
    assert f"instance/{flask_config.DATABASE_FILE}: disk I/O error" in text
    assert [part for part in ("INSERT", "Aline", "http") if part in text] == []


@COMMANDS
def test_an_empty_secret_key_says_what_a_new_one_would_end(start, tmp_path, command):
    (tmp_path / "instance").mkdir()
    (tmp_path / "instance" / flask_config.SECRET_KEY_FILE).write_text("")
    text = error_output(start(command))
    assert "Restore the one from your backup" in text
    assert "all links, printed codes and sessions stop working" in text


@COMMANDS
@pytest.mark.parametrize("url", ["oracle9://x", "not an address", "sqlite+nosuch:///x", "mysql://rita:s3cret@here/cards"])
def test_a_database_that_the_program_does_not_know_is_told_with_one_it_knows(start, monkeypatch, command, url):
    monkeypatch.setenv("SCOREKEEPER_DATABASE_URL", url)
    text = error_output(start(command))
    assert "Write `postgresql://user:password@host/name`" in text
    assert f"“{url.partition(':')[0]}”" in text
    assert "Module" not in text


@pytest.fixture
def used(tmp_path) -> Path:
    """The database file of an instance that was in use."""
    instance = tmp_path / "instance"
    app = create_app(instance_path=instance)
    upgrade_database(app)
    with app.app_context():
        app.extensions["sqlalchemy"].engine.dispose()
    return instance / flask_config.DATABASE_FILE


def test_a_database_of_a_newer_version_is_told_in_words_and_left_as_it_is(start, used):
    with sqlite3.connect(used) as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    database.close()
    text = error_output(start(serve.command))
    assert "A newer version of this program made the database: its schema version is 9999" in text
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
    text = error_output(start(serve.command))
    assert "The database is damaged" in text
    assert "Files copied while the server was running can be incomplete" in text


def test_what_is_made_ready_has_no_open_database_that_a_process_could_inherit(monkeypatch, tmp_path):
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path))
    prepare_application(str)
    held = [str(one.readlink()) for one in Path("/proc/self/fd").iterdir() if one.is_symlink()]
    assert not [one for one in held if one.startswith(str(tmp_path))]


def test_where_the_database_is_ready_nothing_is_loaded_that_changes_its_form_or_speaks_to_a_server(migrated_database, tmp_path):
    shutil.copy(migrated_database, tmp_path / flask_config.DATABASE_FILE)
    code = (
        "import sys; from scorekeeper import create_app; from scorekeeper.server.startup.bootstrap import upgrade_database;"
        "assert not upgrade_database(create_app(None, sys.argv[1]));"
        "print(sorted({'alembic', 'flask_migrate', 'mako', 'psycopg', 'weasyprint'} & {*sys.modules}))"
    )
    ran = subprocess.run([sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, check=False)
    assert (ran.stdout, ran.stderr) == ("[]\n", "")


def refused_before_anything_is_made(start, instance, *, made=()):
    """Return the error of `serve`, which must leave the folder unchanged."""
    text = error_output(start(serve.command))
    assert sorted(path.name for path in instance.glob("*")) == sorted(made)
    return text


def test_a_wrong_setting_is_told_before_anything_is_made(start, monkeypatch, tmp_path):
    monkeypatch.setenv("SCOREKEEPER_WORKERS", "abc")
    assert "SCOREKEEPER_WORKERS: “abc” is not valid" in refused_before_anything_is_made(start, tmp_path / "instance")


def test_a_port_that_cannot_be_had_is_told_before_anything_is_made(start, monkeypatch, tmp_path):
    def refuse(*_: object) -> bool:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(own_addresses, "port_is_free", refuse)
    assert "Cannot listen on" in refused_before_anything_is_made(start, tmp_path / "instance")


@pytest.mark.sqlite("its file is none")
def test_a_file_that_is_no_database_is_named_with_the_way_back(start, tmp_path):
    instance = tmp_path / "instance"
    instance.mkdir()
    (instance / flask_config.DATABASE_FILE).write_bytes(b"a letter to the club " * 300)
    text = refused_before_anything_is_made(start, instance, made=[flask_config.DATABASE_FILE])
    assert f"{instance / flask_config.DATABASE_FILE} is not a database. Nothing was changed." in text
    assert "scorekeeper restore FILE" in text


@pytest.mark.sqlite("its file is read-only")
def test_a_database_that_cannot_be_written_to_is_named_with_what_to_type(start, monkeypatch, used):
    monkeypatch.setattr(opening.os, "access", lambda path, _mode: Path(path) != used)
    text = error_output(start(serve.command))
    assert f"Cannot write to the database {used}" in text
    assert f"chmod u+w {used}" in text


def test_little_room_is_said_and_the_program_starts(monkeypatch, tmp_path, capsys):
    monkeypatch.setenv("SCOREKEEPER_INSTANCE", str(tmp_path))
    monkeypatch.setattr(opening, "free_on", lambda _instance: 3 * 1024**2)
    opening.check_requirements(str)
    assert "3 MB are free. Soon nothing more can be saved" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("terminal", "printed"),
    [
        (True, "\rKit: 12%\rKit: 25%\rKit: 100%\n"),
        (False, "Kit: 25%\nKit: 100%\n"),
    ],
)
def test_how_far_the_kit_is_stands_in_one_line_of_a_terminal_and_in_a_few_lines_elsewhere(monkeypatch, capsys, terminal, printed):
    monkeypatch.setattr(sys.stdout, "isatty", lambda: terminal)
    line = opening.ProgressLine("Kit: {percent}%")
    for done in (1, 2, 8):
        line(done, 8)
    assert capsys.readouterr().out == printed
