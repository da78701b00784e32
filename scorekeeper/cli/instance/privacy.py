"""`scorekeeper privacy`: shows or applies clubs' retention periods. The server also runs it every night."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import click

from scorekeeper.core.i18n.translation import offered_languages, t_for, terminal_gettext
from scorekeeper.backup import nightly
from scorekeeper.server.startup.opening import application_context, click_errors, open_application
from scorekeeper.tournaments.commands.privacy import retention
from scorekeeper.messages.marks import N_

if TYPE_CHECKING:
    from scorekeeper.messages.marks import Gettext


@click.group("privacy", help=N_("Show or apply personal-data retention."))
def privacy() -> None:
    """The `scorekeeper privacy` commands."""


@privacy.command(
    "due",
    help=N_(
        "List the personal data that is due for removal.\n\nNames and the number of sessions, by club, "
        "today and later. Changes nothing."
    ),
)
def due() -> None:
    t = terminal_gettext()
    app = open_application(t)
    with click_errors(t), application_context(app):
        clubs = retention.clubs()
        for number, name in clubs:
            click.echo(f"{name}:")
            for line in _lines(t, retention.due(number)):
                click.echo(f"    {line}")
    if not clubs:
        click.echo(t("No club has set a retention period. All names and sessions are kept."))


def _lines(t: Gettext, due: retention.Due) -> list[str]:
    due_text = t("due on %(day)s: %(name)s (last played on %(last)s)")
    lines = [due_text % {"day": one.on.isoformat(), "name": one.name, "last": one.last.isoformat()} for one in due.people]
    if due.sign_ins or due.invitations:
        counts = {"sign_ins": due.sign_ins, "invitations": due.invitations}
        lines.append(t("due today: expired sessions: %(sign_ins)s; expired invitations: %(invitations)s") % counts)
    if due.begins is not None and due.begins > due.today:
        lines.append(t("nothing is done before %(day)s") % {"day": due.begins.isoformat()})
    return lines or [t("nothing is due")]


@privacy.command(
    "run",
    help=N_(
        "Remove the personal data that is due today.\n\nReplaces names permanently and deletes expired "
        "sessions and invitations. Scores, pairings, standings and ratings stay.\n\nWhile the server runs, "
        "it does this every night."
    ),
)
@click.option("--nightly", "by_itself", is_flag=True, hidden=True)
def run(by_itself: bool) -> None:
    t = terminal_gettext()
    if by_itself:
        with suppress(AttributeError, OSError):  # not on this system
            os.nice(15)
    app = open_application(t)
    with click_errors(t), application_context(app):
        word = t_for(next(iter(offered_languages())))(N_("Anonymous %(n)s"))
        done = retention.run_all(lambda n: word % {"n": n})
    nightly.note_retention_applied(Path(app.instance_path))
    text = t("%(club)s: names replaced: %(people)s; sessions deleted: %(sign_ins)s; invitations deleted: %(invitations)s.")
    for one in done:
        click.echo(text % {name: getattr(one, name) for name in ("club", "people", "sign_ins", "invitations")})
    if not done:
        click.echo(t("Nothing is due."))
