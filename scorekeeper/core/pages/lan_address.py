"""The server's address for other devices, as text and as a QR code."""

from __future__ import annotations

import io

from flask import Response, current_app, request

from scorekeeper.core import qr_codes
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.net import own_addresses


def qr_code(text: str) -> Response:
    """Return a QR code as an SVG response."""
    drawn = io.BytesIO()
    # Cameras need dark on light, in both themes, with a quiet zone.
    qr_codes.qr_code(text).save(drawn, kind="svg", border=3, light="#fff", dark="#000", omitsize=True)
    return Response(drawn.getvalue(), mimetype="image/svg+xml")


def reachable_root() -> str:
    """Return the scheme and host for other devices, with the LAN address instead of localhost."""
    return own_addresses.reachable_url(request.scheme, request.host, current_app.config["LISTENS_ON"])


def why_unreachable() -> str:
    """Return why no other device can open the address and what to do, or "" if they can."""
    name = reachable_root().split("://")[1]
    if not own_addresses.is_loopback(name if name.endswith("]") else name.rpartition(":")[0] or name):
        return ""
    if own_addresses.is_loopback(current_app.config["LISTENS_ON"]):
        return _(
            "The server was started for this computer only, so no other device can open the link. Start it "
            "without --host to let phones in."
        )
    return _("No network: only this computer can open the links.")


def mark_private(response: Response) -> Response:
    """Mark a response as not cacheable."""
    response.headers["Cache-Control"] = "no-store"
    return response
