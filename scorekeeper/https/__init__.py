"""HTTPS at home: an authority of this instance, TLS in the server, a name in the house, and the page that says how to trust."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask


def init_app(app: Flask) -> None:
    """Register the page; where the program serves https itself, keep the cookies of https apart."""
    from scorekeeper.https import pages  # what makes certificates needs no pages
    from scorekeeper.https.cookies import Apart

    app.register_blueprint(pages.blueprint)
    if app.config.get("HTTPS"):
        app.wsgi_app = Apart(app.wsgi_app)  # type: ignore[method-assign]
