"""The database's form: which one it has, which ones this version knows, and the way to the newest."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from scorekeeper.base import database_forms, paths
from scorekeeper.base.db import db

if TYPE_CHECKING:
    from alembic.script import ScriptDirectory
    from flask import Flask
    from sqlalchemy import Engine

    from scorekeeper.base.refusals import Refusal

    Before = Callable[[Flask, Engine, str], None]


_MIGRATE = "migrate"
"""Where Flask-Migrate keeps what it knows of an application."""


class DatabaseNotReady(RuntimeError):
    """The database cannot be brought to the form that this version of the program needs; says why."""


class DatabaseDamaged(DatabaseNotReady):
    """The database's file is not whole; says what its own check found."""


class NotCopied(DatabaseNotReady):
    """The copy that comes before a change of form could not be made, so nothing was changed; `refusal` says why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.code)
        self.refusal = refusal


class DatabaseTooNew(DatabaseNotReady):
    """The database has a form that only a newer version of the program knows."""

    def __init__(self, form: str, known: str) -> None:
        super().__init__(f"its schema version is {form}; this version knows up to {known}")


def upgrade_database(app: Flask, before: Before | None = None, to: str = "head") -> bool:
    """Run the migrations that the database has not seen, up to the form `to`; whether there were any.

    A SQLite file is looked over first. `before` is called before anything is changed in a database that has a form already, with
    that form. Raises DatabaseNotReady.
    """
    try:
        with app.app_context():
            engine = app.extensions["sqlalchemy"].engine
            try:
                check_whole(engine)
                own = _MIGRATE not in app.extensions  # those of a test are not named as ours
                if to == "head" and own and database_forms.heads_of(engine) == {database_forms.known()[0]}:
                    return False
                return _run(app, engine, before, to)
            finally:
                engine.dispose()  # also where the database is refused: nothing stays open
    except DatabaseNotReady:
        raise
    except DBAPIError as error:  # in the database's own words: SQL and the address of an explanation help nobody here
        raise DatabaseNotReady(str(error.orig).strip()) from error
    except (SQLAlchemyError, RuntimeError) as error:
        raise DatabaseNotReady(str(error)) from error


def migrations_of(app: Flask) -> Any:
    """What Flask-Migrate knows of the application: the program's own migrations, where it was told of no others."""
    # More than a quarter of a second to import: most processes find the database ready, and never ask.
    from flask_migrate import Migrate

    if _MIGRATE not in app.extensions:
        Migrate(app, db, directory=str(paths.resource("migrations")))
    return app.extensions[_MIGRATE]


def _run(app: Flask, engine: Engine, before: Before | None, to: str) -> bool:
    extension = migrations_of(app)
    # Late as what they stand behind: most processes never come here.
    from alembic import command
    from alembic.script import ScriptDirectory
    from alembic.util import CommandError

    try:
        config = extension.migrate.get_config()
        scripts = ScriptDirectory.from_config(config)
        goal = set(scripts.get_heads()) if to == "head" else {to}
        if (current := database_forms.heads_of(engine)) == goal:
            return False
        _check_known(scripts, current)
        if current and before is not None:
            before(app, engine, "-".join(sorted(current)))
            if database_forms.heads_of(engine) == goal:  # another process was first, and done by now
                return False
        command.upgrade(config, to)
    except CommandError as error:
        raise DatabaseNotReady(str(error)) from error
    return True


def check_form(form: str) -> None:
    """Raise DatabaseTooNew for a form that this version does not know."""
    if form not in (known := database_forms.known()):
        raise DatabaseTooNew(form, known[0])


def check_whole(engine: Engine) -> None:
    """Look a SQLite file over: a copy that was made while it was written to may be torn, and pages may still seem to work.

    Raises DatabaseDamaged. Takes about a second for a gigabyte.
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
