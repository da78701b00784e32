"""The operator's page of backups."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from scorekeeper.backup import create, nightly, page, storage
from scorekeeper.clubs.commands.accounts import operator
from scorekeeper.core.db.database import now
from tests.backup.evening import fill
from tests.tournaments.club_night import PASSWORD, Desk


@pytest.fixture
def evening(app):
    fill(app)
    return app


def sign_in(app, name):
    client = app.test_client()
    assert client.post("/club/sign-in", data={"name": name, "password": PASSWORD}).status_code == 303
    return client


def text(answer):
    return answer.get_data(as_text=True)


def test_the_first_account_sees_what_copies_there_are(evening):
    made = create.make_backup(evening, "hand")
    shown = sign_in(evening, "Rita").get("/club/copies")
    assert shown.status_code == 200
    assert made.path.name in text(shown)
    assert "replayed (games: 1, tournaments: 1)" in text(shown)
    assert str(made.path.parent) in text(shown)
    assert "/club/copies" in text(sign_in(evening, "Rita").get("/club/account"))


def test_the_time_of_the_night_is_written_as_the_language_writes_times(evening, monkeypatch):
    monkeypatch.setenv("SCOREKEEPER_BACKUP_AT", "03:30")
    shown = sign_in(evening, "Rita").get("/club/copies", headers={"Accept-Language": "fr-CA"})
    assert "3\u00a0h\u00a030" in text(shown)
    assert "03:30" not in text(shown)


def test_nobody_else_does_whatever_they_are_in_a_club(make_app):
    app = make_app(WTF_CSRF_ENABLED=False)
    with app.app_context():
        Desk(0).member("Denis", "organiser")
    denis = sign_in(app, "Denis")
    assert denis.get("/club/copies").status_code == 404
    assert denis.post("/club/copies").status_code == 404
    assert "/club/copies" not in text(denis.get("/club/account"))
    assert app.test_client().get("/club/copies").status_code == 303
    with app.app_context():
        assert operator.name_operator("denis") == "Denis"
    assert denis.get("/club/copies").status_code == 200
    assert sign_in(app, "Rita").get("/club/copies").status_code == 404


def test_the_button_begins_one_and_not_too_often(evening, monkeypatch):
    begun = []
    monkeypatch.setattr(nightly, "start_detached_backup", lambda instance, kind: begun.append((instance, kind)))
    rita = sign_in(evening, "Rita")
    assert rita.post("/club/copies").status_code == 303
    assert begun == [(Path(evening.instance_path), "hand")]
    with storage.lock_for_backup(Path(evening.instance_path)):
        busy = rita.post("/club/copies")
        assert busy.status_code == 422
        assert "A backup is already running" in text(busy)
        assert "http-equiv" in text(rita.get("/club/copies"))
    for _ in range(page.MOST - 1):
        rita.post("/club/copies")
    assert rita.post("/club/copies").status_code == 429
    assert len(begun) == page.MOST


def test_a_form_without_its_token_makes_none(make_app, monkeypatch):
    begun = []
    monkeypatch.setattr(nightly, "start_detached_backup", lambda _instance, kind: begun.append(kind))
    app = make_app()
    with app.app_context():
        Desk(0)
    client = app.test_client()
    app.config["WTF_CSRF_ENABLED"] = False
    client.post("/club/sign-in", data={"name": "Rita", "password": PASSWORD})
    app.config["WTF_CSRF_ENABLED"] = True
    assert client.post("/club/copies").status_code == 400
    assert begun == []


def test_what_failed_is_told_where_the_operator_comes_by(evening):
    instance = Path(evening.instance_path)
    rita = sign_in(evening, "Rita")
    assert "The last backup failed" not in text(rita.get("/club/account"))
    storage.folder_of(instance).mkdir(exist_ok=True)
    storage.store_attempt(instance, storage.Attempt(now(), "nightly", "copy.room", {"read": "/disk", "low": 9, "high": 3}))
    assert "The last backup failed." in text(rita.get("/club/account"))
    assert "The disk with /disk is too full: 9 MB are needed, 3 MB are free." in text(rita.get("/club/copies"))
    storage.store_attempt(instance, storage.Attempt(now(), "nightly", elsewhere="/mnt/stick: gone"))
    assert "second folder" in text(rita.get("/club/account"))
    assert "/mnt/stick: gone" in text(rita.get("/club/copies"))
    storage.store_attempt(instance, storage.Attempt(now() - timedelta(days=5), "nightly"))
    assert "for days" in text(rita.get("/club/account"))
    storage.store_attempt(instance, storage.Attempt(now(), "nightly", "of.a.version.to.come", {}))
    assert "of.a.version.to.come" in text(rita.get("/club/copies"))
