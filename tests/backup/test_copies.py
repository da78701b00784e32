"""Backups of a whole instance: made while it runs, verified, and restored into an empty one."""

from __future__ import annotations

import shutil
import sqlite3
import stat
import zipfile
from contextlib import closing
from pathlib import Path

import orjson
import pytest

from scorekeeper import create_app
from scorekeeper.backup import create, package, restoration, storage, verify
from scorekeeper.core.config import flask_config
from scorekeeper.core.db import schema_versions
from scorekeeper.core.db.database import db
from scorekeeper.core.refusals import Refusal
from tests.backup.evening import fill, hold_no_connection
from tests.games.kitchen_table import Table, hand
from tests.tournaments.club_night import refused

pytestmark = pytest.mark.sqlite("copies of a file; those of a server are in test_copies_of_a_server.py")


@pytest.fixture
def evening(app):
    fill(app)
    return app


@pytest.fixture
def copy(evening):
    return create.make_backup(evening, "hand").path


def restore_folder(tmp_path):
    return tmp_path / "again"


def let_go(instance):
    hold_no_connection(create_app(instance_path=instance))


def test_a_copy_holds_everything_that_cannot_be_made_again_and_is_readable_by_nobody_else(evening):
    made = create.make_backup(evening, "hand")
    assert stat.S_IMODE(made.path.stat().st_mode) == 0o600
    assert made.path.parent == Path(evening.instance_path) / "copies"
    assert list(made.manifest.parts) == ["database.sqlite3", "instance/secret.key", "instance/tls/authority.key"]
    found = made.manifest.found
    assert (found.games, found.hands, found.tournaments, found.rounds, found.faults) == (1, 3, 1, 1, ())
    assert found.rows["changes"] == 4
    assert made.manifest.form == schema_versions.known_versions()[0]
    assert [path.name for path in made.path.parent.iterdir() if path.name.startswith(".")] == []
    last = storage.last_attempt(Path(evening.instance_path))
    assert (last.kind, last.failed) == ("hand", False)


def test_what_was_copied_comes_back_with_the_same_scores_key_and_files(evening, copy, tmp_path):
    done = restoration.restore(copy, restore_folder(tmp_path))
    assert done.alike is True
    for name in ("secret.key", "tls/authority.key"):
        assert (restore_folder(tmp_path) / name).read_bytes() == (Path(evening.instance_path) / name).read_bytes()
    assert sorted(path.name for path in restore_folder(tmp_path).iterdir() if "-" not in path.name) == [
        "scorekeeper.sqlite3",
        "secret.key",
        "tls",
    ]
    here = verify.replay_and_close(evening)
    there = create_app(instance_path=restore_folder(tmp_path))
    assert verify.replay_and_close(there) == here
    hold_no_connection(there)


def test_measurements_in_a_copy_of_an_earlier_version_are_not_restored(evening, tmp_path, monkeypatch):
    monkeypatch.setattr(create, "REGENERATED", create.REGENERATED - {"metrics"})
    made = create.make_backup(evening, "hand")
    assert "instance/metrics/9200/counter_7.db" in made.manifest.parts
    restoration.restore(made.path, restore_folder(tmp_path))
    assert not (restore_folder(tmp_path) / "metrics").exists()
    let_go(restore_folder(tmp_path))


