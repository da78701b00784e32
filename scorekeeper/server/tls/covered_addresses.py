"""The private addresses and local names that a certificate of this computer may cover.

Apart from the certificates, because every start needs this and `cryptography` is slow to import.
"""

from __future__ import annotations

import ipaddress
import socket

from scorekeeper.core.net import own_addresses

Address = ipaddress.IPv4Address | ipaddress.IPv6Address

NETWORKS = tuple(
    ipaddress.ip_network(one)
    for one in (
        *("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "100.64.0.0/10", "127.0.0.0/8"),
        *("fc00::/7", "fe80::/10", "::1/128"),
    )
)
"""Networks that no one can use on the internet: RFC 1918, 3927, 4193, 4291 and 6598."""
DOMAINS = ("local", "localhost")
"""Top-level domains that no one can register: RFC 6761 and 6762."""
LOOPBACK = (ipaddress.ip_address("127.0.0.1"), ipaddress.ip_address("::1"))


def is_private(address: Address) -> bool:
    """Return whether the certificate authority may sign for this address."""
    return any(address in one for one in NETWORKS if one.version == address.version)


def local_addresses(host: str = "") -> list[Address]:
    """Return the addresses at which phones may reach this computer, private or not.

    If the server listens on a single `host`, return only that one.
    """
    if not own_addresses.is_everywhere(host):
        try:
            return [ipaddress.ip_address("127.0.0.1" if host == "localhost" else host.strip("[]"))]
        except ValueError:
            return []
    addresses = _interface_addresses()
    # IPv6 addresses change by the hour, and the server listens there only on request.
    return [one for one in addresses if one.version == 4 or host.strip("[]") == "::"]


def _interface_addresses() -> list[Address]:
    """Return the addresses of all interfaces, or without ifaddr only the main one."""
    try:
        import ifaddr  # an extra (`core.extras`)
    except ModuleNotFoundError:
        lan = own_addresses.lan_address()
        return [ipaddress.ip_address(lan)] if lan else []
    adapters = [one for one in ifaddr.get_adapters() if not one.name.startswith(own_addresses.VIRTUAL)]
    return [ipaddress.ip_address(ip.ip if isinstance(ip.ip, str) else ip.ip[0]) for one in adapters for ip in one.ips]


def certified_hosts(host: str, names: tuple[str, ...]) -> tuple[list[Address], list[str]]:
    """Return the addresses and names for the certificate of a server that listens on `host`."""
    addresses = {*LOOPBACK, *(one for one in local_addresses(host) if is_private(one))}
    own = socket.gethostname().partition(".")[0].lower()
    called = {"localhost", *names, *([f"{own}.local"] if own.isascii() and own.replace("-", "").isalnum() else [])}
    return sorted(addresses, key=lambda one: (one.version, int(one))), sorted(called)
