"""Checks the requirements for a start, and opens an instance for a command or explains what failed and who can help.

Each fault is a sentence that names the file or setting, the reason, and what to type.
"""

from __future__ import annotations

import errno
import os
import shutil
import socket
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError

from scorekeeper import create_app
from scorekeeper.core import extras, paths
from scorekeeper.core.config import flask_config, openid, settings
from scorekeeper.core.config.flask_config import SecretKeyDamaged
from scorekeeper.core.config.settings import WrongSetting, setting_error_text, unknown_variables
from scorekeeper.core.db import schema_versions
from scorekeeper.core.db.database import db, is_full
from scorekeeper.core.db.schema_migrations import BackupFailed, DatabaseDamaged, DatabaseNotReady, DatabaseTooNew, check_intact
from scorekeeper.core.net import own_addresses
from scorekeeper.core.refusals import refusal_text
from scorekeeper.messages.marks import N_
from scorekeeper.server.startup import file_permissions
from scorekeeper.server.startup.bootstrap import prepare, upgrade_database
from scorekeeper.server.tls.covered_addresses import local_addresses

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flask import Flask

    from scorekeeper.messages.marks import Gettext


LEAST_FREE_BYTES = 100 * 1024**2
"""Free bytes below which the disk may fill up during one session."""
UNKNOWN = (ArgumentError, NoSuchModuleError, ModuleNotFoundError)
"""Exceptions raised for a database URL without a driver."""

_OTHER_OWNER = N_(
    "The folder {path} belongs to another user: {reason}. Start as that user, make the folder yours "
    "(sudo chown -R {user} {path}), or name another one in SCOREKEEPER_INSTANCE."
)
_NOT_WRITABLE = N_(
    "You cannot write to the folder {path}, although it is yours: {reason}. Type chmod u+rwx {path}, "
    "or name another one in SCOREKEEPER_INSTANCE."
)
_NOT_MADE = N_(
    "The folder {path} cannot be created, because you may not write in {parent}: {reason}. Ask the "
    "administrator to create it (sudo install -d -m 700 -o {user} {path}), or name another one in "
    "SCOREKEEPER_INSTANCE."
)
_FILE = N_("{path} is a file, but must be a folder. Move it away, or name another folder in SCOREKEEPER_INSTANCE.")
_INSIDE = N_("{path} cannot be a folder, because part of it is a file. Name another one in SCOREKEEPER_INSTANCE.")
_ANY_FOLDER = N_("The folder {path} cannot be used: {reason}. Fix that, or name another folder in SCOREKEEPER_INSTANCE.")
_FULL = N_("The disk with {path} is full. Free up space. Nothing saved was lost.")
_READ_ONLY = N_(
    "Cannot write to the database {path}. Make the file yours (sudo chown {user} {path}) and "
    "writable (chmod u+w {path}). Then start again."
)
_GARBAGE = N_(
    "{path} is not a database. Nothing was changed. Move the instance folder away, then restore a "
    "backup: scorekeeper restore FILE."
)


def settings_faults(t: Gettext) -> list[tuple[settings.Setting, str]]:
    """Return each invalid setting with its message."""
    found: list[tuple[settings.Setting, str]] = []
    for read in (*(one.value for one in settings.SETTINGS), openid.provider_settings):
        try:
            read()
        except settings.WrongSetting as error:
            if all(error.setting is not one for one, _text in found):
                found.append((error.setting, settings.setting_error_text(error, t)))
    for setting, extra in ((settings.METRICS_PORT, extras.METRICS), (openid.ISSUER, extras.OPENID)):
        if setting.environment_value and not extras.is_installed(extra):
            found.append((setting, extras.missing_text(extra, setting.variable, t)))
    return found


def folder_fault(instance: Path, t: Gettext) -> str:
    """Return why the instance folder cannot be used or created, or "" if it can."""
    try:
        if instance.is_dir():
            with tempfile.TemporaryFile(dir=instance):
                return ""
        ancestor = next(path for path in instance.parents if path.exists())
    except OSError as error:
        return folder_error_text(error, instance, t)
    if instance.exists():
        return t(_FILE).format(path=instance)
    if not ancestor.is_dir():
        return t(_INSIDE).format(path=instance)
    if not os.access(ancestor, os.W_OK | os.X_OK):
        return folder_error_text(PermissionError(errno.EACCES, os.strerror(errno.EACCES)), instance, t)
    return ""


