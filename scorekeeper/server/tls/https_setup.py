"""What `scorekeeper serve --https` and `--domain` do and print before they serve."""

from __future__ import annotations

import os
import re
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from scorekeeper.core.config import settings
from scorekeeper.core.i18n.translation import terminal_gettext
from scorekeeper.core.net import own_addresses
from scorekeeper.core.net.hosts import LOCAL_NAMES
from scorekeeper.server.tls.covered_addresses import certified_hosts, is_private, local_addresses
from scorekeeper.server.tls.tls_channel import EitherChannel, ServedCertificate

if TYPE_CHECKING:
    from collections.abc import Callable

    from scorekeeper.messages.marks import Gettext
    from scorekeeper.server.tls.certificate_authority import Authority

# Certificates are imported in functions: cryptography is slow to import, and few servers provide HTTPS.


def prepare_authority(instance: str | Path, host: str, t: Gettext) -> Authority:
    """Return the instance's authority, after creating it if needed and renewing the certificate.

    Raises click.ClickException if that fails.
    """
    from scorekeeper.server.tls import certificate_authority  # see above

    place = Path(instance)
    try:
        authority, new = certificate_authority.ensure_authority(place)
        certificate_authority.renew(place, *certified_hosts(host, LOCAL_NAMES[:1]))
    except certificate_authority.AuthorityDamaged as error:
        raise click.ClickException(
            t(
                "{path} is damaged: it is not this server’s certificate authority. Restore the folder {folder} "
                "from a backup. Only if you have none, remove that folder. A new authority is then made, which "
                "every device must trust again."
            ).format(path=error.path, folder=certificate_authority.folder(place))
        ) from error
    except OSError as error:
        reason = t(error.strerror or str(error))
        raise click.ClickException(
            t("The folder {folder} cannot be used for HTTPS: {reason}.").format(
                folder=certificate_authority.folder(place), reason=reason
            )
        ) from error
    if new:
        click.echo(
            t("A certificate authority for HTTPS was created. It is stored in {folder}.").format(
                folder=certificate_authority.folder(place)
            )
        )
    strange = [str(one) for one in local_addresses(host) if one.version == 4 and not is_private(one)]
    if strange:
        click.echo(
            t(
                "{address} is not a private address. The certificate authority may not vouch for it, and "
                "browsers will warn. Use the name {name}, or your own domain with a certificate behind a reverse "
                "proxy."
            ).format(address=strange[0], name=LOCAL_NAMES[0])
        )
    return authority


def trust_text(host: str, port: int, known: Authority, t: Gettext, qr_code: Callable[[str], str]) -> str:
    """Return the address of the trust page with a QR code. It is plain HTTP, because devices do not trust the server yet."""
    from scorekeeper.server.tls import certificate_authority  # see above

    below = settings.PATH_PREFIX.value_or_default()
    lan = own_addresses.lan_address() if own_addresses.is_everywhere(host) else host
    if lan is None or own_addresses.is_loopback(lan):
        lines = [t("To make a browser trust this computer:"), f"    http://127.0.0.1:{port}{below}/https"]
    else:
        url = f"http://{own_addresses.host_in_url(lan)}:{port}{below}/https"
        lines = [
            t("First, on each device, open or scan this once so that it trusts this computer:"),
            f"    {url}",
            "",
            qr_code(url),
        ]
    return "\n".join(
        ["", *lines, t("Fingerprint of the certificate authority:"), *_wrap(certificate_authority.fingerprint(known.root))]
    )


def _wrap(text: str) -> list[str]:
    return [f"    {text[start : start + 48].strip(':')}" for start in range(0, len(text), 48)]


def channel_class(instance: str | Path) -> Callable[..., EitherChannel]:
    """Return the channel class for Waitress: HTTP or HTTPS with the instance's certificate."""
    from scorekeeper.server.tls import certificate_authority  # see above

    return partial(EitherChannel, ServedCertificate(certificate_authority.served_path(Path(instance))))


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
