"""`scorekeeper backup` and `scorekeeper restore`: the whole instance as one file, tried; and back, into an empty one."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from scorekeeper import create_app, private
from scorekeeper.base import hours, paths, settings
from scorekeeper.base.i18n import terminal_gettext
from scorekeeper.base.refusals import Refusal, add_texts, refusal_text
from scorekeeper.config import DATABASE_FILE, SECRET_KEY_FILE
from scorekeeper.copies import making, restoring
from scorekeeper.copies.manifest import COPY_KINDS, Found, Manifest
from scorekeeper.copies.refusals import TEXTS
from scorekeeper.starting import in_words
from scorekeeper.wording.marks import N_

if TYPE_CHECKING:
    from scorekeeper.wording.marks import Gettext

add_texts(TEXTS)  # some are wanted before there is an application


@click.command(
    "backup",
    help=N_(
        "Copy the whole instance into one file: database, secret key, everything else in its folder. The program may go on"
        " running meanwhile.\n\nEvery game is replayed and every tournament checked from the copy before it counts as one."
        " Without --to it is kept in the instance, in the folder “copies”, and also where SCOREKEEPER_BACKUP_TO says."
    ),
)
@click.option("--to", type=click.Path(file_okay=False, path_type=Path), help=N_("Put it into this folder, and nowhere else."))
@click.option(
    "--check", "looked_at", type=click.Path(dir_okay=False, path_type=Path), help=N_("Make none: look over a copy that there is.")
)
@click.option("--as", "kind", type=click.Choice(COPY_KINDS[:2]), default=COPY_KINDS[0], hidden=True)
def backup(to: Path | None, looked_at: Path | None, kind: str) -> None:
    """`scorekeeper backup`. Exit status 1 where not everything in the copy can be read."""
    t = terminal_gettext()
    if looked_at is not None:
        return _check(t, looked_at)
    if kind == "nightly":
        _quietly()
    with _told(t):
        _check_there(paths.default_instance())
        private.begin(paths.default_instance())
        made = making.make(create_app(), kind, to=to)
    click.echo(t("Copied: %(path)s (%(size)s kB)") % {"path": made.path, "size": -(-made.size // 1000)})
    found = made.manifest.found
    assert found is not None
    click.echo(_in_it(t, found))
    if made.elsewhere:
        click.echo(t("It could not be put into the second folder: %(why)s") % {"why": made.elsewhere}, err=True)
    click.echo(t("The secret key is in it: keep it where nobody else can read it."))
    _say_faults(t, found)
    if found.faults or made.elsewhere:
        sys.exit(1)
    return None


@click.command(
    "restore",
    help=N_(
        "Put the copy FILE back into an empty instance, and bring its database up to date.\n\nNothing is ever overwritten: move"
        " the old folder away first, or name another one in SCOREKEEPER_INSTANCE. The copy is compared with its sums and replayed"
        " before anything is put in place."
    ),
)
@click.argument("file", type=click.Path(path_type=Path))
def restore(file: Path) -> None:
    """`scorekeeper restore`."""
    t = terminal_gettext()
    instance = paths.default_instance()
    with _told(t):
        private.begin(instance)
        done = restoring.restore(file, instance)
    click.echo(_about(t, done.manifest))
    click.echo(_in_it(t, done.found))
    if done.alike is False:
        click.echo(t("The scores are not those of when the copy was made. Keep the copy, and look at the games."), err=True)
    click.echo(t("It is in %(path)s. Start the program: scorekeeper serve") % {"path": instance})
    click.echo(t("Names that were replaced after the copy was made are there again: replace them once more."))
    click.echo(t("Links, codes and invitations given out after the copy was made open nothing any more; hand out new ones."))
    if done.alike is False:
        sys.exit(1)


def _check(t: Gettext, file: Path) -> None:
    with _told(t), tempfile.TemporaryDirectory(prefix="scorekeeper-") as work:
        done = restoring.check(file, Path(work))
    click.echo(_about(t, done.manifest))
    click.echo(_in_it(t, done.found))
    _say_faults(t, done.found)
    if done.alike is False:
        click.echo(t("The scores are not those of when the copy was made."), err=True)
    if done.found.faults or done.alike is False:
        sys.exit(1)


def _check_there(instance: Path) -> None:
    """Raise Refusal("copy.nothing") where there is no instance: looking for one must not make it."""
    if not (instance / SECRET_KEY_FILE).exists():
        raise Refusal("copy.nothing", read=str(instance))
    if not settings.DATABASE_URL.told and not (instance / DATABASE_FILE).exists():
        raise Refusal("copy.nothing", read=str(instance / DATABASE_FILE))


def _quietly() -> None:
    """Whoever plays meanwhile comes first."""
    with suppress(AttributeError, OSError):  # not on this system
        os.nice(15)


@contextmanager
def _told(t: Gettext) -> Iterator[None]:
    """Whatever keeps a copy from being made or put back, in a sentence."""
    with in_words(t):
        try:
            yield
        except Refusal as refusal:
            raise click.ClickException(refusal_text(t, refusal)) from refusal


def _about(t: Gettext, manifest: Manifest) -> str:
    made = manifest.made_at.astimezone(hours.machine()).strftime("%Y-%m-%d %H:%M %Z")
    return t("A copy of %(moment)s, made by version %(program)s.") % {"moment": made, "program": manifest.program}


def _in_it(t: Gettext, replayed: Found) -> str:
    said = t("Games replayed: %(games)s (hands: %(hands)s). Tournaments checked: %(tournaments)s (rounds: %(rounds)s).")
    numbers = {name: getattr(replayed, name) for name in ("games", "hands", "tournaments", "rounds", "remarks")}
    if replayed.remarks:
        said += " " + t("What the check remarks of their rounds: %(remarks)s.")
    return said % numbers


def _say_faults(t: Gettext, replayed: Found) -> None:
    if replayed.faults:
        click.echo(t("Not everything in the copy can be read:"), err=True)
    for one in replayed.faults:
        click.echo(f"    {one}", err=True)
