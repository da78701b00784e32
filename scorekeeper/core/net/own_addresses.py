"""The addresses at which this computer can be reached, found without sending anything."""

from __future__ import annotations

import contextlib
import errno
import ipaddress
import os
import socket
import struct
import sys
from typing import Any

#: Linux's request for the IPv4 address of an interface (`man 7 netdevice`).
SIOCGIFADDR = 0x8915

#: Interfaces of containers and virtual machines, which no phone can reach.
VIRTUAL = ("br-", "docker", "lo", "tun", "veth", "virbr", "vmnet")


def lan_address() -> str | None:
    """Return the IPv4 address for phones on the same network, or None without a network."""
    return _route_address() or _interface_address()


def is_loopback(host: str) -> bool:
    """Return whether a server on `host` can be reached only from this computer."""
    return host in ("localhost", "::1", "[::1]") or host.startswith("127.")


def is_everywhere(host: str) -> bool:
    """Return whether `host` means every address of this computer."""
    return host in ("", "0.0.0.0", "::", "[::]")  # noqa: S104 (compared, not listened on)


def without_brackets(host: str) -> str:
    """Return a host as the system expects it: an IPv6 address without brackets."""
    return host[1:-1] if host.startswith("[") and host.endswith("]") else host


def host_in_url(host: str) -> str:
    """Return a host as it appears in a URL: an IPv6 address in brackets."""
    return f"[{without_brackets(host)}]" if ":" in host else host


def socket_for(host: str, port: int) -> tuple[socket.socket, Any]:
    """Return a new socket for `host` (IPv4 or IPv6) and the address to bind. Raises OSError."""
    families = socket.getaddrinfo(without_brackets(host) or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    family, kind, protocol, _, address = families[0]
    new_socket = socket.socket(family, kind, protocol)
    if family == socket.AF_INET6 and is_everywhere(host):  # accept IPv4 too, on systems that do not do so by default
        new_socket.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
    if os.name == "posix":  # elsewhere it would let two programs have one port
        new_socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    return new_socket, address


def reachable_url(scheme: str, host: str, listens_on: str = "") -> str:
    """Return the base URL for other devices, with the LAN address instead of localhost.

    `listens_on`: the address the server listens on, if known. If it is a loopback address, `host` is returned unchanged.
    """
    if is_loopback(listens_on):
        return f"{scheme}://{host}"
    name, dash, port = host.rpartition(":") if not host.endswith("]") else (host, "", "")
    name = name if dash else host
    if name in ("localhost", "127.0.0.1", "[::1]") and (house := lan_address()):
        return f"{scheme}://{house}{dash}{port if dash else ''}"
    return f"{scheme}://{host}"


def port_is_free(host: str, port: int) -> bool:
    """Return whether a server could listen there now.

    Raises OSError for any other problem, such as a foreign host or a port below 1024.
    """
    # Without SO_REUSEPORT, which the server sets: two servers on one port would each get half the visits.
    probe, address = socket_for(host, port)
    with probe:
        try:
            probe.bind(address)
            probe.listen(1)
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                return False
            raise
    return True


def _route_address() -> str | None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, contextlib.suppress(OSError):
        # Connecting a datagram socket only asks the system for a route (RFC 5737: no host has this address).
        probe.connect(("192.0.2.1", 9))
        address: str = probe.getsockname()[0]
        return None if ipaddress.ip_address(address).is_loopback else address
    return None


def _interface_address() -> str | None:
    """Return the address of an interface, for a network without a default route."""
    if sys.platform != "linux":
        return _named_address()
    import fcntl  # not on every system

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            if name.startswith(VIRTUAL):
                continue
            with contextlib.suppress(OSError):
                answer = fcntl.ioctl(probe, SIOCGIFADDR, struct.pack("256s", name.encode()[:15]))
                return socket.inet_ntoa(answer[20:24])
    return None


def _named_address() -> str | None:
    """Return the address of this computer's host name."""
    with contextlib.suppress(OSError):
        found = socket.gethostbyname(socket.gethostname())
        return None if ipaddress.ip_address(found).is_loopback else found
    return None
