"""Makes an instance ready to be used: catalogs compiled, fonts cut, scoring kit compressed, database at the newest migration."""

from __future__ import annotations

from collections.abc import Callable
from ctypes.util import find_library
from pathlib import Path
from typing import TYPE_CHECKING

from scorekeeper.base import paths
from scorekeeper.base.paper.pdf import NoPango, need_pango
from scorekeeper.catalogs import compile_catalogs
from scorekeeper.fonts import make_fonts
from scorekeeper.games.actions import empty_games
from scorekeeper.phone.kit import prepare_kit

if TYPE_CHECKING:
    from alembic.script import ScriptDirectory
    from flask import Flask
    from sqlalchemy import Engine

    from scorekeeper.base.i18n import Gettext

Say = Callable[[str], None]


class DatabaseNotReady(RuntimeError):
    """The database cannot be brought to the form that this version of the program needs; says why."""


class DatabaseDamaged(DatabaseNotReady):
    """The database's file is not whole; says what its own check found."""


class DatabaseTooNew(DatabaseNotReady):
    """The database has a form that only a newer version of the program knows."""

    def __init__(self, form: str, known: str) -> None:
        super().__init__(f"its form is {form}; this version knows forms up to {known}")


def prepare(app: Flask, say: Say, t: Gettext) -> None:
    """Do what is not yet done, telling it through `say`; the second time there is nothing to do or say.

    Raises DatabaseNotReady; whatever was recorded stays as it was.
    """
    # First what may go wrong: nobody waits for fonts to be told that there is no database.
    upgraded = upgrade_database(app)
    if compile_catalogs(paths.TRANSLATIONS):
        say(t("Translations compiled."))
    written, missing = make_fonts(Path(app.instance_path))
    if written:
        say(t("Fonts for the pages made."))
    if missing:
        say(t("Vollkorn is not installed: the pages use another serif (Debian’s package: fonts-vollkorn)."))
    if not _has_pango():
        say(t("Pango is not installed: there are no PDF files until it is (Debian: libpango-1.0-0 libpangoft2-1.0-0)."))
    if prepare_kit(Path(app.instance_path)):
        say(t("Scoring kit for the phones made."))
    with app.app_context():
        empty_games.clear()
    if upgraded:
        say(t("Database brought up to date."))


def _has_pango() -> bool:
    if find_library("pango-1.0"):  # in a moment, where the system keeps a list; elsewhere the import itself must tell
        return True
    try:
        need_pango()
    except NoPango:
        return False
    return True


def upgrade_database(app: Flask) -> bool:
    """Run the migrations that the database has not seen; whether there were any.

    A SQLite file is looked over first, and copied before it is changed. Raises DatabaseNotReady.
    """
    # More than half a second to import; processes that serve find the database ready.
    from alembic import command
    from alembic.runtime.migration import MigrationContext
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
                with engine.connect() as connection:
                    current = set(MigrationContext.configure(connection).get_current_heads())
                if current == set(scripts.get_heads()):
                    return False
                _check_known(scripts, current)
                if current:
                    _copy_before(engine, "-".join(sorted(current)))
                command.upgrade(config, "head")
            finally:
                engine.dispose()  # also where the database is refused: nothing stays open
    except DatabaseNotReady:
        raise
    except DBAPIError as error:  # in the database's own words: SQL and the address of an explanation help nobody here
        raise DatabaseNotReady(str(error.orig).strip()) from error
    except (CommandError, SQLAlchemyError, RuntimeError) as error:
        raise DatabaseNotReady(str(error)) from error
    return True


def check_whole(engine: Engine) -> None:
    """Look a SQLite file over: a copy that was made while it was written to may be torn, and pages may still seem to work.

    Raises DatabaseNotReady. Takes about a second for a gigabyte.
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


def _copy_before(engine: Engine, form: str) -> None:
    """A copy beside a SQLite file that is about to change its form; one for each form that it had."""
    if engine.dialect.name != "sqlite" or not engine.url.database or engine.url.database == ":memory:":
        return
    path = Path(engine.url.database)
    copy = path.with_name(f"{path.stem}.before-{form}{path.suffix}")
    copy.unlink(missing_ok=True)
    connection = engine.raw_connection()  # the engine's own begin a transaction, in which there is no VACUUM
    try:
        connection.cursor().execute("VACUUM INTO ?", (str(copy),))
    finally:
        connection.close()
    copy.chmod(0o600)
