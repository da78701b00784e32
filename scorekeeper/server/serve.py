"""`scorekeeper serve`: prepares the instance, prints its addresses and serves it."""

from __future__ import annotations

import io
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from scorekeeper import create_app
from scorekeeper.backup.nightly import BackupJob, RetentionJob
from scorekeeper.backup.storage import plan
from scorekeeper.clubs.commands.accounts import operator
from scorekeeper.core import extras, qr_codes
from scorekeeper.core.config import settings
from scorekeeper.core.config.flask_config import database_url
from scorekeeper.core.http import request_log
from scorekeeper.core.i18n.translation import terminal_gettext
from scorekeeper.core.jobs import job_queue
from scorekeeper.core.net import own_addresses
from scorekeeper.core.net.hosts import LOCAL_NAMES
from scorekeeper.messages.marks import N_
from scorekeeper.rules.printouts import prerendering
from scorekeeper.server import metrics_server, supervisor
from scorekeeper.server.http import http_server
from scorekeeper.server.startup.opening import application_context, cannot_listen, check_requirements, prepare_application
from scorekeeper.server.tls import certificate_renewal, https_setup

if TYPE_CHECKING:
    import socket

    from flask import Flask

    from scorekeeper.messages.marks import Gettext


PORTS_TRIED = 20
PATIENCE = 3.0
"""Seconds to wait for a killed server to free the port, because printed QR codes contain it."""


@click.command(
    "serve",
    help=N_(
        "Serve the app on the local network until Ctrl-C.\n\nOther settings are environment variables: "
        "`scorekeeper settings` lists them."
    ),
)
@click.option(
    "--host",
    default=settings.HOST.value_or_default,
    show_default=settings.HOST.default,
    callback=lambda _context, _option, host: own_addresses.without_brackets(host),
    help=N_("Address to listen on."),
)
@click.option(
    "--port",
    default=settings.PORT.value_or_default,
    show_default=settings.PORT.default,
    type=click.IntRange(1, 65535),
    help=N_("Port to listen on. If it is taken, the next free one."),
)
@click.option(
    "--https",
    "secure",
    is_flag=True,
    help=N_("Also serve HTTPS on the same port, with a local certificate authority that each phone must trust once."),
)
@click.option(
    "--name/--no-name",
    "named",
    default=True,
    help=N_("Name this computer 200.local on the local network while it serves.  [default: name]"),
)
@click.option(
    "--domain",
    metavar="NAME",
    callback=https_setup.parse_domain,
    help=N_("The domain name for which a proxy in front has a certificate, such as points.example.org."),
)
def command(host: str, port: int, secure: bool, named: bool, domain: str | None) -> None:
    t = terminal_gettext()
    if domain:
        https_setup.configure_for_proxy(domain, secure, t)
    check_requirements(t)
    sockets = supervisor.inherited_sockets()
    if not sockets:  # fail early, before the slow preparation
        choose_port(host, port, t)
    app = prepare_application(t, checked=True)
    instance = app.instance_path
    authority = https_setup.prepare_authority(instance, host, t) if secure else None
    named = named and not domain and not own_addresses.is_loopback(host)
    if named and not extras.is_installed(extras.LOCAL_NAME):
        click.echo(extras.missing_text(extras.LOCAL_NAME, LOCAL_NAMES[0], t))
        named = False
    if sockets:
        return run(host, sockets, instance, secure=secure, named=named)
    chosen = choose_port(host, port, t)
    if chosen != port:
        click.echo(t("Port {port} is taken. Using {chosen}.").format(port=port, chosen=chosen))
    sockets = http_server.listen(host, chosen, settings.WORKERS.value())
    if authority:
        click.echo(https_setup.trust_text(host, chosen, authority, t, qr_code))
    click.echo(
        https_setup.welcome(domain, chosen, t, qr_code) if domain else welcome(host, chosen, t, "https" if secure else "http")
    )
    click.echo(t("Games are stored in {folder}.").format(folder=instance))
    if code := _first_code(app):
        click.echo(t("This server has no owner yet. Create the first account at /club/start, with this code:"))
        click.echo(f"    {code}")
        click.echo(t("“scorekeeper account code” shows it again. “scorekeeper account create NAME” creates the account here."))
    sys.stdout.flush()
    return run(host, sockets, instance, secure=secure, named=named)


