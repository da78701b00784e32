"""`scorekeeper backup`, `restore` and `db`: the whole instance in one file, and whole databases."""

from __future__ import annotations

from typing import TYPE_CHECKING
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from contextlib import suppress
from pathlib import Path
import click
from scorekeeper import create_app
from scorekeeper.server.startup import file_permissions
from scorekeeper.core import paths
from scorekeeper.core.config import settings
from scorekeeper.core.i18n import timezones
from scorekeeper.core.i18n.translation import terminal_gettext
from scorekeeper.core.refusals import Refusal
from scorekeeper.core.refusals import add_texts
from scorekeeper.core.refusals import refusal_text
from scorekeeper.core.config.flask_config import DATABASE_FILE
from scorekeeper.core.config.flask_config import SECRET_KEY_FILE
from scorekeeper.backup import create
from scorekeeper.backup import restoration
from scorekeeper.backup.package import BACKUP_KINDS
from scorekeeper.backup.package import Manifest
from scorekeeper.backup.package import ReplayResult
from scorekeeper.backup.refusals import TEXTS
from scorekeeper.server.startup.opening import click_errors
from scorekeeper.messages.marks import N_
from scorekeeper.backup.transfer import transfer

if TYPE_CHECKING:
    from scorekeeper.messages.marks import Gettext


add_texts(TEXTS)  # some are needed before an application exists


