"""Backs up, restores and reads a PostgreSQL or SQLite database."""

from __future__ import annotations

import os
import re
import shutil
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from scorekeeper.core.db.database import temporary_tables
from scorekeeper.core.refusals import Refusal

if TYPE_CHECKING:
    from sqlalchemy import Engine


_OURS = ("context",)
"""Driver arguments from SQLAlchemy that do not identify the server."""
_DEBIAN = Path("/usr/lib/postgresql")
_VERSION = re.compile(r"\(PostgreSQL\) (\d+)")
_COPY = re.compile(r"COPY (?:\"?\w+\"?\.)?\"?(\w+)\"? \((.*)\) FROM stdin;")
_ESCAPED = re.compile(r"\\(.)")
_LETTERS = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}


def _connection_string(engine: Engine) -> tuple[str, dict[str, str]]:
    """Return a connection string without the password, and an environment with it, for PostgreSQL's programs."""
    from psycopg.conninfo import make_conninfo  # only instances with PostgreSQL need the driver

    _, connect_args = engine.dialect.create_connect_args(engine.url)
    known = {name: str(value) for name, value in connect_args.items() if name not in _OURS}
    password = known.pop("password", None)
    environment = {**os.environ, "PGCONNECT_TIMEOUT": "10", "PGCLIENTENCODING": "UTF8", "LC_MESSAGES": "C"}
    return make_conninfo(**known), environment if password is None else {**environment, "PGPASSWORD": password}


def server_version(engine: Engine) -> int:
    """Return the server's major version."""
    with engine.connect() as connection:
        return int(connection.exec_driver_sql("SHOW server_version_num").scalar_one()) // 10_000


def program(name: str, least: int) -> str:
    """Return the path of a PostgreSQL program that is as new as the server.

    Raises Refusal("copy.program", "copy.program_old").
    """
    candidates = [found] if (found := shutil.which(name)) else []
    candidates += [str(one) for one in sorted(_DEBIAN.glob(f"*/bin/{name}"), reverse=True)]
    versions = {}
    for path in candidates:
        result = subprocess.run([path, "--version"], capture_output=True, text=True, check=False)  # noqa: S603 (PostgreSQL's)
        if match := _VERSION.search(result.stdout):
            versions[path] = int(match[1])
    if not versions:
        raise Refusal("copy.program", read=name)
    newest = max(versions, key=lambda path: versions[path])
    if versions[newest] < least:
        raise Refusal("copy.program_old", read=name, low=versions[newest], high=least)
    return next(path for path in versions if versions[path] >= least)


def dump_postgresql(engine: Engine, target: Path) -> str:
    """Dump a consistent copy of the database. Return the server's version. Raises Refusal("copy.program…")."""
    version = server_version(engine)
    place, environment = _connection_string(engine)
    options = ["--format=custom", "--no-owner", "--no-privileges", f"--file={target}", f"--dbname={place}"]
    # These rows are temporary and may contain secret links.
    options += [f"--exclude-table-data={table.name}" for table in temporary_tables()]
    _run([program("pg_dump", version), *options], environment)
    target.chmod(0o600)
    return str(version)


def restore_postgresql(engine: Engine, dump: Path) -> None:
    """Restore a dump into an empty database, completely or not at all. Raises Refusal("copy.program…")."""
    place, environment = _connection_string(engine)
    pg_restore = program("pg_restore", server_version(engine))
    options = ["--no-owner", "--no-privileges", "--single-transaction", "--exit-on-error"]
    _run([pg_restore, *options, f"--dbname={place}", str(dump)], environment)


def _run(command: list[str], environment: dict[str, str]) -> None:
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)  # noqa: S603
    if done.returncode:
        lines = done.stderr.strip().splitlines() or [str(done.returncode)]
        raise Refusal("copy.program_failed", read=Path(command[0]).name, why=lines[-1][:300])


