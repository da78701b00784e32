"""An unavailable or locked database: users are notified soon, even if the result of a write is unknown."""

from __future__ import annotations

import os
import signal
import sqlite3
import threading
import uuid
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import psycopg
import pytest
from sqlalchemy import event, make_url, text
from sqlalchemy.exc import OperationalError

from scorekeeper import create_app
from scorekeeper.core.config.flask_config import DATABASE_FILE
from scorekeeper.core.db import connections
from scorekeeper.core.db.database import db
from tests.games.api.caller import BASE, Caller
from tests.games.kitchen_table import hand, header, key
from tests.visitor import form, start, text_of, value_of

storage = import_module("scorekeeper.core.db.database")
silence = import_module("scorekeeper.core.db.postgresql")


@pytest.fixture
def impatient(monkeypatch):
    """Shorten the wait for a lock."""
    monkeypatch.setattr(storage, "LOCK_TIMEOUT", 0.4)


class Locked:
    """Another program that locks the database."""

    def __init__(self, app: Any) -> None:
        self.other = sqlite3.connect(Path(app.instance_path) / DATABASE_FILE, isolation_level=None)

    def __enter__(self) -> None:
        self.other.execute("BEGIN IMMEDIATE")

    def __exit__(self, *_: object) -> None:
        self.other.execute("ROLLBACK")
        self.other.close()


@pytest.mark.sqlite("its file is locked, or moved away")
def test_a_locked_database_is_told_as_that_and_what_was_sent_counts_once_it_is_sent_again(impatient, app):
    caller = Caller(app.test_client())
    own = key()
    with Locked(app):
        refused = caller("POST", "/events", hand(), Idempotency_Key=own)
        assert (refused.status_code, refused.json["code"], refused.headers["Retry-After"]) == (503, "database", "5")
        assert "Nothing was saved" in refused.json["detail"]
        assert caller("GET").status_code == 200  # readers don't wait
    assert caller("POST", "/events", hand(), Idempotency_Key=own).status_code == 201


@pytest.mark.sqlite("its file is locked, or moved away")
def test_a_form_that_met_a_locked_database_can_be_sent_again_as_it_was(impatient, app, client):
    sent = form()
    with Locked(app):
        page = client.post("/games/new", data=sent)
    assert (page.status_code, page.headers["Retry-After"]) == (503, "5")
    assert "Nothing was saved. Wait a moment, then send it again." in text_of(page)
    assert value_of(page, "uuid") == sent["uuid"]
    assert value_of(page, "player-0") == "Aline"
    assert client.post("/games/new", data=sent).status_code == 303


@pytest.mark.sqlite("its file is locked, or moved away")
def test_a_page_that_met_a_locked_database_shows_no_password(impatient, app, client):
    fields = {"name": "Rita", "password": "neuf as sur la table", "club": "Club"}
    with Locked(app):
        page = client.post("/club/start", data=fields)
    assert page.status_code == 503
    assert fields["password"] not in page.get_data(as_text=True)


@pytest.fixture
def full_disk(app):
    """A database that can't grow."""

    def fill(connection: Any, *_: object) -> None:
        connection.execute("PRAGMA max_page_count = 1")  # no fewer than there are

    with app.app_context():
        engine = db.engine
        event.listen(engine, "checkout", fill)
    yield
    event.remove(engine, "checkout", fill)


def sent_until_refused(send):
    """Return the first error, once the database is full."""
    return next(answer for answer in (send() for _ in range(400)) if answer.status_code >= 400)


@pytest.mark.sqlite("its file gets no room")
def test_a_full_disk_is_told_as_a_full_disk_by_the_api(app, full_disk):
    client = app.test_client()
    refused = sent_until_refused(lambda: client.post(f"{BASE}/games", json=header()))
    assert (refused.status_code, refused.json["code"]) == (503, "database.full")
    assert refused.json["title"] == "The disk is full"
    assert "The server’s disk is full. Nothing was saved." in refused.json["detail"]
    assert "locked" not in refused.json["detail"]


@pytest.mark.sqlite("its file gets no room")
def test_a_full_disk_is_told_as_a_full_disk_on_pages(app, client, full_disk):
    refused = sent_until_refused(lambda: client.post("/games/new", data=form()))
    assert refused.status_code == 503
    assert "The server’s disk is full" in text_of(refused)
    assert "The operator has to free up space." in text_of(refused)


