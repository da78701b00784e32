"""Opens an instance for a command: prepares it, or explains why that failed and who can help."""

from __future__ import annotations

import errno
import socket
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click
from sqlalchemy.exc import DBAPIError

from scorekeeper import create_app
from scorekeeper.core import paths
from scorekeeper.core.config.flask_config import SecretKeyDamaged
from scorekeeper.core.config.settings import WrongSetting, setting_error_text, unknown_variables
from scorekeeper.core.db.database import db
from scorekeeper.core.db.schema_migrations import DatabaseNotReady
from scorekeeper.core.net import own_addresses
from scorekeeper.server.startup import file_permissions, startup_checks
from scorekeeper.server.startup.bootstrap import prepare, upgrade_database
from scorekeeper.server.tls.covered_addresses import local_addresses

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flask import Flask

    from scorekeeper.messages.marks import Gettext


FIRST_FREE_PORT = 1024
"""On most systems, only an administrator may use ports below this one."""


def cannot_listen(host: str, port: int, error: OSError, t: Gettext) -> click.ClickException:
    """Return the error that says why the server cannot listen there, and what to type."""
    said = t("Cannot listen on {host}:{port}: {reason}.").format(
        host=own_addresses.host_in_url(host), port=port, reason=t(error.strerror or str(error)).rstrip(".")
    )
    if error.errno == errno.EACCES and port < FIRST_FREE_PORT:
        more = t(
            "Ports below 1024 need administrator rights. Choose a higher one, such as --port 8200. For an "
            "address without a port, put a reverse proxy in front."
        )
    elif error.errno == errno.EADDRNOTAVAIL or isinstance(error, socket.gaierror):
        here = ", ".join(["127.0.0.1", *(str(one) for one in local_addresses() if not one.is_loopback)])
        more = t("This computer’s addresses are {addresses}. Without --host the server listens on all of them.")
        more = more.format(addresses=here)
    else:
        more = ""
    return click.ClickException(f"{said} {more}".rstrip())


def check_requirements(t: Gettext) -> None:
    """Run every quick check that may prevent a start. Raises click.ClickException.

    Low disk space is reported but does not prevent a start.
    """
    instance = paths.default_instance().absolute()
    wrong = [text for _setting, text in startup_checks.settings_faults(t)]
    for fault in (
        *wrong[:1],
        *(look(instance, t) for look in (startup_checks.folder_fault, startup_checks.database_fault) if not wrong),
    ):
        if fault:
            raise click.ClickException(fault)
    if little := startup_checks.disk_fault(instance, t):
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
    except (DatabaseNotReady, DBAPIError, *startup_checks.UNKNOWN) as error:
        raise click.ClickException(startup_checks.database_error_text(error, instance, t)) from error
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
        raise click.ClickException(startup_checks.folder_error_text(error, instance, t)) from error