def load_postgresql_dump(dump: Path, target: Path) -> None:
    """Load a dump into a SQLite file with empty tables, to verify it without a server.

    Raises Refusal("copy.program…").
    """
    with closing(sqlite3.connect(target)) as database, database:
        tables = {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        database.execute("PRAGMA foreign_keys=OFF")
        for table, columns, rows in _tables(dump):
            if table not in tables or table == "alembic_version":
                for _row in rows:
                    pass
                continue
            kinds = {name: kind.upper() for _n, name, kind, *_rest in database.execute(f'PRAGMA table_info("{table}")')}
            read = [_reader(kinds.get(column, "")) for column in columns]
            column_list, marks = ", ".join(f'"{column}"' for column in columns), ", ".join("?" * len(columns))
            add = f'INSERT INTO "{table}" ({column_list}) VALUES ({marks})'  # noqa: S608 (names of our own tables)
            database.executemany(
                add, ([None if one is None else f(one) for f, one in zip(read, row, strict=True)] for row in rows)
            )


def _reader(kind: str) -> Callable[[str], Any]:
    if kind.startswith("INT"):
        return int
    if kind.startswith("BOOL"):
        return lambda text: int(text == "t")
    if kind.startswith("DATETIME"):
        return _utc_text
    return str


def _utc_text(text: str) -> str:
    """Return a timestamp as SQLite stores it: in UTC, without a zone."""
    return datetime.fromisoformat(text).astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S.%f")


def _tables(dump: Path) -> Iterator[tuple[str, list[str], Iterator[list[str | None]]]]:
    """Yield each table of a dump with its columns and rows, as PostgreSQL writes them. Read a table's rows before the next."""
    lines: list[str] = []
    command = [program("pg_restore", 0), "--data-only", "--file=-", str(dump)]
    with subprocess.Popen(  # noqa: S603 (PostgreSQL's)
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, encoding="utf-8"
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        for line in process.stdout:
            if match := _COPY.match(line):
                yield match[1], [one.strip().strip('"') for one in match[2].split(",")], _rows(process.stdout)
        lines = process.stderr.read().strip().splitlines()
    if process.returncode:
        raise Refusal("copy.program_failed", read="pg_restore", why=(lines or [str(process.returncode)])[-1][:300])


def _rows(lines: IO[str]) -> Iterator[list[str | None]]:
    for line in lines:
        if line == "\\.\n":
            return
        yield [None if one == "\\N" else _unescape(one) for one in line[:-1].split("\t")]


def _unescape(text: str) -> str:
    return text if "\\" not in text else _ESCAPED.sub(lambda found: _LETTERS.get(found[1], found[1]), text)


PATIENCE = 30.0
"""Seconds to wait for a lock."""


def copy_sqlite(source: Path, target: Path) -> str:
    """Make a consistent copy of a database. Return SQLite's version. Raises Refusal("copy.damaged", "copy.nothing")."""
    try:
        with closing(_open_existing(source)) as source_db, closing(sqlite3.connect(target)) as target_db:
            # In one step: writers continue in the WAL file. In several steps, each write would restart the backup.
            source_db.backup(target_db)
            _delete_temporary_data(target_db)
            target_db.execute("PRAGMA journal_mode=DELETE")  # a single file without a WAL
            verdict = target_db.execute("PRAGMA integrity_check(1)").fetchone()[0]
    except sqlite3.DatabaseError as error:
        raise Refusal("copy.damaged", read=str(error)) from error
    if verdict != "ok":
        raise Refusal("copy.damaged", read=str(verdict))
    return sqlite3.sqlite_version


def _delete_temporary_data(copied: sqlite3.Connection) -> None:
    """Delete documents and jobs from a backup, because they are temporary and may contain secret links."""
    tables = {name for (name,) in copied.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    with copied:
        deleted = sum(copied.execute(f'DELETE FROM "{t.name}"').rowcount for t in temporary_tables() if t.name in tables)  # noqa: S608 (our own)
    if deleted:
        copied.execute("VACUUM")


def _open_existing(path: Path) -> sqlite3.Connection:
    if not path.is_file():  # opening it would create one
        raise Refusal("copy.nothing", read=str(path))
    return sqlite3.connect(f"{path.absolute().as_uri()}?mode=rw", uri=True, timeout=PATIENCE)


def find_broken_references(path: Path) -> list[str]:
    """Return descriptions of rows with broken foreign keys, by table."""
    with closing(_open_existing(path)) as database:
        lost = database.execute('SELECT DISTINCT "table", parent FROM pragma_foreign_key_check LIMIT 20').fetchall()
    return [f"{table}: rows that point to nothing in {parent}" for table, parent in lost]