@pytest.mark.sqlite("its file is locked, or moved away")
def test_nobody_stands_in_a_queue_behind_one_lock(impatient, app):
    callers = [Caller(app.test_client()) for _ in range(8)]
    answers: list[int] = []

    def send(caller: Caller) -> None:
        answers.append(caller("POST", "/events", hand()).status_code)

    with Locked(app):
        threads = [threading.Thread(target=send, args=(caller,)) for caller in callers]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert answers == [503] * 8


@pytest.mark.sqlite("its file is locked, or moved away")
def test_a_lock_that_this_process_holds_itself_is_not_waited_for_without_end(impatient, app):
    with app.app_context():
        lock = app.extensions[storage.WRITE_LOCK]
        with lock, pytest.raises(storage.DatabaseBusy), storage.write_transaction():
            raise AssertionError


def test_what_was_waited_for_a_turn_is_not_waited_again_for_the_lock(impatient):
    with storage.shared_time_limit() as left:
        first = left()
        with storage.shared_time_limit() as again:
            assert again() <= first


@pytest.mark.sqlite("its file is locked, or moved away")
def test_a_database_that_is_moved_away_takes_nothing_more_and_none_is_made_in_its_place(app, client):
    url = start(client)
    file = Path(app.instance_path) / DATABASE_FILE
    file.rename(file.with_suffix(".moved"))
    assert client.get(url).status_code == 503
    assert client.post("/games/new", data=form()).status_code == 503
    assert not file.exists()
    file.with_suffix(".moved").rename(file)
    assert client.get(url).status_code == 200


@pytest.mark.sqlite("its file is locked, or moved away")
@pytest.mark.parametrize("left", ["its log", "nothing"])
def test_a_process_that_starts_while_the_database_is_moved_away_makes_none_in_its_place(app, client, left):
    url = start(client)
    file = Path(app.instance_path) / DATABASE_FILE
    log = file.with_name(f"{file.name}-wal")
    if left == "nothing":
        with app.app_context():
            db.session.remove()
            db.engine.dispose()
    kept = log.stat().st_ino if left == "its log" else None
    file.rename(file.with_suffix(".moved"))
    settings = {"TESTING": True, "SQLALCHEMY_DATABASE_URI": f"sqlite:///{file}", "PREPARED": left == "nothing"}
    another = create_app(settings, Path(app.instance_path))
    assert another.test_client().get("/ready").status_code == 503
    assert not file.exists()
    assert (log.stat().st_ino if log.exists() else None) == kept
    file.with_suffix(".moved").rename(file)
    for one in (app, another):
        assert one.test_client().get("/ready").status_code == 200
        with one.app_context():
            db.engine.dispose()
    assert client.get(url).status_code == 200


def test_a_database_that_is_moved_away_while_a_connection_opens_is_not_made_anew(app, monkeypatch):
    file = Path(app.instance_path) / DATABASE_FILE
    there = os.stat(file)  # noqa: PTH116 (what the program asks)
    with app.app_context():
        db.session.remove()
        db.engine.dispose()
        file.rename(file.with_suffix(".moved"))
        with monkeypatch.context() as patch:
            patch.setattr(connections, "os", SimpleNamespace(stat=lambda _path: there))
            with pytest.raises(OperationalError, match="unable to open"):
                db.session.scalar(text("SELECT 1"))
        assert not file.exists()
        file.with_suffix(".moved").rename(file)
        assert db.session.scalar(text("SELECT count(*) FROM games")) == 0


@pytest.fixture
def on_server(make_app, postgres):
    """The application on PostgreSQL, and its URL."""
    return make_app(SQLALCHEMY_DATABASE_URI=postgres, WTF_CSRF_ENABLED=False), make_url(postgres)


def _direct(url: Any) -> psycopg.Connection:
    plain = url.set(drivername="postgresql").render_as_string(hide_password=False)
    return psycopg.connect(plain, autocommit=True)


