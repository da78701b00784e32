"""What every command that opens an instance does first: make it ready, or say in a sentence why not and who can help."""

from __future__ import annotations

import errno
import os
import socket
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError

from scorekeeper import create_app, network, private
from scorekeeper.base import paths
from scorekeeper.base.db import db
from scorekeeper.base.refusals import refusal_text
from scorekeeper.base.settings import UPGRADE_WITHOUT_BACKUP, WrongSetting, told_wrong, unknown
from scorekeeper.config import SecretKeyDamaged
from scorekeeper.https.addresses import of_this_computer
from scorekeeper.migrating import DatabaseDamaged, DatabaseNotReady, DatabaseTooNew, NotCopied
from scorekeeper.prepare import prepare, upgrade_database
from scorekeeper.wording.marks import N_

if TYPE_CHECKING:
    from collections.abc import Iterator

    from flask import Flask

    from scorekeeper.wording.marks import Gettext


FIRST_FREE_PORT = 1024
_FOLDER = {
    PermissionError: N_(
        "The folder {path} belongs to another user: {reason}. Start the program as that user, make the folder yours"
        " (sudo chown -R {user} {path}), or name another one in SCOREKEEPER_INSTANCE."
    ),
    FileExistsError: N_("{path} is a file; the program needs a folder of that name, or another one in SCOREKEEPER_INSTANCE."),
    NotADirectoryError: N_("{path} cannot be a folder: part of it is a file. Name another one in SCOREKEEPER_INSTANCE."),
}
_ANY_FOLDER = N_("The folder {path} cannot be used: {reason}. Mend that, or name another one in SCOREKEEPER_INSTANCE.")
_FULL = N_("The disk with {path} is full. Make room; nothing that was recorded is lost.")


def cannot_listen(host: str, port: int, error: OSError, t: Gettext) -> click.ClickException:
    """Return the sentence that says why the program cannot listen there, and what to type."""
    said = t("Cannot listen on {host}:{port}: {reason}.").format(
        host=network.in_url(host), port=port, reason=t(error.strerror or str(error)).rstrip(".")
    )
    if error.errno == errno.EACCES and port < FIRST_FREE_PORT:
        more = t(
            "Ports below 1024 belong to the administrator. Choose a higher one, such as --port 8200, and put a reverse proxy in"
            " front of it if the address has to be without a port."
        )
    elif error.errno == errno.EADDRNOTAVAIL or isinstance(error, socket.gaierror):
        here = ", ".join(["127.0.0.1", *(str(one) for one in of_this_computer() if not one.is_loopback)])
        more = t("The addresses of this computer are {addresses}. Without --host the program listens on all of them.")
        more = more.format(addresses=here)
    else:
        more = ""
    return click.ClickException(f"{said} {more}".rstrip())


def prepared(t: Gettext) -> Flask:
    """The application on its instance, made ready to be served. Raises click.ClickException where that cannot be."""
    with in_words(t):
        private.begin(paths.default_instance())
        app = create_app()
        for variable in unknown():
            click.echo(
                t("{variable} is no setting of this program; `scorekeeper settings` lists them.").format(variable=variable)
            )
        prepare(app, click.echo, t)
        with app.app_context():
            app.extensions["sqlalchemy"].engine.dispose()  # the processes that serve inherit no open database
    return app


def opened(t: Gettext) -> Flask:
    """The application on its instance, for a command that serves nobody. Raises click.ClickException where that cannot be."""
    with in_words(t):
        private.begin(paths.default_instance())
        app = create_app()
        if upgrade_database(app):
            click.echo(t("Database brought up to date."))
    return app


@contextmanager
def at_work(app: Flask) -> Iterator[None]:
    """A command within the application, which leaves no database open, whatever becomes of it."""
    with app.app_context():
        try:
            yield
        finally:
            db.session.remove()
            db.engine.dispose()


@contextmanager
def in_words(t: Gettext) -> Iterator[None]:
    """Whatever keeps an instance from being used is raised as a click.ClickException."""
    try:
        yield
    except DatabaseTooNew as error:
        raise click.ClickException(
            t(
                "The database was made by a newer version of this program: {reason}. Start the newer version; this one changes"
                " nothing in it."
            ).format(reason=error)
        ) from error
    except DatabaseDamaged as error:
        raise click.ClickException(
            t(
                "The database is damaged: {reason}. Keep this file as it is, and put a copy from before in its place. A copy that"
                " was made while the program was running may be torn: stop the program first."
            ).format(reason=error)
        ) from error
    except NotCopied as error:
        raise click.ClickException(
            t(
                "Before the database changes its form it is copied, and that could not be done: {reason} Nothing was changed."
                " If you have a copy of your own, {variable}=1 goes on without."
            ).format(reason=refusal_text(t, error.refusal), variable=UPGRADE_WITHOUT_BACKUP.variable)
        ) from error
    except DatabaseNotReady as error:
        raise click.ClickException(t("The database cannot be used: {reason}").format(reason=error)) from error
    except DBAPIError as error:
        raise click.ClickException(t("The database cannot be used: {reason}").format(reason=str(error.orig).strip())) from error
    except (ArgumentError, NoSuchModuleError, ModuleNotFoundError) as error:
        raise click.ClickException(
            t(
                "SCOREKEEPER_DATABASE_URL names no database that this program knows: {reason}."
                " Write it as `postgresql://user:password@host/name`, or leave it out for the file in the instance."
            ).format(reason=error)
        ) from error
    except WrongSetting as error:
        raise click.ClickException(told_wrong(error, t)) from error
    except SecretKeyDamaged as error:
        raise click.ClickException(
            t(
                "{path} is damaged: it holds no secret key. Put back the one from your backup. Only if there is none, remove the"
                " file: a new key is made, and every link, printed code and sign-in given out so far ends."
            ).format(path=error.path)
        ) from error
    except OSError as error:
        raise click.ClickException(_of_folder(error, t)) from error


def _of_folder(error: OSError, t: Gettext) -> str:
    path = error.filename if isinstance(error, (FileExistsError, NotADirectoryError)) else paths.default_instance()
    full = error.errno in (28, 122)  # no space left, quota exceeded
    text = _FULL if full else _FOLDER.get(type(error), _ANY_FOLDER)
    user = os.environ.get("USER") or os.environ.get("LOGNAME") or "$USER"
    return t(text).format(path=path, reason=t(error.strerror or str(error)), user=user)
