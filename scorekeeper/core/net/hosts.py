"""Checks the host name of each request, so that no other site can reach this app under a name of its own."""

from __future__ import annotations

import ipaddress
import socket
from functools import cache
from typing import TYPE_CHECKING

from flask import Response, current_app, request

from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.net import url_prefix
from scorekeeper.core.net.proxies import THROUGH_PROXY
from scorekeeper.messages.marks import N_

if TYPE_CHECKING:
    from flask import Flask

LOCAL_DOMAINS = (".local", ".lan", ".home", ".internal", ".localdomain", ".home.arpa", ".test")
"""Suffixes of names that no one can register."""
NO_HOST = N_("This request has no valid Host header. Nothing was done.")
LOCAL_NAMES = ("200.local", *(f"200-{number}.local" for number in range(2, 10)))
"""The app's possible names on the local network. The first free one is used (`server.tls.local_name`)."""


def init_app(app: Flask) -> None:
    app.before_request(check_host)


def check_host() -> Response | None:
    """Return a response (421) for a request with a foreign host name, or None.

    Health checks are exempt, because they use an address or an internal name.
    """
    if request.blueprint == "health":
        return None
    if (prefix := request.environ.get(url_prefix.REFUSED)) is not None:
        return _reject_prefix(prefix)
    # Without the header, Werkzeug uses the server's own name, or "" if the host is invalid.
    if not request.environ.get("HTTP_HOST") or not request.host:
        return Response(f"{_(NO_HOST)}\n", 400, mimetype="text/plain")
    if is_ours(_without_port(request.host)):
        return None
    text = _("This server does not answer to the name “%(name)s”.", name=_without_port(request.host)[:80])
    how = _("The operator can add the name: SCOREKEEPER_HOSTS=%(name)s.", name=_without_port(request.host)[:80])
    return Response(f"{text}\n{how}\n", 421, mimetype="text/plain")


def _reject_prefix(prefix: str) -> Response:
    own_prefix: str = current_app.config.get("PREFIX", "")
    printable = "".join(letter for letter in prefix[:80] if letter.isprintable())
    text = _("X-Forwarded-Prefix: “%(prefix)s” is not valid.", prefix=printable)
    how = (
        _("SCOREKEEPER_PREFIX is %(prefix)s. The proxy must send the same prefix, or none.", prefix=own_prefix)
        if own_prefix
        else _("Use a path such as /cards: letters, digits and . _ ~ - between single slashes, without one at the end.")
    )
    return Response(f"{text}\n{how}\n", 421, mimetype="text/plain")


def is_ours(name: str) -> bool:
    """Return whether the app answers to a name.

    These are the configured names or, without any, addresses, local names and whatever a trusted proxy forwards.
    """
    names: tuple[str, ...] = current_app.config.get("HOSTS", ())
    if name in ("localhost", "127.0.0.1", "::1", *LOCAL_NAMES) or name in names:
        return True
    if names:
        return False
    return bool(request.environ.get(THROUGH_PROXY)) or _is_ip_address(name) or _is_local_name(name)


def is_public(name: str) -> bool:
    """Return whether a name can be reached from the internet."""
    return not _is_ip_address(name) and not _is_local_name(name)


def _without_port(host: str) -> str:
    """Return the host without its port."""
    if host.startswith("["):
        return host[1:].partition("]")[0].lower()
    return host.rpartition(":")[0].lower() if host.count(":") == 1 else host.lower()


def _is_ip_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def _is_local_name(name: str) -> bool:
    plain = name.rstrip(".")
    return "." not in plain or plain.endswith(LOCAL_DOMAINS) or plain in _own_names()


@cache
def _own_names() -> frozenset[str]:
    return frozenset({socket.gethostname().lower(), socket.getfqdn().lower()})
