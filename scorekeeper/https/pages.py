"""How a device is told to trust this program: the authority as a file, its fingerprint, and the steps of each system."""

from __future__ import annotations

from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.serialization import Encoding
from flask import Blueprint, Response, abort, current_app, render_template, request, url_for

from scorekeeper import network
from scorekeeper.base.hours import in_words
from scorekeeper.base.pages.reach import qr_code
from scorekeeper.base.root import rooted
from scorekeeper.https import authority

blueprint = Blueprint("https", __name__)


@blueprint.get("/https")
def page() -> str:
    """Why and how; without https of the program's own, what whoever runs it can do."""
    if not current_app.config["HTTPS"]:
        return render_template("https/none.html")
    root = _root()
    return render_template(
        "https/trust.html",
        name=authority.name_of(root),
        sha256=authority.fingerprint(root),
        sha1=authority.fingerprint(root, hashes.SHA1()),  # noqa: S303 (Windows asks whether it is this one)
        until=in_words(root.not_valid_after_utc.date(), "long"),
        mine=platform_of(request.user_agent.string),
        here=f"https://{request.host}{rooted('/')}",
        page=_address(),
    )


@blueprint.get("/https/200-scorekeeper.crt")
def file() -> Response:
    """The authority as a file, of the kind for which systems offer to install it."""
    answer = Response(_root().public_bytes(Encoding.PEM), mimetype="application/x-x509-ca-cert")
    # Not as an attachment: iPhones and Firefox then keep it as a file, and do not offer to install it.
    answer.headers["Cache-Control"] = "no-store"
    return answer


@blueprint.get("/https/code.svg")
def code() -> Response:
    """The page's address as a QR code, for another device."""
    if not current_app.config["HTTPS"]:
        abort(404)
    return qr_code(_address())


def _root() -> x509.Certificate:
    """What devices are to trust. 404 where the program serves no https."""
    if not current_app.config["HTTPS"]:
        abort(404)
    return authority.read_root(Path(current_app.instance_path))


def _address() -> str:
    """Of the page, as another device opens it that does not trust the program yet: by plain http."""
    return network.reachable("http", request.host, current_app.config["LISTENS_ON"]) + url_for("https.page")


def platform_of(agent: str) -> str:
    """Which of the platforms a browser runs on, as far as it says so. An iPad says that it is a Mac."""
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