@pytest.mark.slow
def test_a_server_that_lets_nobody_in_and_a_table_that_is_locked_are_told_alike(impatient, make_app, postgres):
    app = make_app(SQLALCHEMY_DATABASE_URI=postgres, WTF_CSRF_ENABLED=False)
    url = make_url(postgres)
    caller = Caller(app.test_client())
    with _direct(url) as other, other.transaction():
        other.execute("LOCK TABLE changes IN ACCESS EXCLUSIVE MODE")
        assert caller("POST", "/events", hand()).status_code == 503
    assert caller("POST", "/events", hand()).status_code == 201
    with _direct(url.set(database="postgres")) as other:
        other.execute(f'ALTER DATABASE "{url.database}" ALLOW_CONNECTIONS false')
        other.execute("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [url.database])
        with app.app_context():
            db.engine.dispose()
        refused = caller("POST", "/events", hand(1, points=(30, 70)))
        assert (refused.status_code, refused.json["code"]) == (503, "database")
        other.execute(f'ALTER DATABASE "{url.database}" ALLOW_CONNECTIONS true')
    assert caller("POST", "/events", hand(1, points=(30, 70))).status_code == 201


@pytest.mark.slow
@pytest.mark.parametrize("who", ["one connection", "the whole server"])
def test_a_server_that_is_held_up_and_says_nothing_is_not_waited_for(on_server, monkeypatch, who):
    app, url = on_server
    monkeypatch.setattr(silence, "SILENCE_TIMEOUT", 0.3)
    caller, own = Caller(app.test_client()), key()
    assert caller("GET").status_code == 200
    with _direct(url) as other:
        pids = other.execute("SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()")
        held = [pid for (pid,) in pids]
        if who == "the whole server":
            held.append(other.execute("SELECT split_part(pg_read_file('postmaster.pid'), chr(10), 1)::int").fetchone()[0])
        for pid in held:
            os.kill(pid, signal.SIGSTOP)
        try:
            refused = [caller("POST", "/events", hand(), Idempotency_Key=own), app.test_client().get("/")]
        finally:
            for pid in held:
                os.kill(pid, signal.SIGCONT)
    assert [answer.status_code for answer in refused] == ([503, 200] if who == "one connection" else [503, 503])
    assert caller("POST", "/events", hand(), Idempotency_Key=own).status_code == 201


def test_a_server_that_goes_away_after_the_answer_was_made_takes_nothing_from_it(on_server, monkeypatch):
    app, _url = on_server
    caller = Caller(app.test_client())
    with app.app_context():
        dialect = db.engine.dialect
    real, gone = dialect.do_rollback, []

    def rollback(connection: Any) -> None:
        if gone:
            gone.pop()
            raise psycopg.OperationalError("server closed the connection unexpectedly")
        real(connection)

    monkeypatch.setattr(dialect, "do_rollback", rollback)
    with app.app_context():
        used = db.session.connection().connection.driver_connection
        db.session.close()
    gone.append(True)
    assert caller("GET").status_code == 200
    assert gone == []
    assert used.closed  # not left to the garbage collector
    assert caller("POST", "/events", hand()).status_code == 201


@pytest.mark.slow
@pytest.mark.parametrize("failure", [psycopg.OperationalError, psycopg.InternalError], ids=["gone", "failing"])
def test_an_answer_to_commit_that_never_came_is_told_and_asked_for_again_under_the_same_key(on_server, monkeypatch, failure):
    app, _url = on_server
    caller, client = Caller(app.test_client()), app.test_client()
    with app.app_context():
        dialect = db.engine.dialect
    commit, execute, lost = dialect.do_commit, dialect.do_execute, []

    def lose() -> None:
        if lost:
            lost.pop()
            raise failure("the connection was lost")

    def committed(connection: Any) -> None:
        commit(connection)
        lose()

    def executed(cursor: Any, statement: str, *more: Any) -> None:
        execute(cursor, statement, *more)
        if statement.startswith("WITH moved"):  # which is kept with it
            lose()

    monkeypatch.setattr(dialect, "do_commit", committed)
    monkeypatch.setattr(dialect, "do_execute", executed)
    own = key()
    lost.append(True)
    begun = app.test_client().post(f"{BASE}/games", json=header("standard"), headers={"Idempotency-Key": own})
    assert (begun.status_code, begun.json["code"], lost) == (503, "database.unknown", [])
    assert app.test_client().post(f"{BASE}/games", json=header("standard"), headers={"Idempotency-Key": own}).status_code == 201
    own = key()
    lost.append(True)
    unknown = caller("POST", "/events", hand(), Idempotency_Key=own)
    assert (unknown.status_code, unknown.json["code"], unknown.headers["Retry-After"]) == (503, "database.unknown", "5")
    assert "may have been saved" in unknown.json["detail"]
    again = caller("POST", "/events", hand(), Idempotency_Key=own)
    assert (again.status_code, again.headers["Idempotency-Replayed"]) == (201, "true")
    url = start(client)
    sent = {"do": "about", "uuid": str(uuid.uuid4()), "revision": "1", "place": "Chez Rita", "occasion": ""}
    lost.append(True)
    page = client.post(f"{url}/names", data=sent)
    assert page.status_code == 503
    assert "it counts only once" in text_of(page)
    assert value_of(page, "uuid") == sent["uuid"]
    assert client.post(f"{url}/names", data=sent).status_code == 303
    assert client.get(f"{url}/record.json").json["place"] == "Chez Rita"
