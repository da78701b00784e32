"""`scorekeeper serve --domain`: run behind a proxy that has a public certificate."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

import click

from scorekeeper.core.config import settings
from scorekeeper.core.i18n.translation import terminal_gettext

if TYPE_CHECKING:
    from collections.abc import Callable

    from scorekeeper.messages.marks import Gettext


LONGEST = 253
LABEL = re.compile(r"(?!-)[a-z0-9-]{1,63}(?<!-)")


def parse_domain(_context: click.Context, _parameter: click.Parameter, value: str | None) -> str | None:
    """Return a domain name in lower-case ASCII (IDNA), as certificates have it. Raises click.BadParameter."""
    if value is None:
        return None
    try:
        name = value.strip().rstrip(".").encode("idna").decode("ascii").lower()
    except UnicodeError:
        name = ""
    labels = name.split(".")
    if len(labels) > 1 and len(name) <= LONGEST and all(map(LABEL.fullmatch, labels)) and not labels[-1].isdecimal():
        return name
    t = terminal_gettext()
    raise click.BadParameter(
        t("“{read}” is not a domain name. Write it without https:// and without a port, such as {example}.").format(
            read=value, example="points.example.org"
        )
    )


def configure_for_proxy(domain: str, secure: bool, t: Gettext) -> None:
    """Serve under `domain` and trust one proxy, unless environment variables set these already.

    Raises click.UsageError if `secure` is set too.
    """
    if secure:
        raise click.UsageError(
            t(
                "Use either --https or --domain. With --domain the proxy in front has the certificate, for "
                "everyone on the internet."
            )
        )
    for setting, value in ((settings.HOSTS, domain), (settings.TRUSTED_PROXIES, "1")):
        if not setting.environment_value:  # an empty variable counts as none
            os.environ[setting.variable] = value


def welcome(domain: str, port: int, t: Gettext, qr_code: Callable[[str], str]) -> str:
    """Return the setup steps, and the public address with its QR code."""
    url = f"https://{domain}{settings.PATH_PREFIX.value_or_default()}/"
    lines = [
        t("For everyone, once the name and the proxy are set up:"),
        f"    {url}",
        "",
        qr_code(url),
        t("1. The name: an A or AAAA record of {domain} with the address of the proxy.").format(domain=domain),
        t(
            "2. The proxy: open ports 80 and 443, get a certificate by ACME, and forward all requests to "
            "port {port} of this computer."
        ).format(port=port),
        t("3. Only the proxy may reach port {port}. Use --host 127.0.0.1 if it runs on this computer.").format(port=port),
    ]
    return "\n".join(["", *lines, "", t("Ctrl-C stops the server. All games are saved.")])
