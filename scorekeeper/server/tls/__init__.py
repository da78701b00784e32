"""HTTPS at home: a certificate authority, TLS in the server, a local name, and a page with instructions."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask


FOLDER = "https"
"""The folder of an instance with its certificate authority."""


def init_app(app: Flask) -> None:
    """Register the page. If the server provides HTTPS, also separate the cookies of HTTP and HTTPS."""
    from scorekeeper.server.tls import pages  # certificates can be made without the pages
    from scorekeeper.server.tls.pages import CookieSeparation

    app.register_blueprint(pages.blueprint)
    if app.config.get("HTTPS"):
        app.wsgi_app = CookieSeparation(app.wsgi_app)  # type: ignore[method-assign]
