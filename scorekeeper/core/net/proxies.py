"""Trusted reverse proxies: which ones may report the client, scheme, host and path.

Each proxy appends what it saw to `X-Forwarded-For`. Entries to the left of our own proxies' could be forged.
"""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scorekeeper.core.numbers import parse_integer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    Environ = dict[str, Any]
    Application = Callable[[Environ, Any], Iterable[bytes]]
    Address = ipaddress.IPv4Address | ipaddress.IPv6Address
    Network = ipaddress.IPv4Network | ipaddress.IPv6Network

MOST_PROXIES = 9
THROUGH_PROXY, PREFIX = "scorekeeper.through_proxy", "scorekeeper.prefix"
"""Keys in the environment of a request through a trusted proxy: a flag, and the path prefix that was removed.

`core.net.url_prefix` checks the prefix.
"""

_HOST = re.compile(r"[\w.:\[\]-]{1,260}", re.ASCII)


@dataclass(frozen=True)
class TrustedProxies:
    """The trusted proxies: either a number of hops at any address, or a list of addresses."""

    count: int = 0
    networks: tuple[Network, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.count or self.networks)

    def has(self, address: Address | None) -> bool:
        """Return whether an address is a trusted proxy's."""
        return address is not None and any(address in network for network in self.networks)

    def hops(self, peer: Address | None, forwarded: list[str]) -> int:
        """Return the number of trusted proxies a request passed, the last of them at `peer`. 0: it came from elsewhere."""
        if self.count:
            return self.count
        if not self.has(peer):
            return 0
        found = 1
        while found < len(forwarded) and self.has(address_of(forwarded[-found])):
            found += 1
        return found


def parse_proxies(text: str) -> TrustedProxies:
    """Parse a number, or addresses and networks separated by commas or spaces. Raises ValueError."""
    if (count := parse_integer(text, 0, MOST_PROXIES)) is not None:
        return TrustedProxies(count)
    if (parts := text.replace(",", " ").split()) and not any(part.isdecimal() for part in parts):
        return TrustedProxies(networks=tuple(ipaddress.ip_network(part) for part in parts))
    raise ValueError(text)


def address_of(text: str) -> Address | None:
    """Return the address in a header, with or without a port, or None if it is not one (`unknown`).

    IPv4 addresses written as IPv6 are returned as IPv4.
    """
    plain = text.strip().strip('"')
    if plain.startswith("["):
        plain = plain[1:].partition("]")[0]
    elif plain.count(":") == 1:
        plain = plain.partition(":")[0]
    try:
        address = ipaddress.ip_address(plain.partition("%")[0])
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def limit_address(address: str) -> str:
    """Return the address by which limits count: an IPv6 address's /64, which is one home or one phone."""
    parsed = address_of(address)
    if isinstance(parsed, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((parsed, 64), strict=False))
    return address if parsed is None else str(parsed)


class ProxyMiddleware:
    """WSGI middleware that applies what trusted proxies report, and ignores it from anyone else."""

    def __init__(self, application: Application, trusted: TrustedProxies) -> None:
        self.application, self.trusted = application, trusted

    def __call__(self, environ: Environ, start_response: Any) -> Iterable[bytes]:
        forwarded = _values(environ, "FOR")
        hops = self.trusted.hops(address_of(environ.get("REMOTE_ADDR", "")), forwarded)
        if hops:
            environ[THROUGH_PROXY] = True
            _apply_forwarded(environ, forwarded, hops)
        return self.application(environ, start_response)


def _apply_forwarded(environ: Environ, forwarded: list[str], hops: int) -> None:
    # If a value is not an address, the next one to its right is that of the proxy that wrote it.
    client = next((address for one in forwarded[-hops:] if (address := address_of(one))), None)
    if client is not None:
        environ["REMOTE_ADDR"] = environ["REMOTE_HOST"] = str(client)
        environ.pop("REMOTE_PORT", None)  # the proxy's port
    # Some proxies append to these as they do to addresses, others replace them, so there may be fewer than proxies.
    scheme, host = (next(iter(_values(environ, name)[-hops:]), "") for name in ("PROTO", "HOST"))
    if scheme.lower() in ("http", "https"):
        environ["wsgi.url_scheme"] = scheme.lower()
    if _HOST.fullmatch(host):
        environ["HTTP_HOST"] = host
        name, colon, port = host.rpartition(":") if not host.endswith("]") else ("", "", "")
        environ["SERVER_NAME"] = name if colon else host
        environ["SERVER_PORT"] = port if colon else "443" if environ["wsgi.url_scheme"] == "https" else "80"
    # Each proxy removed a part of the path, the outermost first.
    environ[PREFIX] = "".join(part.rstrip("/") for part in _values(environ, "PREFIX")[-hops:])


def _values(environ: Environ, name: str) -> list[str]:
    """Return the values of an X-Forwarded header, in the order of the proxies."""
    return [part for one in environ.get(f"HTTP_X_FORWARDED_{name}", "").split(",") if (part := one.strip())]
