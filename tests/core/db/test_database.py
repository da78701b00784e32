from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from importlib import import_module

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, select, text
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.pool import NullPool

from scorekeeper.core.config.flask_config import DATABASE_FILE
from scorekeeper.core.db.database import NO_TRANSACTION, db, now, write_transaction
from scorekeeper.core.devices.device import Device
from scorekeeper.games.store import event_commit
from scorekeeper.games.store.change import StoredGameEvent
from scorekeeper.games.store.game import Game
from scorekeeper.games.store.link import Link
from scorekeeper.games.store.log import GameEvent


@pytest.fixture(params=["sqlite", "postgresql"])
def inside(request, make_app):
    """An app context on each kind of database."""
    folder = request.getfixturevalue("tmp_path") / "instance"
    url = f"sqlite:///{folder / DATABASE_FILE}" if request.param == "sqlite" else request.getfixturevalue("postgres")
    app = make_app(SQLALCHEMY_DATABASE_URI=url)
    with app.app_context():
        yield app


def a_game() -> int:
    with write_transaction() as session:
        game = Game(revision=1)
        session.add(game)
    return game.id


def a_change(game_id: int, revision: int, uuid: str) -> StoredGameEvent:
    return StoredGameEvent(game_id=game_id, revision=revision, uuid=uuid, action="record", before={}, after={"struck": False})


@pytest.mark.slow
def test_the_migrations_make_the_tables_that_the_models_describe(inside):
    with db.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), db.metadata) == []


def test_a_write_that_fails_leaves_nothing_behind(inside):
    def fail() -> None:
        with write_transaction() as session:
            session.add(Game(revision=1))
            session.flush()
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert db.session.query(Game).count() == 0
    a_game()
    assert db.session.query(Game).count() == 1


def test_what_a_statement_was_told_stands_in_no_error(inside):
    with pytest.raises(DBAPIError) as found, db.engine.connect() as connection:
        connection.execute(text("SELECT * FROM nowhere WHERE name = :name"), {"name": "a digest of a password"})
    assert "nowhere" in str(found.value)
    assert "digest" not in str(found.value)


def test_a_revision_is_written_once_and_a_key_counts_once_in_its_game(inside):
    game, other = a_game(), a_game()
    with write_transaction() as session:
        session.add_all([a_change(game, 1, "first-key"), a_change(other, 1, "first-key")])
    for row in (a_change(game, 1, "other-key"), a_change(game, 2, "first-key")):
        with pytest.raises(IntegrityError), write_transaction() as session:
            session.add(row)
    assert db.session.query(StoredGameEvent).count() == 2


def test_a_row_never_points_nowhere(inside):
    with pytest.raises(IntegrityError), write_transaction() as session:
        session.add(a_change(99, 1, "first-key"))


def test_a_link_is_to_score_or_to_watch(inside):
    game = a_game()
    with pytest.raises(IntegrityError), write_transaction() as session:
        session.add(Link(game_id=game, role="own"))


def test_a_time_comes_back_as_it_was_with_its_zone(inside):
    moment = datetime(2026, 11, 20, 21, 30, 15, 123456, timezone(timedelta(hours=-4)))
    with write_transaction() as session:
        session.add(Device(key="key", created_at=moment))
    db.session.expire_all()
    found = db.session.query(Device).one().created_at
    assert found == moment
    assert found.tzinfo == UTC


def test_what_was_written_as_json_comes_back_alike(inside):
    game = a_game()
    after = {"event": {"kind": "passed_out", "note": "Édith: ♠ “100”"}, "players": None, "struck": False}
    with write_transaction() as session:
        session.add(StoredGameEvent(game_id=game, revision=1, uuid="first-key", action="record", before={}, after=after))
    db.session.expire_all()
    assert db.session.query(StoredGameEvent).one().after == after


@pytest.mark.sqlite("its pragmas")
def test_sqlite_writes_through_to_the_disk_and_lets_readers_go_on(make_app, real_writes):
    with make_app().app_context(), db.engine.connect() as connection:
        pragmas = {
            name: connection.execute(text(f"PRAGMA {name}")).scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }
    assert pragmas == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 4500}


def test_the_id_of_a_game_is_never_used_again(make_app):
    with make_app().app_context():
        first = a_game()
        with write_transaction() as session:
            session.execute(text("DELETE FROM games"))
        assert a_game() > first


