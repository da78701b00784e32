"""What `scorekeeper serve --https` does and prints before it serves."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from scorekeeper.core.config import settings
from scorekeeper.core.net import own_addresses
from scorekeeper.core.net.hosts import LOCAL_NAMES
from scorekeeper.server.tls import certificate_authority
from scorekeeper.server.tls.covered_addresses import certified_hosts, is_private, local_addresses
from scorekeeper.server.tls.tls_channel import EitherChannel, ServedCertificate

if TYPE_CHECKING:
    from collections.abc import Callable

    from scorekeeper.messages.marks import Gettext


def prepare_authority(instance: str | Path, host: str, t: Gettext) -> certificate_authority.Authority:
    """Return the instance's authority, after creating it if needed and renewing the certificate.

    Raises click.ClickException if that fails.
    """
    place = Path(instance)
    try:
        made, new = certificate_authority.ensure_authority(place)
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
    return made


def trust_text(host: str, port: int, known: certificate_authority.Authority, t: Gettext, qr_code: Callable[[str], str]) -> str:
    """Return the address of the trust page with a QR code. It is plain HTTP, because devices do not trust the server yet."""
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
    return partial(EitherChannel, ServedCertificate(certificate_authority.served_path(Path(instance))))