def test_a_copy_is_made_while_somebody_writes_and_holds_what_was_recorded_by_then(evening):
    with closing(sqlite3.connect(Path(evening.instance_path) / flask_config.DATABASE_FILE)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("UPDATE devices SET name = 'never recorded'")
        made = create.make_backup(evening, "hand")
        writer.rollback()
    assert made.manifest.tried
    with evening.app_context():
        Table().play(hand())
    assert create.make_backup(evening, "hand").manifest.found.games == 2


def test_an_instance_that_is_in_use_is_left_as_it_is(evening, copy):
    files = [path for path in Path(evening.instance_path).rglob("*") if path.is_file() and "sqlite3" not in path.name]
    before = {path: path.read_bytes() for path in files}
    with pytest.raises(Refusal) as found:
        restoration.restore(copy, Path(evening.instance_path))
    assert found.value.code == "copy.full"
    assert found.value.params["part"] == "copies"
    assert {path: path.read_bytes() for path in before} == before
    with evening.app_context():
        assert verify.replay_and_close(evening).games == 1


def test_a_folder_that_holds_anything_of_an_instance_is_not_restored_over(copy, tmp_path):
    key = restore_folder(tmp_path) / "secret.key"
    key.parent.mkdir()
    key.write_bytes(b"the key of another instance")
    with pytest.raises(Refusal) as found:
        restoration.restore(copy, restore_folder(tmp_path))
    assert found.value.code == "copy.full"
    assert key.read_bytes() == b"the key of another instance"


def test_a_game_that_can_no_longer_be_read_is_named_and_the_copy_kept_and_not_put_back(evening, tmp_path):
    with evening.app_context(), db.engine.begin() as connection:
        connection.exec_driver_sql("DELETE FROM changes WHERE revision = 2")
    made = create.make_backup(evening, "hand")
    assert not made.manifest.tried
    assert made.manifest.found.faults == ("game 1: its log has 3 changes, not 4",)
    assert storage.last_attempt(Path(evening.instance_path)).code == "copy.faults_in_it"
    with refused("copy.faults"):
        restoration.restore(made.path, restore_folder(tmp_path))
    assert list(restore_folder(tmp_path).iterdir()) == []


def alter_backup(copy, tmp_path, name="altered.zip", change=None, **files):
    """Return the backup with a changed manifest or changed files."""
    target = tmp_path / name
    with zipfile.ZipFile(copy) as old, zipfile.ZipFile(target, "w") as new:
        for info in old.infolist():
            raw = files.get(info.filename.replace(".", "_").replace("/", "_"), old.read(info))
            if info.filename == package.MANIFEST_NAME and change:
                facts = orjson.loads(raw)
                change(facts)
                raw = orjson.dumps(facts)
            new.writestr(info.filename, raw)
    return target


WRONG = {
    "a newer format": (lambda f: f.update(format="scorekeeper-copy/2", program="3.0"), "copy.newer"),
    "a newer form": (lambda f: f.update(form="9999", program="3.0"), "copy.newer_form"),
    "no format": (lambda f: f.pop("format"), "copy.file"),
    "a way out of the folder": (
        lambda f: f["parts"].update({"instance/../../out": f["parts"]["instance/secret.key"]}),
        "copy.file",
    ),
    "an absolute name": (lambda f: f["parts"].update({"/etc/out": f["parts"]["instance/secret.key"]}), "copy.file"),
    "a part that is not there": (lambda f: f["parts"].update({"instance/out": f["parts"]["instance/secret.key"]}), "copy.part"),
    "another sum": (lambda f: f["parts"]["instance/secret.key"].update(sha256="0" * 64), "copy.sum"),
    "a size that is too small": (lambda f: f["parts"]["database.sqlite3"].update(size=100), "copy.sum"),
    "a size that is none": (lambda f: f["parts"]["database.sqlite3"].update(size=-1), "copy.file"),
    "no database": (lambda f: f["parts"].pop("database.sqlite3"), "copy.file"),
}


@pytest.mark.slow
@pytest.mark.parametrize("what", WRONG)
def test_a_copy_that_is_not_as_it_was_made_is_refused_and_nothing_is_put_anywhere(copy, tmp_path, what):
    change, code = WRONG[what]
    with refused(code):
        restoration.restore(alter_backup(copy, tmp_path, change=change), restore_folder(tmp_path))
    assert not restore_folder(tmp_path).exists() or list(restore_folder(tmp_path).iterdir()) == []
    assert not (tmp_path / "out").exists()


def test_a_newer_one_says_which_version_it_wants(copy, tmp_path):
    newer = alter_backup(copy, tmp_path, change=lambda f: f.update(form="9999", program="3.0"))
    with pytest.raises(Refusal) as found:
        restoration.restore(newer, restore_folder(tmp_path))
    assert found.value.params == {
        "read": "altered.zip",
        "program": "3.0",
        "form": "9999",
        "right": schema_versions.known_versions()[0],
    }


def test_what_was_overwritten_or_cut_is_refused(copy, tmp_path):
    with refused("copy.sum"):
        restoration.restore(alter_backup(copy, tmp_path, instance_secret_key=b"x" * 65), restore_folder(tmp_path))
    cut = tmp_path / "cut.zip"
    cut.write_bytes(copy.read_bytes()[:2000])
    with refused("copy.file"):
        restoration.restore(cut, restore_folder(tmp_path))
    with refused("copy.none"):
        restoration.restore(tmp_path / "nowhere.zip", restore_folder(tmp_path))


def test_a_name_that_the_manifest_does_not_know_is_refused(copy, tmp_path):
    with zipfile.ZipFile(copy, "a") as more:
        more.writestr("../out", "x")
    with refused("copy.part"):
        restoration.restore(copy, restore_folder(tmp_path))
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("name", ["../out", "a/../out", "/out", "", "a//b", ".", "a\\b", "c:out", "a\nb", "/".join("a" * 12)])
def test_only_names_that_lead_downwards_are_names(name):
    assert not package.is_manifest_path(name)
    assert package.is_manifest_path("instance/tls/.well-known key é.pem")


def test_two_copies_at_once_are_one(evening):
    with storage.lock_for_backup(Path(evening.instance_path)), refused("copy.busy"):
        create.make_backup(evening, "hand")
    assert create.make_backup(evening, "hand").manifest.tried


def test_what_one_that_was_killed_left_is_cleared_away(evening):
    folder = Path(evening.instance_path) / "copies"
    (folder / ".work" / "trial").mkdir(parents=True)
    (folder / ".work" / "copy.zip").write_text("half")
    made = create.make_backup(evening, "hand")
    assert {path.name for path in folder.iterdir()} == {made.path.name, "lock", "last.json"}


def test_a_copy_goes_into_the_second_folder_too_and_where_that_fails_it_is_said(evening, tmp_path, monkeypatch):
    monkeypatch.setenv("SCOREKEEPER_BACKUP_TO", str(tmp_path / "stick"))
    (tmp_path / "stick").mkdir()
    made = create.make_backup(evening, "nightly")
    assert (tmp_path / "stick" / made.path.name).read_bytes() == made.path.read_bytes()
    monkeypatch.setenv("SCOREKEEPER_BACKUP_TO", str(tmp_path / "not plugged in"))
    made = create.make_backup(evening, "nightly")
    assert "not plugged in: No such file or directory" in made.elsewhere
    assert not (tmp_path / "not plugged in").exists()
    assert made.path.is_file()
    assert storage.last_attempt(Path(evening.instance_path)).elsewhere == made.elsewhere


def test_a_full_disk_is_told_before_anything_is_written(evening, monkeypatch):
    usage = shutil.disk_usage("/")
    monkeypatch.setattr(create.shutil, "disk_usage", lambda _path: usage._replace(free=1000))
    with refused("copy.room"):
        create.make_backup(evening, "hand")
    assert storage.list_backups(Path(evening.instance_path) / "copies", storage.mark_of(evening.config["SECRET_KEY"])) == []
    assert storage.last_attempt(Path(evening.instance_path)).code == "copy.room"


def test_an_empty_instance_has_nothing_to_copy(tmp_path):
    app = create_app(instance_path=tmp_path / "new")
    with refused("copy.nothing"):
        create.make_backup(app, "hand")


def test_a_database_of_a_newer_version_is_not_copied_by_this_one(evening):
    with evening.app_context(), db.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    with refused("copy.form"):
        create.make_backup(evening, "hand")


def test_several_instances_share_a_folder_and_nobody_clears_away_another_ones(evening, tmp_path, make_app):
    other = make_app(tmp_path / "other")
    kept = {create.make_backup(one, "hand", to=tmp_path / "both").path for one in (evening, other)}
    mark = storage.mark_of(evening.config["SECRET_KEY"])
    assert [one.path for one in storage.list_backups(tmp_path / "both", mark)] == [next(p for p in kept if mark in p.name)]
