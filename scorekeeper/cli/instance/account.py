"""`scorekeeper account`: lists accounts and resets passwords, for the person who runs the server."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click
from flask import current_app

from scorekeeper.core.net import own_addresses
from scorekeeper.core.i18n import timezones
from scorekeeper.core.i18n.translation import terminal_gettext
from scorekeeper.core.refusals import NotFound, Refusal, refusal_text
from scorekeeper.clubs.commands.accounts import account_reset, accounts, operator, account_reset, operator, passwords
from scorekeeper.clubs.commands.members import invitations
from scorekeeper.server.startup.opening import application_context, click_errors, open_application
from scorekeeper.messages.marks import N_

if TYPE_CHECKING:
    from scorekeeper.messages.marks import Gettext


@click.group("account", help=N_("List and create accounts, and reset passwords."))
def account() -> None:
    """The `scorekeeper account` commands."""


@account.command("list", help=N_("List the accounts with their clubs."))
def list_accounts() -> None:
    t = terminal_gettext()
    with _instance(t):
        known, answers = account_reset.list_accounts(), operator.operator()
    for name, clubs in known:
        details = [", ".join(clubs)] + ([t("(operator)")] if name == answers else [])
        click.echo(f"{name:<24}{' '.join(details)}".rstrip())
    if not known:
        click.echo(t("There are no accounts yet."))


@account.command("code", help=N_("Print the code for creating the first account.\n\nThe code is entered at /club/start."))
def show_code() -> None:
    t = terminal_gettext()
    with _instance(t):
        if not accounts.no_account_exists():
            raise click.ClickException(t("There is already an account. “scorekeeper account list” shows its name."))
        click.echo(operator.first_account_code())


@account.command(
    "create",
    help=N_(
        "Create the account NAME and a new club.\n\nNAME becomes the club’s organizer; the first account "
        "is also the operator. Without --ask a password is generated and shown once."
    ),
)
@click.argument("name")
@click.option("--club", metavar=N_("CLUB"), prompt=N_("Club name"), help=N_("The name of the account’s club."))
@click.option("--ask", is_flag=True, help=N_("Type the password here."))
def create(name: str, club: str, ask: bool) -> None:
    t = terminal_gettext()
    password = _prompt_password(t) if ask else passwords.random_password()
    with _instance(t) as path, _in_words(t, path):
        account_name, first = invitations.create_account_with_club(name, password, club)
    if ask:
        click.echo(t("Account %(name)s created.") % {"name": account_name})
    else:
        click.echo(t("Account %(name)s created. Its password, shown only once:") % {"name": account_name})
        click.echo(f"    {password}")
    click.echo(t("Sign in at /club/sign-in."))
    if first:
        click.echo(t("%(name)s is the operator.") % {"name": account_name})


def _prompt_password(t: Gettext) -> str:
    password: str = click.prompt(t("New password"), hide_input=True, confirmation_prompt=t("The same again"))
    return password


@account.command(
    "reset",
    help=N_(
        "Create a link to reset the password of NAME.\n\nThe link works once, within 24 hours.\n\nThe server "
        "can keep running. Nothing changes until the link is used; then every browser of the account is "
        "signed out."
    ),
)
@click.argument("name")
@click.option("--address", metavar=N_("ADDRESS"), help=N_("The server’s own address, such as https://points.example.org."))
@click.option("--ask", is_flag=True, help=N_("Type the new password here instead of making a link."))
@click.option("--make", is_flag=True, help=N_("Make a password here instead of a link. It is shown once."))
@click.option("--end-tokens", is_flag=True, help=N_("Also revoke the account’s API tokens; with --ask or --make."))
def reset(name: str, address: str | None, ask: bool, make: bool, end_tokens: bool) -> None:
    t = terminal_gettext()
    if ask and make:
        raise click.UsageError(t("Use either --ask or --make."))
    if not (ask or make):
        if end_tokens:
            raise click.UsageError(t("Use --end-tokens with --ask or --make. The page behind the link asks about tokens."))
        return _link(t, name, address)
    if ask:
        password = _prompt_password(t)
    else:
        password = passwords.random_password()
    with _instance(t) as path, _in_words(t, path):
        done = account_reset.reset(name, password, end_tokens=end_tokens)
    if not ask:
        click.echo(t("New password for %(name)s, shown only once:") % {"name": done.name})
        click.echo(f"    {password}")
    else:
        click.echo(t("%(name)s has a new password.") % {"name": done.name})
    click.echo(t("Browsers that were signed out: %(count)s. Sign in at /club/sign-in.") % {"count": done.signed_out})
    if done.tokens_ended:
        click.echo(t("API tokens revoked: %(count)s.") % {"count": done.tokens_ended})
    if done.tokens_left:
        click.echo(
            t("API tokens that still work: %(count)s. To revoke them too, use --end-tokens.") % {"count": done.tokens_left}
        )
    return None


def _link(t: Gettext, name: str, address: str | None) -> None:
    if address is not None and not address.startswith(("https://", "http://")):
        raise click.BadParameter(t("an address that begins with https:// or http://"), param_hint="--address")
    with _instance(t) as path, _in_words(t, path):
        found, secret, until = account_reset.make_password_link(name)
        base = address or _guess_server_address()
    click.echo(t("Anyone with this link can set a new password for %(name)s, once:") % {"name": found})
    click.echo(f"    {base.rstrip('/')}/club/new-password/{secret}")
    click.echo(
        t("It is valid until %(moment)s.") % {"moment": until.astimezone(timezones.server_zone()).strftime("%Y-%m-%d %H:%M %Z")}
    )
    if address is None:
        click.echo(t("If the server has another address, put it before /club/…, or set it with --address."))


def _guess_server_address() -> str:
    """Return the most likely address of the server, which is another process and may be behind a proxy."""
    settings = current_app.config
    secure = settings["HOSTS"] and settings["TRUSTED_PROXIES"]
    name = settings["HOSTS"][0] if settings["HOSTS"] else own_addresses.lan_address() or "127.0.0.1"
    return (f"https://{name}" if secure else f"http://{name}:8200") + str(settings["PREFIX"])


@account.command("operator", help=N_("Make NAME the operator, who can see backups."))
@click.argument("name")
def set_operator(name: str) -> None:
    t = terminal_gettext()
    with _instance(t) as path, _in_words(t, path):
        found = operator.name_operator(name)
    click.echo(t("%(name)s is now the operator.") % {"name": found})


@account.command(
    "disable-2fa",
    help=N_("Turn off two-factor sign-in for NAME.\n\nFor a person who has lost both the phone and the recovery codes."),
)
@click.argument("name")
def disable_two_factor(name: str) -> None:
    _remove_step(
        account_reset.disable_two_factor,
        name,
        N_("%(name)s now signs in with the password alone. The account page sets up two-factor sign-in again."),
        N_("%(name)s already signs in with the password alone."),
    )


@account.command("disconnect", help=N_("Disconnect the account NAME from OpenID Connect.\n\nIts password stays."))
@click.argument("name")
def disconnect(name: str) -> None:
    _remove_step(
        account_reset.disconnect,
        name,
        N_("%(name)s is no longer connected to a provider. The password still opens the account."),
        N_("%(name)s is not connected to a provider."),
    )


def _remove_step(take_off: Callable[[str], tuple[str, bool]], name: str, done: str, already: str) -> None:
    """Remove one sign-in step or provider from the account, and print whether it was set up."""
    t = terminal_gettext()
    with _instance(t) as path, _in_words(t, path):
        found, was_there = take_off(name)
    click.echo(t(done if was_there else already) % {"name": found})


@contextmanager
def _in_words(t: Gettext, path: str) -> Iterator[None]:
    """Turn refusals into click.ClickException. If an account is not found, list the existing ones."""
    try:
        yield
    except NotFound as refusal:
        names = [one for one, _clubs in account_reset.list_accounts()]
        more = t("Accounts: %(names)s.") % {"names": ", ".join(names)} if names else t("There are no accounts yet.")
        raise click.ClickException(f"{refusal_text(t, refusal)} {more} ({path})") from refusal
    except Refusal as refusal:
        raise click.ClickException(refusal_text(t, refusal)) from refusal


@contextmanager
def _instance(t: Gettext) -> Iterator[str]:
    """Open the instance with an up-to-date database. Yield the folder's path."""
    app = open_application(t)
    with click_errors(t), application_context(app):
        yield app.instance_path
