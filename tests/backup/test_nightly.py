"""Automatic backups: when they run, which process makes them, and failures."""

from __future__ import annotations

import os
import sys
from datetime import UTC, datetime, time, timedelta
from pathlib import Path

import pytest

from scorekeeper.backup import nightly, storage
from scorekeeper.backup.storage import BackupPlan, plan
from scorekeeper.core.config.settings import WrongSetting
from tests.backup.evening import fill

NIGHT = datetime(2026, 11, 23, 7, 30, tzinfo=UTC)
"""Half past three in Moncton."""
AFTER, BEFORE = NIGHT + timedelta(minutes=5), NIGHT - timedelta(minutes=5)


@pytest.fixture
def instance(tmp_path):
    (tmp_path / "secret.key").write_text("x" * 64)
    (tmp_path / "copies").mkdir()
    old = datetime(2020, 1, 1, tzinfo=UTC).timestamp()
    os.utime(tmp_path / "secret.key", (old, old))
    return tmp_path


def noted(instance, at, code=""):
    storage.store_attempt(instance, storage.Attempt(at, "nightly", code, {"read": "x"}))


def test_one_is_due_each_night_once(instance):
    noted(instance, NIGHT - timedelta(hours=20))
    assert not nightly.is_due(instance, BackupPlan(), BEFORE)
    assert nightly.is_due(instance, BackupPlan(), AFTER)
    noted(instance, AFTER)
    assert not nightly.is_due(instance, BackupPlan(), AFTER + timedelta(hours=20))
    assert nightly.is_due(instance, BackupPlan(), AFTER + timedelta(hours=24))


def test_a_night_that_was_slept_through_is_made_up_for(instance):
    noted(instance, NIGHT - timedelta(days=3))
    assert nightly.is_due(instance, BackupPlan(), NIGHT + timedelta(hours=15))


def test_an_instance_that_was_just_made_waits_for_its_first_night_and_an_older_one_does_not(instance):
    assert nightly.is_due(instance, BackupPlan(), AFTER)
    moment = (NIGHT + timedelta(minutes=1)).timestamp()
    os.utime(instance / "secret.key", (moment, moment))
    assert not nightly.is_due(instance, BackupPlan(), AFTER)


def test_after_a_failure_it_is_tried_again_an_hour_later(instance):
    noted(instance, AFTER, "copy.room")
    assert not nightly.is_due(instance, BackupPlan(), AFTER + timedelta(minutes=59))
    assert nightly.is_due(instance, BackupPlan(), AFTER + timedelta(minutes=61))
    noted(instance, AFTER, storage.FAULTY)  # there is one, and there will be no better one in an hour
    assert not nightly.is_due(instance, BackupPlan(), AFTER + timedelta(minutes=61))


def test_a_clock_that_was_put_right_does_not_keep_it_from_being_made(instance):
    noted(instance, NIGHT + timedelta(days=400))
    assert nightly.is_due(instance, BackupPlan(), BEFORE)


def test_one_that_was_begun_counts_as_being_made_until_it_has_ended(instance):
    assert not storage.is_running(instance)
    storage.note_start(instance)
    assert storage.is_running(instance)
    noted(instance, datetime.now(UTC), "copy.room")
    assert not storage.is_running(instance)


def test_after_a_process_that_ended_badly_none_is_begun_each_minute(instance, monkeypatch):
    begun = []

    class Ended:
        def poll(self):
            return 1

    monkeypatch.setattr(nightly, "start_backup", lambda _where, kind: begun.append(kind) or Ended())
    monkeypatch.setattr(nightly, "CHECK_SECONDS", 0.0)
    keeper = nightly.BackupJob(instance, BackupPlan(), quiet=0.0)
    for _ in range(5):
        keeper.turn()
    assert begun == ["nightly"]


def test_never_is_never(instance):
    assert not nightly.is_due(instance, BackupPlan(at=None), AFTER)


def test_what_is_noted_is_read_again_and_what_is_none_is_as_if_there_were_none(instance):
    noted(instance, AFTER, "copy.room")
    assert storage.last_attempt(instance) == storage.Attempt(AFTER, "nightly", "copy.room", {"read": "x"}, "")
    (instance / "copies" / "last.json").write_text("{")
    assert storage.last_attempt(instance) is None


def test_the_settings_are_read_and_what_is_none_is_named(monkeypatch):
    assert plan() == BackupPlan(time(3, 30), 7, 4, 12, None)
    for name, value in (("AT", "23:05"), ("KEEP", "3, 0,1"), ("TO", "/mnt/stick")):
        monkeypatch.setenv(f"SCOREKEEPER_BACKUP_{name}", value)
    assert plan() == BackupPlan(time(23, 5), 3, 0, 1, Path("/mnt/stick"))
    monkeypatch.setenv("SCOREKEEPER_BACKUP_AT", "never")
    assert plan().at is None


@pytest.mark.parametrize(
    ("name", "value"), [("AT", "25:00"), ("AT", "at night"), ("KEEP", "7"), ("KEEP", "0,0,0"), ("KEEP", "a,b,c"), ("TO", "stick")]
)
def test_a_setting_that_is_none_is_refused_by_its_name(monkeypatch, name, value):
    monkeypatch.setenv(f"SCOREKEEPER_BACKUP_{name}", value)
    with pytest.raises(WrongSetting) as found:
        plan()
    assert found.value.setting.variable == f"SCOREKEEPER_BACKUP_{name}"
    assert found.value.read == value


def test_the_first_process_begins_one_when_it_is_due_and_not_a_second_beside_it(instance, monkeypatch):
    begun = []

    class Under:
        def poll(self):
            return None

    monkeypatch.setattr(nightly, "start_backup", lambda where, kind: begun.append((where, kind)) or Under())
    monkeypatch.setattr(nightly, "CHECK_SECONDS", 0.0)
    keeper = nightly.BackupJob(instance, BackupPlan(), quiet=0.0)
    for _ in range(3):
        keeper.turn()
    assert begun == [(instance, "nightly")]


@pytest.mark.slow
def test_one_is_made_in_a_process_of_its_own_and_kept_with_the_others(app, found_by_commands):
    fill(app)
    found_by_commands(app)
    assert nightly.start_backup(Path(app.instance_path), "nightly").wait(600) == 0
    (kept,) = storage.list_backups(storage.folder_of(Path(app.instance_path)), storage.mark_of(app.config["SECRET_KEY"]))
    assert (kept.kind, kept.sound) == ("nightly", True)
    assert not nightly.is_due(Path(app.instance_path), BackupPlan(), datetime.now(UTC))


@pytest.mark.process
def test_one_that_cannot_even_be_begun_stops_nothing_and_is_in_the_log(instance, monkeypatch, caplog):
    monkeypatch.setattr(sys, "executable", str(instance / "nowhere"))
    nightly.BackupJob(instance, BackupPlan(), quiet=0.0).turn()
    assert "no copy can be made" in caplog.text
