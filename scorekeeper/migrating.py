"""The database's form: which one it has, which ones this version knows, and the way to the newest."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from scorekeeper.base import paths

if TYPE_CHECKING:
    from alembic.script import ScriptDirectory
    from flask import Flask
    from sqlalchemy import Engine

    from scorekeeper.base.refusals import Refusal

    Before = Callable[[Flask, Engine, str], None]


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
        super().__init__(f"its form is {form}; this version knows forms up to {known}")


def upgrade_database(app: Flask, before: Before | None = None, to: str = "head") -> bool:
    """Run the migrations that the database has not seen, up to the form `to`; whether there were any.

    A SQLite file is looked over first. `before` is called before anything is changed in a database that has a form already, with
    that form. Raises DatabaseNotReady.
    """
    # More than half a second to import; processes that serve find the database ready.
    from alembic import command
    from alembic.script import ScriptDirectory
    from alembic.util import CommandError
    from sqlalchemy.exc import DBAPIError, SQLAlchemyError

    extension = app.extensions["migrate"]
    try:
        with app.app_context():
            config = extension.migrate.get_config()
            scripts = ScriptDirectory.from_config(config)
            engine = extension.db.engine
            try:
                check_whole(engine)
                goal = set(scripts.get_heads()) if to == "head" else {to}
                if (current := heads_of(engine)) == goal:
                    return False
                _check_known(scripts, current)
                if current and before is not None:
                    before(app, engine, "-".join(sorted(current)))
                    if heads_of(engine) == goal:  # another process was first, and done by now
                        return False
                command.upgrade(config, to)
            finally:
                engine.dispose()  # also where the database is refused: nothing stays open
    except DatabaseNotReady:
        raise
    except DBAPIError as error:  # in the database's own words: SQL and the address of an explanation help nobody here
        raise DatabaseNotReady(str(error.orig).strip()) from error
    except (CommandError, SQLAlchemyError, RuntimeError) as error:
        raise DatabaseNotReady(str(error)) from error
    return True


def heads_of(engine: Engine) -> set[str]:
    """The form of a database, as its migrations call it: none where it is empty."""
    from alembic.runtime.migration import MigrationContext  # see `upgrade_database`

    with engine.connect() as connection:
        return set(MigrationContext.configure(connection).get_current_heads())


def known_forms() -> list[str]:
    """Every form that this version of the program knows, the newest first."""
    from alembic.script import ScriptDirectory  # see `upgrade_database`

    return [script.revision for script in ScriptDirectory(str(paths.resource("migrations"))).walk_revisions()]


def check_form(form: str) -> None:
    """Raise DatabaseTooNew for a form that this version does not know."""
    if form not in (known := known_forms()):
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