def test_a_database_server_that_was_restarted_costs_no_request(make_app, postgres, monkeypatch):
    app = make_app(SQLALCHEMY_DATABASE_URI=postgres)
    monkeypatch.setattr(import_module("scorekeeper.core.db.connections"), "IDLE_SECONDS", 0)
    with app.app_context():
        before = db.session.scalar(text("SELECT pg_backend_pid()"))
    # The effect of a restart on a pooled connection:
    with create_engine(postgres, poolclass=NullPool).connect() as other:
        other.execute(text("SELECT pg_terminate_backend(:pid, 5000)"), {"pid": before})
    with app.app_context():
        assert db.session.scalar(text("SELECT pg_backend_pid()")) != before


def on_the_connection(question: str) -> list[str]:
    return list(db.session.scalars(text(question)))


def state() -> int:
    """Return the transaction status of the session's connection to a server."""
    return int(db.session.connection().connection.driver_connection.info.transaction_status)


def test_what_is_only_read_from_a_server_begins_no_transaction_and_stays_prepared(make_app, postgres):
    app = make_app(SQLALCHEMY_DATABASE_URI=postgres)
    for _ in range(8):  # the number of requests
        with app.app_context():
            assert db.session.scalars(select(Game.revision).where(Game.id == 1)).all() == []
            assert state() == NO_TRANSACTION
    with app.app_context():
        assert any("FROM games" in one for one in on_the_connection("SELECT statement FROM pg_prepared_statements"))


def test_on_a_server_a_transaction_is_open_while_something_is_written_and_no_longer(make_app, postgres):
    with make_app(SQLALCHEMY_DATABASE_URI=postgres).app_context():
        assert db.session.scalar(text("SELECT count(*) FROM games")) == 0
        with write_transaction() as session:
            assert state() != NO_TRANSACTION
            session.execute(text("LOCK TABLE games IN SHARE MODE"))  # which is refused outside of one
        assert state() == NO_TRANSACTION
        with db.engine.begin() as connection:
            connection.execute(text("LOCK TABLE games IN SHARE MODE"))
            connection.rollback()


def test_a_connection_that_saw_one_moment_reads_the_present_again(make_app, postgres):
    with make_app(SQLALCHEMY_DATABASE_URI=postgres).app_context():
        db.session.connection(execution_options={"isolation_level": "REPEATABLE READ"})
        before = db.session.scalar(text("SELECT count(*) FROM games"))
        with db.engine.begin() as other:
            other.execute(text("INSERT INTO games (revision, created_at, changed_at, number) VALUES (1, now(), now(), 1)"))
        assert (before, db.session.scalar(text("SELECT count(*) FROM games"))) == (0, 0)
        db.session.remove()
        assert db.session.scalar(text("SELECT count(*) FROM games")) == 1
        assert state() == NO_TRANSACTION


def test_a_row_that_is_written_alone_is_written_where_the_game_has_not_moved_on_and_else_nothing_is(inside):
    first = a_game()
    row = GameEvent(first, 2, "one", now(), None, None, "", "record", 2, None, {}, {"struck": False}, None)
    assert event_commit.commit(row, 1)
    assert not event_commit.commit(row._replace(uuid="two"), 1)
    assert not event_commit.commit(row._replace(game_id=first + 1, uuid="three"), 1)
    assert not event_commit.commit(row._replace(revision=3), 2)  # the key is known, so the game doesn't change either
    assert db.session.scalars(select(StoredGameEvent.uuid)).all() == ["one"]
    assert db.session.scalars(select(Game.revision)).all() == [2]


def test_what_columns_a_server_answers_with_is_described_when_it_is_read_and_as_the_driver_does(make_app, postgres):
    with make_app(SQLALCHEMY_DATABASE_URI=postgres).app_context():
        cursor = db.session.connection().connection.cursor()
        cursor.execute("SELECT 1 AS one, 'x' AS two")
        told = cursor.description
        assert [(one.name, one.type_code) for one in told] == [("one", 23), ("two", 25)]
        assert (len(told), told[1].name) == (2, "two")
        cursor.execute("SET LOCAL lock_timeout = 1000")
        assert cursor.description is None
        # A statement's columns are cached after its first use.
        twice = [db.session.execute(select(Game.id, Game.revision)).keys() for _ in range(2)]
        assert [list(keys) for keys in twice] == [["id", "revision"]] * 2
