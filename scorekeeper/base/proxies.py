"""Reverse proxies: whose word is taken for who asks, whether by HTTPS, under which name and path; told once.

Each proxy adds what it saw at the end of `X-Forwarded-For`. What stands further left than those of ours anybody may have written.
"""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scorekeeper.base.numbers import whole

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    Environ = dict[str, Any]
    Application = Callable[[Environ, Any], Iterable[bytes]]
    Address = ipaddress.IPv4Address | ipaddress.IPv6Address
    Network = ipaddress.IPv4Network | ipaddress.IPv6Network

MOST_PROXIES = 9
THROUGH, PREFIX = "scorekeeper.through_proxy", "scorekeeper.prefix"
"""What a request that came through a trusted proxy has in its environment: that it did, and the path that the proxies took away
(`base.mounted` checks it)."""

_HOST = re.compile(r"[\w.:\[\]-]{1,260}", re.ASCII)


@dataclass(frozen=True)
class Trusted:
    """The proxies before the program: so many, whatever their addresses, or those of these addresses."""

    count: int = 0
    networks: tuple[Network, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.count or self.networks)

    def has(self, address: Address | None) -> bool:
        """Whether it is the address of one of them."""
        return address is not None and any(address in network for network in self.networks)

    def hops(self, peer: Address | None, said: list[str]) -> int:
        """How many of ours a request came through, the last of them from `peer`; 0: it came from elsewhere."""
        if self.count:
            return self.count
        if not self.has(peer):
            return 0
        found = 1
        while found < len(said) and self.has(address_of(said[-found])):
            found += 1
        return found


def read(text: str) -> Trusted:
    """A number, or addresses and networks with commas or spaces between. Raises ValueError."""
    if (count := whole(text, 0, MOST_PROXIES)) is not None:
        return Trusted(count)
    if (parts := text.replace(",", " ").split()) and not any(part.isdecimal() for part in parts):
        return Trusted(networks=tuple(ipaddress.ip_network(part) for part in parts))
    raise ValueError(text)


def address_of(text: str) -> Address | None:
    """The address that a header or a server names, with or without its port; None for what is none (`unknown`).

    One of IPv4 that is written as IPv6 is that of IPv4.
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


def whose(address: str) -> str:
    """Whom an address counts for in a limit: itself; of IPv6 its /64, which is what one house or one phone has."""
    parsed = address_of(address)
    if isinstance(parsed, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((parsed, 64), strict=False))
    return address if parsed is None else str(parsed)


class Believing:
    """An application behind these proxies, which is told what they saw; of a request from elsewhere nothing is believed."""

    def __init__(self, application: Application, trusted: Trusted) -> None:
        self.application, self.trusted = application, trusted

    def __call__(self, environ: Environ, start_response: Any) -> Iterable[bytes]:
        """Answer."""
        forwarded = _values(environ, "FOR")
        hops = self.trusted.hops(address_of(environ.get("REMOTE_ADDR", "")), forwarded)
        if hops:
            environ[THROUGH] = True
            _believe(environ, forwarded, hops)
        return self.application(environ, start_response)


def _believe(environ: Environ, forwarded: list[str], hops: int) -> None:
    # Where a value is no address, the one to its right is that of whoever wrote it.
    client = next((address for one in forwarded[-hops:] if (address := address_of(one))), None)
    if client is not None:
        environ["REMOTE_ADDR"] = environ["REMOTE_HOST"] = str(client)
        environ.pop("REMOTE_PORT", None)  # that of the proxy
    # Some proxies add to these as they do to the addresses, some write them anew: then there are fewer than proxies.
    scheme, host = (next(iter(_values(environ, name)[-hops:]), "") for name in ("PROTO", "HOST"))
    if scheme.lower() in ("http", "https"):
        environ["wsgi.url_scheme"] = scheme.lower()
    if _HOST.fullmatch(host):
        environ["HTTP_HOST"] = host
        name, colon, port = host.rpartition(":") if not host.endswith("]") else ("", "", "")
        environ["SERVER_NAME"] = name if colon else host
        environ["SERVER_PORT"] = port if colon else "443" if environ["wsgi.url_scheme"] == "https" else "80"
    # Each took away a part of the path, the outermost first.
    environ[PREFIX] = "".join(part.rstrip("/") for part in _values(environ, "PREFIX")[-hops:])


def _values(environ: Environ, name: str) -> list[str]:
    """What all proxies said under a header, in their order."""
    return [part for one in environ.get(f"HTTP_X_FORWARDED_{name}", "").split(",") if (part := one.strip())]
