"""Copies a whole database into another, empty one of either kind, then replays both and compares."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from flask import Flask
from sqlalchemy import Column, Connection, Engine, Table, bindparam, inspect, make_url, or_, select, text
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError
from sqlalchemy.schema import sort_tables_and_constraints

from scorekeeper import create_app
from scorekeeper.backup import verify
from scorekeeper.backup.package import ReplayResult
from scorekeeper.core.db import schema_migrations, schema_versions
from scorekeeper.core.db.database import db, permanent_tables
from scorekeeper.core.refusals import Refusal

AT_ONCE = 500
"""Number of rows sent together."""


@dataclass(frozen=True)
class CopiedDatabase:
    """The number of copied rows, and what both databases contain."""

    rows: int
    found: ReplayResult


def transfer(source: str, target: str) -> CopiedDatabase:
    """Copy the database `source` into the empty database `target`. Both are URLs.

    The source is read in one transaction. Raises Refusal("db…"), and then leaves the target empty.
    """
    source_url, target_url = _url(source), _url(target)
    if source_url == target_url:
        raise Refusal("db.same")
    with TemporaryDirectory(prefix="scorekeeper-") as folder, _application(source_url, folder) as reading:
        _check_source(reading, source_url)
        with _application(target_url, folder) as writing:
            _check_target(writing, target_url)
            schema_migrations.upgrade_database(writing)
            rows, sent = _copy_rows(reading, writing)
            arrived = _replay_result(writing)
    if (sent.scores, sent.rows) != (arrived.scores, arrived.rows):
        raise Refusal("db.differs", read=_difference(sent, arrived), part=_url_without_password(target_url))
    return CopiedDatabase(rows, arrived)


def _url(read: str) -> str:
    """Return a URL as the program uses it, with the full path of a SQLite file. Raises Refusal("db.url")."""
    try:
        url = make_url(read.replace("postgres://", "postgresql://", 1) if read.startswith("postgres://") else read)
    except ArgumentError:
        raise Refusal("db.url", read=read.rpartition("@")[2][:80]) from None
    if url.get_backend_name() == "sqlite" and url.database and url.database != ":memory:":
        return f"sqlite:///{Path(url.database).absolute()}"
    if url.get_backend_name() == "postgresql" and url.database:
        return url.render_as_string(hide_password=False)
    raise Refusal("db.url", read=url.render_as_string()[:80])


def _url_without_password(url: str) -> str:
    return make_url(url).render_as_string()  # without the password


@contextmanager
def _application(url: str, folder: str) -> Iterator[Flask]:
    app = create_app({"SQLALCHEMY_DATABASE_URI": url}, folder)
    try:
        yield app
    finally:
        with app.app_context():
            db.engine.dispose()


def _check_source(app: Flask, url: str) -> None:
    file = make_url(url).database or ""
    if url.startswith("sqlite") and not Path(file).is_file():  # opening it would create one
        raise Refusal("db.empty", read=file)
    known = schema_versions.known_versions()
    with _engine(app, url) as engine:
        forms = schema_versions.schema_versions_of(engine)
    if not forms:
        raise Refusal("db.empty", read=_url_without_password(url))
    if forms != {known[0]}:
        raise Refusal("db.form", read="-".join(sorted(forms)), right=known[0])


def _check_target(app: Flask, url: str) -> None:
    with _engine(app, url) as engine:
        if inspect(engine).get_table_names():
            raise Refusal("db.full", read=_url_without_password(url))


@contextmanager
def _engine(app: Flask, url: str) -> Iterator[Engine]:
    """Yield the application's engine, and dispose of it afterwards. Raises Refusal("db.away")."""
    with app.app_context():
        try:
            yield db.engine
        except DBAPIError as error:
            raise Refusal("db.away", read=_url_without_password(url), why=str(error.orig).strip()) from error
        except (NoSuchModuleError, ModuleNotFoundError) as error:
            raise Refusal("db.away", read=_url_without_password(url), why=str(error)) from error
        finally:
            db.engine.dispose()


def _copy_rows(reading: Flask, writing: Flask) -> tuple[int, ReplayResult]:
    """Send every row. Return their number, and the source's content, read in the same transaction."""
    with writing.app_context():
        to = db.engine
    with reading.app_context():
        try:
            source = db.session.connection(execution_options=_consistent_read_options(db.engine))
            with to.begin() as target:
                if to.dialect.name == "sqlite":
                    target.exec_driver_sql("PRAGMA defer_foreign_keys=ON")
                count = sum(_copy_table(table, late, source, target) for table, late in _order())
                for table, late in _order():
                    _copy_late_references(table, late, source, target)
                for table, _late in _order():
                    _advance_ids(table, source, target)
            return count, verify.replay_everything()
        finally:
            db.session.remove()


