"""`scorekeeper account`: who has an account, and a new password for one who forgot it. For whoever runs the program."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click

from scorekeeper.base.i18n import Gettext, terminal_gettext
from scorekeeper.base.refusals import NotFound, Refusal, refusal_text
from scorekeeper.clubs.actions import account_reset, passwords
from scorekeeper.starting import at_work, in_words, opened
from scorekeeper.wording.marks import N_


@click.group("account", help=N_("Accounts of those who run a club: list them, give one a new password."))
def account() -> None:
    """`scorekeeper account`."""


@account.command("list", help=N_("The name of every account, with its clubs."))
def list_accounts() -> None:
    """`scorekeeper account list`."""
    t = terminal_gettext()
    with _instance(t):
        known = account_reset.everybody()
    for name, clubs in known:
        click.echo(f"{name:<24}{', '.join(clubs)}".rstrip())
    if not known:
        click.echo(t("Nobody has an account yet."))


@account.command(
    "reset",
    help=N_(
        "Give the account NAME a new password, and sign it out on every browser.\n\nThe program may go on running meanwhile. The"
        ' password is shown once; whoever gets it changes it under "Account".'
    ),
)
@click.argument("name")
@click.option("--ask", is_flag=True, help=N_("Type the new password here, instead of having one made."))
@click.option("--end-tokens", is_flag=True, help=N_("End the account’s API tokens too."))
def reset(name: str, ask: bool, end_tokens: bool) -> None:
    """`scorekeeper account reset`."""
    t = terminal_gettext()
    if ask:
        password = click.prompt(t("New password"), hide_input=True, confirmation_prompt=t("The same again"))
    else:
        password = passwords.made()
    with _instance(t) as path:
        try:
            done = account_reset.reset(name, password, end_tokens=end_tokens)
        except NotFound as refusal:
            there = [one for one, _clubs in account_reset.everybody()]
            more = t("There are: %(names)s.") % {"names": ", ".join(there)} if there else t("Nobody has an account yet.")
            raise click.ClickException(f"{refusal_text(t, refusal)} {more} ({path})") from refusal
        except Refusal as refusal:
            raise click.ClickException(refusal_text(t, refusal)) from refusal
    if not ask:
        click.echo(t("%(name)s has a new password, which is shown only now:") % {"name": done.name})
        click.echo(f"    {password}")
    else:
        click.echo(t("%(name)s has a new password.") % {"name": done.name})
    click.echo(t("Browsers that were signed out: %(count)s. Sign in at /club/sign-in.") % {"count": done.signed_out})
    if done.tokens_ended:
        click.echo(t("API tokens that were ended: %(count)s.") % {"count": done.tokens_ended})
    if done.tokens_left:
        click.echo(t("API tokens that go on working: %(count)s. With --end-tokens they end too.") % {"count": done.tokens_left})


@contextmanager
def _instance(t: Gettext) -> Iterator[str]:
    """The application of the instance, its database up to date; gives the folder's path."""
    app = opened(t)
    with in_words(t), at_work(app):
        yield app.instance_path
