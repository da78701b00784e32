"""`scorekeeper db`: commands for a whole database."""

from __future__ import annotations

import click

from scorekeeper.server.startup import file_permissions
from scorekeeper.core import paths
from scorekeeper.core.i18n.translation import terminal_gettext
from scorekeeper.core.refusals import Refusal, add_texts, refusal_text
from scorekeeper.backup.refusals import TEXTS
from scorekeeper.backup.transfer import transfer
from scorekeeper.server.startup.opening import click_errors
from scorekeeper.messages.marks import N_

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
    told = {"rows": done.rows, "games": done.found.games, "tournaments": done.found.tournaments}
    click.echo(t("Copied: %(rows)s rows.") % told)
    click.echo(t("Replayed on both sides with the same scores. Games: %(games)s, tournaments: %(tournaments)s.") % told)
    click.echo(t("The server uses it once SCOREKEEPER_DATABASE_URL names it. The secret key stays in the instance folder."))