def _consistent_read_options(engine: Engine) -> dict[str, Any]:
    """Return options for a consistent read. SQLite's transactions need none."""
    return {"isolation_level": "REPEATABLE READ"} if engine.dialect.name == "postgresql" else {}


def _order() -> list[tuple[Table, list[Column[Any]]]]:
    """Return the tables in dependency order, each with its columns that may point to later rows."""
    ordered = []
    cut: set[str] = set()
    order = list(sort_tables_and_constraints(permanent_tables()))
    for table, constraints in order:
        if table is None:  # the rest: constraints in cycles
            cut |= {f"{one.table.name}.{column.name}" for one in constraints for column in one.columns}
    for table, _constraints in order:
        if table is not None:
            own = {column.name for column in table.columns for key in column.foreign_keys if key.column.table is table}
            late = [column for column in table.columns if column.name in own or f"{table.name}.{column.name}" in cut]
            ordered.append((table, late))
    return ordered


def _copy_table(table: Table, late: list[Column[Any]], source: Connection, target: Connection) -> int:
    """Send the rows of a table, without references to rows that may not exist yet. Return their number."""
    names = {column.name for column in late}
    count = 0
    every = select(table).order_by(*table.primary_key.columns).execution_options(yield_per=AT_ONCE)
    for some in source.execute(every).mappings().partitions():
        rows = [{name: None if name in names else value for name, value in row.items()} for row in some]
        target.execute(table.insert(), rows)
        count += len(rows)
    return count


def _copy_late_references(table: Table, late: list[Column[Any]], source: Connection, target: Connection) -> None:
    if not late:
        return
    (key,) = table.primary_key.columns
    set_ = table.update().where(key == bindparam("row")).values({column.name: bindparam(f"new_{column.name}") for column in late})
    some = source.execute(select(key, *late).where(_has_late_reference(late)).execution_options(yield_per=AT_ONCE))
    for rows in some.partitions():
        target.execute(set_, [{"row": row[0], **{f"new_{c.name}": row[n] for n, c in enumerate(late, 1)}} for row in rows])


def _has_late_reference(late: list[Column[Any]]) -> Any:
    return or_(*(column.is_not(None) for column in late))


def _advance_ids(table: Table, source: Connection, target: Connection) -> None:
    """Set the target's next id above every id of the source, so that no used id is given again."""
    key = table.autoincrement_column
    if key is None:
        return
    largest = max(
        _largest_given_id(table, key, source), int(target.execute(select(key).order_by(key.desc()).limit(1)).scalar() or 0)
    )
    if not largest:
        return
    if target.dialect.name == "postgresql":
        sequence = "SELECT setval(pg_get_serial_sequence(:table, :column), :largest)"
        target.execute(text(sequence), {"table": table.name, "column": key.name, "largest": largest})
    elif table.dialect_options["sqlite"]["autoincrement"]:
        values = {"n": largest, "t": table.name}
        target.execute(text("DELETE FROM sqlite_sequence WHERE name = :t"), values)
        target.execute(text("INSERT INTO sqlite_sequence (name, seq) VALUES (:t, :n)"), values)


def _largest_given_id(table: Table, key: Column[Any], source: Connection) -> int:
    """Return the largest id the source has ever given in a table, even if that row is gone."""
    if source.dialect.name == "postgresql":
        query = text("SELECT pg_get_serial_sequence(:table, :column)")
        sequence = source.execute(query, {"table": table.name, "column": key.name}).scalar()
        if sequence is None:
            return 0
        last, called = source.exec_driver_sql(f"SELECT last_value, is_called FROM {sequence}").one()  # noqa: S608 (its own word)
        return int(last) if called else 0
    if not table.dialect_options["sqlite"]["autoincrement"]:
        return 0
    largest = source.execute(text("SELECT seq FROM sqlite_sequence WHERE name = :t"), {"t": table.name}).scalar()
    return int(largest or 0)


def _replay_result(app: Flask) -> ReplayResult:
    with app.app_context():
        try:
            return verify.replay_everything()
        finally:
            db.session.remove()


def _difference(sent: ReplayResult, arrived: ReplayResult) -> str:
    unlike = [f"{name}: {many}, {arrived.rows.get(name)}" for name, many in sent.rows.items() if arrived.rows.get(name) != many]
    return "; ".join(unlike) or "scores"
