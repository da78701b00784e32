"""Where others reach this program: its address in the house, as text and as a code to photograph."""

from __future__ import annotations

import io

from flask import Response, current_app, request

from scorekeeper import network
from scorekeeper.base import qr
from scorekeeper.base.i18n import gettext as _


def qr_code(text: str) -> Response:
    """A text as a QR code, as an image."""
    drawn = io.BytesIO()
    # Dark on light in both themes, with its quiet border: cameras want it so.
    qr.qr_code(text).save(drawn, kind="svg", border=3, light="#fff", dark="#000", omitsize=True)
    return Response(drawn.getvalue(), mimetype="image/svg+xml")


def root() -> str:
    """The scheme and host under which others reach this program: this computer's in the house, where asked as localhost."""
    return network.reachable(request.scheme, request.host, current_app.config["LISTENS_ON"])


def only_here() -> str:
    """Where no other computer can open the address: why, and what to do about it; else empty."""
    name = root().split("://")[1]
    if not network.is_loopback(name if name.endswith("]") else name.rpartition(":")[0] or name):
        return ""
    if network.is_loopback(current_app.config["LISTENS_ON"]):
        return _(
            "The server was started for this computer only, so no other device can open the link. Start it "
            "without --host to let phones in."
        )
    return _("This computer is not on a network. Only its own browser can open the links.")


def private(response: Response) -> Response:
    """An answer that no cache keeps."""
    response.headers["Cache-Control"] = "no-store"
    return response
