"""Backs up a SQLite database while it is in use (SQLite's online backup)."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from scorekeeper.core.db.database import temporary_tables
from scorekeeper.core.refusals import Refusal

PATIENCE = 30.0
"""Seconds to wait for a lock."""


def copy_database(source: Path, target: Path) -> str:
    """Make a consistent copy of a database. Return SQLite's version. Raises Refusal("copy.damaged", "copy.nothing")."""
    try:
        with closing(_open_existing(source)) as here, closing(sqlite3.connect(target)) as there:
            # In one step: writers continue in the WAL file. In several steps, each write would restart the backup.
            here.backup(there)
            _delete_temporary_data(there)
            there.execute("PRAGMA journal_mode=DELETE")  # a single file without a WAL
            verdict = there.execute("PRAGMA integrity_check(1)").fetchone()[0]
    except sqlite3.DatabaseError as error:
        raise Refusal("copy.damaged", read=str(error)) from error
    if verdict != "ok":
        raise Refusal("copy.damaged", read=str(verdict))
    return sqlite3.sqlite_version


def _delete_temporary_data(copied: sqlite3.Connection) -> None:
    """Delete documents and jobs from a backup, because they are temporary and may contain secret links."""
    there = {name for (name,) in copied.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    with copied:
        gone = sum(copied.execute(f'DELETE FROM "{t.name}"').rowcount for t in temporary_tables() if t.name in there)  # noqa: S608 (our own)
    if gone:
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
