"""URLs within the app as browsers see them, below its path on the host (`core.net.url_prefix`).

Paths such as `/games/12` go through `rooted` unless `url_for` makes them; `tests/core/http/test_site_root.py` checks that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import request

if TYPE_CHECKING:
    from flask import Flask


def init_app(app: Flask) -> None:
    """Add `rooted("/games/new")` and `site_root()` to the templates."""
    app.jinja_env.globals.update(rooted=rooted, site_root=site_root)


def site_root() -> str:
    """Return the app's path on its host: `/cards`, or "" if it has the host to itself."""
    return request.script_root


def rooted(path: str) -> str:
    """Return the URL of a path of the app: `/cards/games/12` for `/games/12`."""
    return request.script_root + path


def unrooted(address: str) -> str | None:
    """Return the app's path for a URL on the host, or None if it is outside the app."""
    root = request.script_root
    return address[len(root) :] if address.startswith(f"{root}/") else None
