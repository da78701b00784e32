"""A local name by multicast DNS (RFC 6762): `200.local`, or the next free one."""

from __future__ import annotations

import socket
from dataclasses import dataclass
from typing import TYPE_CHECKING

import zeroconf

from scorekeeper.core.config import settings
from scorekeeper.core.net.hosts import LOCAL_NAMES

if TYPE_CHECKING:
    from collections.abc import Sequence

KIND = "_http._tcp.local."
CHECK_MS = 900
"""Milliseconds to wait for the owner of a name. RFC 6762 sends three probes, a quarter of a second apart."""

CannotPublish = (OSError, zeroconf.Error, zeroconf.EventLoopBlocked)
"""Exceptions raised if the network or this computer does not allow publishing a name."""


@dataclass
class Published:
    """A name that this computer answers to until it is withdrawn."""

    name: str
    addresses: tuple[str, ...]
    speaker: zeroconf.Zeroconf
    service: zeroconf.ServiceInfo

    def withdraw(self) -> None:
        """Announce that the name is free again."""
        try:
            self.speaker.unregister_service(self.service)
        finally:
            self.speaker.close()


def publish(addresses: Sequence[str], port: int, names: Sequence[str] = LOCAL_NAMES) -> Published | None:
    """Publish the first free name for these IPv4 addresses. Return None if all are taken. Raises CannotPublish."""
    speaker = zeroconf.Zeroconf(interfaces=list(addresses), ip_version=zeroconf.IPVersion.V4Only)
    try:
        name = next((one for one in names if not is_taken(speaker, one)), None)
        if name is None:
            speaker.close()
            return None
        computer = socket.gethostname().partition(".")[0][:30] or "200"
        service = zeroconf.ServiceInfo(
            KIND,
            f"200 Scorekeeper ({computer}).{KIND}",
            port=port,
            properties={"path": f"{settings.PATH_PREFIX.value_or_default()}/"},
            server=f"{name}.",
            addresses=[socket.inet_aton(one) for one in addresses],
        )
        speaker.register_service(service, allow_name_change=True)
    except BaseException:
        speaker.close()
        raise
    return Published(name, tuple(addresses), speaker, service)


def is_taken(speaker: zeroconf.Zeroconf, name: str) -> bool:
    """Return whether a device on the network answers to a name."""
    return bool(zeroconf.AddressResolverIPv4(f"{name}.").request(speaker, CHECK_MS))