@click.command(
    "backup",
    help=N_(
        "Back up the whole server into one file.\n\nIncludes the database, the secret key and everything "
        "else in the server’s folder. The server can keep running.\n\nEvery backup is verified: its games "
        "are replayed and its tournaments checked. Without --to it is saved in the instance’s folder "
        "“copies”, and also in SCOREKEEPER_BACKUP_TO."
    ),
)
@click.option("--to", type=click.Path(file_okay=False, path_type=Path), help=N_("Write the backup to this folder only."))
@click.option(
    "--check",
    "looked_at",
    type=click.Path(dir_okay=False, path_type=Path),
    help=N_("Make no backup: check the existing one FILE."),
)
@click.option("--as", "kind", type=click.Choice(BACKUP_KINDS[:2]), default=BACKUP_KINDS[0], hidden=True)
def backup(to: Path | None, looked_at: Path | None, kind: str) -> None:
    """Make or check a backup. Exits with status 1 if part of the backup cannot be read."""
    t = terminal_gettext()
    if looked_at is not None:
        return _check(t, looked_at)
    if kind == "nightly":
        _lower_priority()
    with _click_errors(t):
        _check_there(paths.default_instance())
        file_permissions.begin(paths.default_instance())
        finished = create.make_backup(create_app(), kind, to=to)
    click.echo(t("Backup made: %(path)s (%(size)s kB)") % {"path": finished.path, "size": -(-finished.size // 1000)})
    found = finished.manifest.found
    assert found is not None
    click.echo(_replay_text(t, found))
    if finished.elsewhere:
        click.echo(t("The backup could not be written to the second folder: %(why)s") % {"why": finished.elsewhere}, err=True)
    click.echo(t("It contains the secret key. Store it where no one else can read it."))
    _say_faults(t, found)
    if found.faults or finished.elsewhere:
        sys.exit(1)
    return None


@click.command(
    "restore",
    help=N_(
        "Restore the backup FILE into an empty folder.\n\nThe database is upgraded on the way. Nothing is "
        "overwritten: move the old folder away first, or set SCOREKEEPER_INSTANCE to another one. "
        "Checksums are verified and games replayed before anything is written."
    ),
)
@click.argument("file", type=click.Path(path_type=Path))
def restore(file: Path) -> None:
    t = terminal_gettext()
    instance = paths.default_instance()
    with _click_errors(t):
        file_permissions.begin(instance)
        done = restoration.restore(file, instance)
    click.echo(_manifest_text(t, done.manifest))
    click.echo(_replay_text(t, done.found))
    if done.alike is False:
        click.echo(t("The scores differ from those at the time of the backup. Keep the backup, and check the games."), err=True)
    click.echo(t("Restored to %(path)s. Start the server: scorekeeper serve") % {"path": instance})
    click.echo(t("Names that were replaced after this backup are back. Replace them again."))
    click.echo(t("Links, codes and invitations given out after this backup no longer work. Hand out new ones."))
    if done.alike is False:
        sys.exit(1)


def _check(t: Gettext, file: Path) -> None:
    with _click_errors(t), tempfile.TemporaryDirectory(prefix="scorekeeper-") as work:
        done = restoration.check(file, Path(work))
    click.echo(_manifest_text(t, done.manifest))
    click.echo(_replay_text(t, done.found))
    _say_faults(t, done.found)
    if done.alike is False:
        click.echo(t("The scores differ from those at the time of the backup."), err=True)
    if done.found.faults or done.alike is False:
        sys.exit(1)


def _check_there(instance: Path) -> None:
    """Raise Refusal("copy.nothing") if there is no instance, without creating one."""
    if not (instance / SECRET_KEY_FILE).exists():
        raise Refusal("copy.nothing", read=str(instance))
    if not settings.DATABASE_URL.environment_value and not (instance / DATABASE_FILE).exists():
        raise Refusal("copy.nothing", read=str(instance / DATABASE_FILE))


def _lower_priority() -> None:
    """Lower this process's priority, so that players come first."""
    with suppress(AttributeError, OSError):  # not on this system
        os.nice(15)


@contextmanager
def _click_errors(t: Gettext) -> Iterator[None]:
    """Turn whatever prevents a backup or restore into a click.ClickException."""
    with click_errors(t):
        try:
            yield
        except Refusal as refusal:
            raise click.ClickException(refusal_text(t, refusal)) from refusal


def _manifest_text(t: Gettext, manifest: Manifest) -> str:
    moment = manifest.made_at.astimezone(timezones.server_zone()).strftime("%Y-%m-%d %H:%M %Z")
    return t("Backup of %(moment)s, made by version %(program)s.") % {"moment": moment, "program": manifest.program}


def _replay_text(t: Gettext, replayed: ReplayResult) -> str:
    text = t("Games replayed: %(games)s (hands: %(hands)s). Tournaments checked: %(tournaments)s (rounds: %(rounds)s).")
    numbers = {name: getattr(replayed, name) for name in ("games", "hands", "tournaments", "rounds", "remarks")}
    if replayed.remarks:
        text += " " + t("Remarks of the check about their rounds: %(remarks)s.")
    return text % numbers


def _say_faults(t: Gettext, replayed: ReplayResult) -> None:
    if replayed.faults:
        click.echo(t("Some of the backup cannot be read:"), err=True)
    for one in replayed.faults:
        click.echo(f"    {one}", err=True)


add_texts(TEXTS)


@click.group("db", help=N_("Copy a whole database into another one."))
def database() -> None:
    """The `scorekeeper db` commands."""


@database.command(
    "copy",
    help=N_(
        "Copy the database SOURCE into the empty one TARGET.\n\nWorks from SQLite to PostgreSQL, back, or "
        "between two of the same kind.\n\nBoth are URLs: sqlite:////full/path/scorekeeper.sqlite3 or "
        "`postgresql://user:password@host/name`. Stop the server first: later changes are not in the "
        "target. Every game is replayed on both sides."
    ),
)
@click.argument("source")
@click.argument("target")
def copy(source: str, target: str) -> None:
    t = terminal_gettext()
    with click_errors(t):
        file_permissions.begin(paths.default_instance())
        try:
            done = transfer(source, target)
        except Refusal as refusal:
            raise click.ClickException(refusal_text(t, refusal)) from refusal
    counts = {"rows": done.rows, "games": done.found.games, "tournaments": done.found.tournaments}
    click.echo(t("Copied: %(rows)s rows.") % counts)
    click.echo(t("Replayed on both sides with the same scores. Games: %(games)s, tournaments: %(tournaments)s.") % counts)
    click.echo(t("The server uses it once SCOREKEEPER_DATABASE_URL names it. The secret key stays in the instance folder."))
