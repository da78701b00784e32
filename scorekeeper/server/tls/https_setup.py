"""What `scorekeeper serve --https` does and prints before it serves."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from scorekeeper import network
from scorekeeper.base import settings
from scorekeeper.base.hosts import LOCAL_NAMES
from scorekeeper.https import authority
from scorekeeper.https.addresses import certified_hosts, is_private, local_addresses
from scorekeeper.https.tls import EitherChannel, ServedCertificate

if TYPE_CHECKING:
    from collections.abc import Callable

    from scorekeeper.wording.marks import Gettext


def prepare_authority(instance: str | Path, host: str, t: Gettext) -> authority.Authority:
    """Return the instance's authority, after creating it if needed and renewing the certificate.

    Raises click.ClickException if that fails.
    """
    place = Path(instance)
    try:
        made, new = authority.ensure_authority(place)
        authority.renew(place, *certified_hosts(host, LOCAL_NAMES[:1]))
    except authority.AuthorityDamaged as error:
        raise click.ClickException(
            t(
                "{path} is damaged: it is not this server’s certificate authority. Restore the folder {folder} "
                "from a backup. Only if you have none, remove that folder. A new authority is then made, which "
                "every device must trust again."
            ).format(path=error.path, folder=authority.folder(place))
        ) from error
    except OSError as error:
        reason = t(error.strerror or str(error))
        raise click.ClickException(
            t("The folder {folder} cannot be used for HTTPS: {reason}.").format(folder=authority.folder(place), reason=reason)
        ) from error
    if new:
        click.echo(
            t("A certificate authority for HTTPS was created. It is stored in {folder}.").format(folder=authority.folder(place))
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
    return made


def trust_text(host: str, port: int, known: authority.Authority, t: Gettext, qr_code: Callable[[str], str]) -> str:
    """Return the address of the trust page with a QR code. It is plain HTTP, because devices do not trust the server yet."""
    below = settings.PATH_PREFIX.value_or_default()
    lan = network.lan_address() if network.is_everywhere(host) else host
    if lan is None or network.is_loopback(lan):
        lines = [t("To make a browser trust this computer:"), f"    http://127.0.0.1:{port}{below}/https"]
    else:
        url = f"http://{network.host_in_url(lan)}:{port}{below}/https"
        lines = [
            t("First, on each device, open or scan this once so that it trusts this computer:"),
            f"    {url}",
            "",
            qr_code(url),
        ]
    return "\n".join(["", *lines, t("Fingerprint of the certificate authority:"), *_wrap(authority.fingerprint(known.root))])


def _wrap(text: str) -> list[str]:
    return [f"    {text[start : start + 48].strip(':')}" for start in range(0, len(text), 48)]


def channel_class(instance: str | Path) -> Callable[..., EitherChannel]:
    """Return the channel class for Waitress: HTTP or HTTPS with the instance's certificate."""
    return partial(EitherChannel, ServedCertificate(authority.served_path(Path(instance))))
