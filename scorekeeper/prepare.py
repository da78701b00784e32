"""Makes an instance ready to be used: catalogs compiled, fonts cut, scoring kit compressed, database at the newest migration."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from scorekeeper import paths
from scorekeeper.catalogs import compile_catalogs
from scorekeeper.fonts import make_fonts
from scorekeeper.phone.kit import prepare_kit

if TYPE_CHECKING:
    from flask import Flask

    from scorekeeper.i18n import Gettext

Say = Callable[[str], None]


class DatabaseNotReady(RuntimeError):
    """The database cannot be brought to the form that this version of the program needs; says why."""


def prepare(app: Flask, say: Say, t: Gettext) -> None:
    """Do what is not yet done, telling it through `say`; the second time there is nothing to do or say.

    Raises DatabaseNotReady; whatever was recorded stays as it was.
    """
    if compile_catalogs(paths.TRANSLATIONS):
        say(t("Translations compiled."))
    written, missing = make_fonts(Path(app.instance_path))
    if written:
        say(t("Fonts for the pages made."))
    if missing:
        say(t("Vollkorn is not installed: the pages use another serif (Debian’s package: fonts-vollkorn)."))
    if prepare_kit(Path(app.instance_path)):
        say(t("Scoring kit for the phones made."))
    if upgrade_database(app):
        say(t("Database brought up to date."))


def upgrade_database(app: Flask) -> bool:
    """Run the migrations that the database has not seen; whether there were any."""
    from alembic import command
    from alembic.runtime.migration import MigrationContext
    from alembic.script import ScriptDirectory
    from alembic.util import CommandError
    from sqlalchemy.exc import SQLAlchemyError

    extension = app.extensions["migrate"]
    try:
        with app.app_context():
            config = extension.migrate.get_config()
            newest = set(ScriptDirectory.from_config(config).get_heads())
            with extension.db.engine.connect() as connection:
                current = set(MigrationContext.configure(connection).get_current_heads())
            if current == newest:
                return False
            command.upgrade(config, "head")
            extension.db.engine.dispose()
    except (CommandError, SQLAlchemyError, RuntimeError) as error:
        raise DatabaseNotReady(str(error)) from error
    return True
