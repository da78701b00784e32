"""The page on trusting this server, and cookies of HTTPS and HTTP that work at the same address.

A browser never sends a secure cookie over HTTP and does not let HTTP overwrite it. So after one visit over HTTPS, every form
would fail over HTTP. Secure cookies therefore get their own names, which the application does not see. With this prefix,
browsers also refuse such cookies from other sites (RFC 6265bis, "__Host-").
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flask import Blueprint, Response, abort, current_app, render_template, request, url_for

from scorekeeper.core.http.site_root import rooted
from scorekeeper.core.i18n.timezones import date_in_words
from scorekeeper.core.net import own_addresses
from scorekeeper.core.pages.lan_address import qr_code

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from cryptography import x509


PREFIX, PATH_PREFIX = "__Host-", "__Secure-"
"""Prefixes of secure cookies. `__Host-` is for a whole host; below a URL path, `__Secure-` is used."""
_PATH = re.compile(r";\s*path=/[^;\s]", re.IGNORECASE)


class CookieSeparation:
    """WSGI middleware that renames secure cookies. On the first visit over HTTPS, the cookies of HTTP still count."""

    def __init__(self, application: Callable[..., Iterable[bytes]]) -> None:
        self.application = application

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        if environ.get("wsgi.url_scheme") != "https":
            return self.application(environ, start_response)
        if "HTTP_COOKIE" in environ:
            environ["HTTP_COOKIE"] = rename_incoming(environ["HTTP_COOKIE"])

        def start(status: str, headers: list[tuple[str, str]], *rest: Any) -> Any:
            return start_response(status, rename_outgoing(headers), *rest)

        return self.application(environ, start)


def rename_incoming(header: str) -> str:
    """Return a request's cookies under the application's names. HTTPS cookies take precedence."""
    pairs = [pair.strip() for pair in header.split(";") if pair.strip()]
    ours = [pair.partition("-")[2] for pair in pairs if pair.startswith((PATH_PREFIX, PREFIX))]
    names = {pair.partition("=")[0] for pair in ours}
    return "; ".join(
        [*ours, *(one for one in pairs if not one.startswith((PATH_PREFIX, PREFIX)) and one.partition("=")[0] not in names)]
    )


def rename_outgoing(headers: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return response headers with secure cookies renamed. A deleted cookie is deleted under both names."""
    sent: list[tuple[str, str]] = []
    for name, value in headers:
        attributes = {part.strip().lower() for part in value.split(";")[1:]} if name.lower() == "set-cookie" else set()
        if "secure" not in attributes:
            sent.append((name, value))
            continue
        sent.append((name, (PATH_PREFIX if _PATH.search(value) else PREFIX) + value))
        if "max-age=0" in attributes:
            sent.append((name, value))
    return sent


# Certificates are imported in functions: cryptography is slow to import, and few servers provide HTTPS.
blueprint = Blueprint("https", __name__)


@blueprint.get("/https")
def page() -> str:
    """Show why and how to trust the certificate or, if HTTPS is off, how an operator can turn it on."""
    if not current_app.config["HTTPS"]:
        return render_template("server/tls/none.html")
    from cryptography.hazmat.primitives import hashes  # see above

    from scorekeeper.server.tls import certificate_authority

    root = _root()
    return render_template(
        "server/tls/trust.html",
        name=certificate_authority.name_of(root),
        sha256=certificate_authority.fingerprint(root),
        sha1=certificate_authority.fingerprint(root, hashes.SHA1()),  # noqa: S303 (Windows shows SHA-1)
        until=date_in_words(root.not_valid_after_utc.date(), "long"),
        mine=platform_of(request.user_agent.string),
        here=f"https://{request.host}{rooted('/')}",
        page=_address(),
    )


@blueprint.get("/https/200-scorekeeper.crt")
def file() -> Response:
    """Serve the root certificate with the MIME type for which systems offer to install it."""
    from cryptography.hazmat.primitives.serialization import Encoding  # see above

    answer = Response(_root().public_bytes(Encoding.PEM), mimetype="application/x-x509-ca-cert")
    # Not as an attachment: iPhones and Firefox would save it instead of offering to install it.
    answer.headers["Cache-Control"] = "no-store"
    return answer


@blueprint.get("/https/code.svg")
def code() -> Response:
    """Serve the page's address as a QR code for another device."""
    if not current_app.config["HTTPS"]:
        abort(404)
    return qr_code(_address())


def _root() -> x509.Certificate:
    """Return the root certificate. Aborts with 404 if the server provides no HTTPS."""
    if not current_app.config["HTTPS"]:
        abort(404)
    from scorekeeper.server.tls import certificate_authority  # see above

    return certificate_authority.read_root(Path(current_app.instance_path))


def _address() -> str:
    """Return the page's address over plain HTTP, for devices that do not trust the server yet."""
    return own_addresses.reachable_url("http", request.host, current_app.config["LISTENS_ON"]) + url_for("https.page")


def platform_of(agent: str) -> str:
    """Return the platform that a user agent names. An iPad claims to be a Mac."""
    system = agent.lower()
    if "iphone" in system or "ipad" in system or "ipod" in system:
        return "apple"
    if "android" in system:
        return "android"
    if "windows" in system:
        return "windows"
    if "macintosh" in system:
        return "mac"
    return "firefox" if "firefox" in system else "linux"
