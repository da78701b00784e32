"""Upgrades the database to the newest schema version, and detects newer or damaged ones."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from scorekeeper.core import paths
from scorekeeper.core.db import schema_versions
from scorekeeper.core.db.database import db

if TYPE_CHECKING:
    from alembic.script import ScriptDirectory
    from flask import Flask
    from sqlalchemy import Engine

    from scorekeeper.core.refusals import Refusal

    BeforeUpgrade = Callable[[Flask, Engine, str], None]


_MIGRATE = "migrate"
"""Key of Flask-Migrate in `app.extensions`."""


class DatabaseNotReady(RuntimeError):
    """The database cannot be upgraded to the schema version of this release. The message says why."""


class DatabaseDamaged(DatabaseNotReady):
    """The database file is damaged. The message is the result of its own check."""


class BackupFailed(DatabaseNotReady):
    """The backup before a schema upgrade failed, so nothing was changed. `refusal` says why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal


class DatabaseTooNew(DatabaseNotReady):
    """The database has the schema version of a newer release."""

    def __init__(self, form: str, known: str) -> None:
        super().__init__(f"its schema version is {form}; this version knows up to {known}")


def upgrade_database(app: Flask, before: BeforeUpgrade | None = None, to: str = "head") -> bool:
    """Run pending migrations up to schema version `to`. Return whether there were any.

    Checks a SQLite file first. Calls `before` with the current schema version before it changes an existing database. Raises
    DatabaseNotReady.
    """
    try:
        with app.app_context():
            engine = app.extensions["sqlalchemy"].engine
            try:
                check_intact(engine)
                own = _MIGRATE not in app.extensions  # tests bring migrations with other names
                if to == "head" and own and schema_versions.schema_versions_of(engine) == {schema_versions.known_versions()[0]}:
                    return False
                return _run_migrations(app, engine, before, to)
            finally:
                engine.dispose()  # also after an error: nothing stays open
    except DatabaseNotReady:
        raise
    except DBAPIError as error:  # the database's own message, without SQLAlchemy's SQL and link
        raise DatabaseNotReady(str(error.orig).strip()) from error
    except (SQLAlchemyError, RuntimeError) as error:
        raise DatabaseNotReady(str(error)) from error


def migrations_of(app: Flask) -> Any:
    """Return Flask-Migrate's state for the application. The default is this package's own migrations."""
    # Importing takes over a quarter of a second, and most processes never need it.
    from flask_migrate import Migrate

    if _MIGRATE not in app.extensions:
        Migrate(app, db, directory=str(paths.resource("migrations")))
    return app.extensions[_MIGRATE]


def _run_migrations(app: Flask, engine: Engine, before: BeforeUpgrade | None, to: str) -> bool:
    extension = migrations_of(app)
    # Imported late too: most processes never get here.
    from alembic import command
    from alembic.script import ScriptDirectory
    from alembic.util import CommandError

    try:
        config = extension.migrate.get_config()
        scripts = ScriptDirectory.from_config(config)
        goal = set(scripts.get_heads()) if to == "head" else {to}
        if (current := schema_versions.schema_versions_of(engine)) == goal:
            return False
        _check_known(scripts, current)
        if current and before is not None:
            before(app, engine, "-".join(sorted(current)))
            if schema_versions.schema_versions_of(engine) == goal:  # another process did it first
                return False
        command.upgrade(config, to)
    except CommandError as error:
        raise DatabaseNotReady(str(error)) from error
    return True


def check_schema_version(form: str) -> None:
    """Raise DatabaseTooNew if this release does not know the schema version."""
    if form not in (known := schema_versions.known_versions()):
        raise DatabaseTooNew(form, known[0])


def check_intact(engine: Engine) -> None:
    """Check a SQLite file, which may be damaged if it was copied while in use.

    Raises DatabaseDamaged. Takes about a second per gigabyte.
    """
    if engine.dialect.name != "sqlite":
        return
    with engine.connect() as connection:
        found = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar()
    if found != "ok":
        raise DatabaseDamaged(str(found))


def _check_known(scripts: ScriptDirectory, current: set[str]) -> None:
    known = {script.revision for script in scripts.walk_revisions()}
    if newer := sorted(current - known):
        raise DatabaseTooNew(newer[-1], max(known))