def disk_fault(instance: Path, t: Gettext) -> str:
    """Return a warning if the disk has too little space, or ""."""
    free = free_on(instance)
    if free < LEAST_FREE_BYTES:
        return t("%(free)s MB are free. Soon nothing more can be saved. Free up space now.") % {"free": free // 1024**2}
    return ""


def free_on(instance: Path) -> int:
    """Return the free bytes on the disk of the folder, which need not exist yet."""
    existing = next((path for path in (instance, *instance.parents) if path.exists()), Path(instance.anchor))
    return shutil.disk_usage(existing).free


def database_fault(instance: Path, t: Gettext, *, full_check: bool = False) -> str:
    """Return why the database cannot be used, or "" if it can or does not exist yet.

    `full_check`: read a SQLite file to the end. Starting the server does that anyway.
    """
    from sqlalchemy import create_engine, make_url  # only commands that use a database load it (see `backup.transfer`)

    try:
        parsed = make_url(flask_config.database_url(instance))
        if parsed.get_backend_name() == "sqlite":
            file = instance / (parsed.database or "")
            if not file.is_file():
                return ""
            if not os.access(file, os.W_OK):
                return t(_READ_ONLY).format(path=file, user=_user())
        if parsed.drivername == "postgresql":
            parsed = parsed.set(drivername="postgresql+psycopg")
        engine = create_engine(parsed, connect_args={"connect_timeout": 5} if "postgresql" in parsed.drivername else {})
    except UNKNOWN as error:
        return database_error_text(error, instance, t)
    try:
        if full_check:
            check_intact(engine)
        forms, known = schema_versions.schema_versions_of(engine), schema_versions.known_versions()
        if not forms <= set(known):
            raise DatabaseTooNew("-".join(sorted(forms)), known[0])
    except (DBAPIError, DatabaseNotReady) as error:
        return database_error_text(error, instance, t)
    finally:
        engine.dispose()
    return ""


def folder_error_text(error: OSError, instance: Path, t: Gettext) -> str:
    """Return the message for a system error about the folder or a file in it."""
    path = error.filename if isinstance(error, (FileExistsError, NotADirectoryError)) and error.filename else instance
    parent = next((one for one in instance.parents if one.exists()), instance.parent)
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        text = _FULL
    elif isinstance(error, FileExistsError):
        text = _FILE
    elif isinstance(error, NotADirectoryError):
        text = _INSIDE
    elif isinstance(error, PermissionError):
        folder_exists = os.path.lexists(instance) and os.access(instance.parent, os.X_OK)
        text = _NOT_MADE if not folder_exists else _NOT_WRITABLE if _is_own(instance) else _OTHER_OWNER
    else:
        text = _ANY_FOLDER
    return t(text).format(path=path, parent=parent, reason=t(error.strerror or str(error)), user=_user())


def database_error_text(error: Exception, instance: Path, t: Gettext) -> str:
    """Return the message for an error from the database or its driver."""
    if isinstance(error, DatabaseTooNew):
        return t(
            "A newer version of this program made the database: {reason}. Start the newer version. This one "
            "changes nothing in it."
        ).format(reason=error)
    if isinstance(error, DatabaseDamaged):
        return t(
            "The database is damaged: {reason}. Keep this file, and restore a backup in its place. Files "
            "copied while the server was running can be incomplete."
        ).format(reason=error)
    if isinstance(error, BackupFailed):
        return t(
            "Upgrade stopped: the backup before it failed. {reason} Nothing was changed. If you have your "
            "own backup, set {variable}=1 to skip this step."
        ).format(reason=refusal_text(t, error.refusal), variable=settings.UPGRADE_WITHOUT_BACKUP.variable)
    if isinstance(error, ModuleNotFoundError) and error.name in extras.POSTGRESQL:
        return extras.missing_text(extras.POSTGRESQL, "PostgreSQL", t)
    if isinstance(error, UNKNOWN):
        return t(
            "SCOREKEEPER_DATABASE_URL: “{kind}” is not a supported database. Write "
            "`postgresql://user:password@host/name`, or leave it out to use the file in the instance folder."
        ).format(kind=settings.DATABASE_URL.environment_value.partition(":")[0][:40])
    cause = error.__cause__ if isinstance(error, DatabaseNotReady) and isinstance(error.__cause__, DBAPIError) else error
    reason = str(cause.orig).strip() if isinstance(cause, DBAPIError) else str(error)
    path = _database_location(instance)
    if is_full(cause):
        return t(_FULL).format(path=path)
    if "readonly" in reason:
        return t(_READ_ONLY).format(path=path, user=_user())
    if "not a database" in reason:
        return t(_GARBAGE).format(path=path)
    if isinstance(cause, DBAPIError) and not flask_config.database_url(instance).startswith("sqlite"):
        values = {"url": path, "why": reason.splitlines()[0].rstrip(".")}
        return t("Cannot use %(url)s: %(why)s. Check that the server is running, and the name and password.") % values
    return t("Cannot use the database {path}: {reason}").format(path=path, reason=reason)


def _database_location(instance: Path) -> str:
    """Return the database's file, or its URL without the password."""
    from sqlalchemy import make_url  # as above

    parsed = make_url(flask_config.database_url(instance))
    return str(instance / (parsed.database or "")) if parsed.get_backend_name() == "sqlite" else parsed.render_as_string()


def _is_own(path: Path) -> bool:
    return sys.platform != "win32" and path.stat().st_uid == os.geteuid()


def _user() -> str:
    return os.environ.get("USER") or os.environ.get("LOGNAME") or "$USER"


FIRST_FREE_PORT = 1024
"""On most systems, only an administrator may use ports below this one."""


def cannot_listen(host: str, port: int, error: OSError, t: Gettext) -> click.ClickException:
    """Return the error that says why the server cannot listen there, and what to type."""
    message = t("Cannot listen on {host}:{port}: {reason}.").format(
        host=own_addresses.host_in_url(host), port=port, reason=t(error.strerror or str(error)).rstrip(".")
    )
    if error.errno == errno.EACCES and port < FIRST_FREE_PORT:
        more = t(
            "Ports below 1024 need administrator rights. Choose a higher one, such as --port 8200. For an "
            "address without a port, put a reverse proxy in front."
        )
    elif error.errno == errno.EADDRNOTAVAIL or isinstance(error, socket.gaierror):
        addresses = ", ".join(["127.0.0.1", *(str(one) for one in local_addresses() if not one.is_loopback)])
        more = t("This computer’s addresses are {addresses}. Without --host the server listens on all of them.")
        more = more.format(addresses=addresses)
    else:
        more = ""
    return click.ClickException(f"{message} {more}".rstrip())


def check_requirements(t: Gettext) -> None:
    """Run every quick check that may prevent a start. Raises click.ClickException.

    Low disk space is reported but does not prevent a start.
    """
    instance = paths.default_instance().absolute()
    wrong = [text for _setting, text in settings_faults(t)]
    for fault in (
        *wrong[:1],
        *(look(instance, t) for look in (folder_fault, database_fault) if not wrong),
    ):
        if fault:
            raise click.ClickException(fault)
    if little := disk_fault(instance, t):
        click.echo(little)


class ProgressLine:
    """Prints progress: on a terminal by rewriting one line, elsewhere with a line at each quarter.

    `text` contains {percent} and must fit in 80 columns.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.quarters = 0

    def __call__(self, done: int, of: int) -> None:
        """Show that `done` of `of` steps are done."""
        line = self.text.format(percent=100 * done // of)
        if sys.stdout.isatty():
            click.echo(f"\r{line}", nl=done == of)
        elif 4 * done // of > self.quarters:
            self.quarters = 4 * done // of
            click.echo(line)


def prepare_application(t: Gettext, *, checked: bool = False) -> Flask:
    """Return the application on its instance, ready to serve. Raises click.ClickException.

    `checked`: the caller has already called `check_requirements`.
    """
    if not checked:
        check_requirements(t)
    with click_errors(t):
        file_permissions.begin(paths.default_instance())
        app = create_app()
        for variable in unknown_variables():
            click.echo(t("{variable} is not a setting. `scorekeeper settings` lists them.").format(variable=variable))
        prepare(app, click.echo, t, ProgressLine(t("Preparing offline scoring for phones, once for each version: {percent}%")))
        with app.app_context():
            app.extensions["sqlalchemy"].engine.dispose()  # so that workers do not inherit an open database
    return app


def open_application(t: Gettext) -> Flask:
    """Return the application on its instance, for a command that does not serve. Raises click.ClickException."""
    with click_errors(t):
        file_permissions.begin(paths.default_instance())
        app = create_app()
        if upgrade_database(app):
            click.echo(t("Database upgraded."))
    return app


@contextmanager
def application_context(app: Flask) -> Iterator[None]:
    """Run a command in the application context, and always close the database afterwards."""
    with app.app_context():
        try:
            yield
        finally:
            db.session.remove()
            db.engine.dispose()


@contextmanager
def click_errors(t: Gettext) -> Iterator[None]:
    """Turn whatever makes an instance unusable into a click.ClickException."""
    instance = paths.default_instance().absolute()
    try:
        yield
    except (DatabaseNotReady, DBAPIError, *UNKNOWN) as error:
        raise click.ClickException(database_error_text(error, instance, t)) from error
    except WrongSetting as error:
        raise click.ClickException(setting_error_text(error, t)) from error
    except SecretKeyDamaged as error:
        raise click.ClickException(
            t(
                "{path} is damaged: it has no secret key. Restore the one from your backup. Only if you have "
                "none, remove the file. A new key is then made, and all links, printed codes and sessions stop "
                "working."
            ).format(path=error.path)
        ) from error
    except OSError as error:
        raise click.ClickException(folder_error_text(error, instance, t)) from error
