"""The page on trusting this server: the certificate, its fingerprint, and the steps for each system."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from flask import Blueprint, Response, abort, current_app, render_template, request, url_for

from scorekeeper.core.http.site_root import rooted
from scorekeeper.core.i18n.timezones import date_in_words
from scorekeeper.core.net import own_addresses
from scorekeeper.core.pages.lan_address import qr_code

if TYPE_CHECKING:
    from cryptography import x509

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