def choose_port(host: str, port: int, t: Gettext) -> int:
    """Return the port to listen on. It may differ from `port` only if someone is at the terminal to read it.

    Raises click.ClickException.
    """
    try:
        chosen = find_free_port(host, port, PATIENCE)
    except OSError as error:
        raise cannot_listen(host, port, error, t) from error
    if chosen != port and not has_terminal():
        # No one would see the new port, and printed QR codes and sent links would lead to whatever has the old one.
        raise click.ClickException(
            t("Port {port} is taken. Stop the program that uses it, or choose another port with --port.").format(port=port)
        )
    return chosen


def _first_code(app: Flask) -> str:
    """Return the code for the first account, or "" if none is required."""
    with application_context(app):
        return operator.first_account_code() if operator.is_first_code_required() else ""


def has_terminal() -> bool:
    """Return whether someone is reading the output."""
    return sys.stdout.isatty()


def find_free_port(host: str, port: int, patience: float = 0.0) -> int:
    """Return the first free port, starting with `port`, which may take `patience` seconds to become free.

    Raises OSError if all of twenty are taken or not allowed.
    """
    end = time.monotonic() + patience
    while time.monotonic() < end and not own_addresses.port_is_free(host, port):
        time.sleep(0.1)
    for candidate in range(port, min(port + PORTS_TRIED, 65536)):
        if own_addresses.port_is_free(host, candidate):
            return candidate
    raise OSError(0, f"{port}-{port + PORTS_TRIED - 1} are all taken")


def welcome(host: str, port: int, t: Gettext, scheme: str = "http") -> str:
    """Return the addresses to open, with a QR code if phones can reach this computer."""
    everywhere = own_addresses.is_everywhere(host)
    loopback = own_addresses.is_loopback(host)
    lan = own_addresses.lan_address() if everywhere else None if loopback else host
    below, lines = settings.PATH_PREFIX.value_or_default(), [""]
    if lan:
        url = f"{scheme}://{own_addresses.host_in_url(lan)}:{port}{below}/"
        lines += [t("On a phone on the same network, open or scan:"), f"    {url}", "", qr_code(url)]
    if everywhere or loopback:
        lines += [
            t("On this computer:"),
            f"    {scheme}://{'127.0.0.1' if everywhere else own_addresses.host_in_url(host)}:{port}{below}/",
        ]
    if loopback:
        lines += [t("Phones cannot reach this address. Start without --host to let them in.")]
    elif not lan:
        lines += [t("No network found. Phones cannot reach this computer yet.")]
    return "\n".join([*lines, "", t("Ctrl-C stops the server. All games are saved.")])


def qr_code(url: str) -> str:
    """Return a QR code in half-block characters, or "" if the terminal cannot show them."""
    drawing = io.StringIO()
    qr_codes.qr_code(url).terminal(drawing, compact=True, border=2)
    text = drawing.getvalue()
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        return ""
    # White blocks on black in any terminal: cameras read an inverted code badly or not at all.
    return "\n".join(click.style(line, fg=(255, 255, 255), bg=(0, 0, 0)) for line in text.splitlines()) + "\n"


def run(host: str, sockets: list[socket.socket], instance: str | Path, *, secure: bool = False, named: bool = False) -> None:
    """Serve these sockets until interrupted. `secure`: also over HTTPS. `named`: publish a local name."""
    request_log.start_logging(settings.LOG_LEVEL.value(), settings.LOG_FORMAT.value())
    measured = metrics_server.metrics_service(Path(instance), terminal_gettext())
    tidying, copies, rulebook = (
        RetentionJob(Path(instance), plan()),
        BackupJob(Path(instance), plan()),
        prerendering.BackgroundPrinting(Path(instance)),
    )
    channel = {http_server.CHANNEL: https_setup.channel_class(instance)} if secure else {}

    def make() -> Flask:
        metrics_server.start_measuring()
        app = create_app({"LISTENS_ON": host, "HTTPS": secure, "PREPARED": True}, instance_path=instance)
        app.extensions.update(channel)
        return app

    def in_passing() -> None:
        rulebook.turn()
        tidying.turn()
        if not tidying.busy:
            copies.turn()

    # Resume jobs that were unfinished when the server last stopped.
    job_queue.start_waiting_workers(Path(instance), database_url(Path(instance)))
    with certificate_renewal.run_keeper(instance, host, sockets[0].getsockname()[1], secure=secure, named=named):
        supervisor.run(make, sockets, settings.THREADS.value(), measured, in_passing)
