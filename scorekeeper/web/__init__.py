"""The pages: thin, server-rendered, whole without JavaScript. A module a noun, `templates/<noun>/<action>.html` beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask


def init_app(app: Flask) -> None:
    """Register the pages and what every page needs."""
    from scorekeeper.web import assets, frame

    assets.init_app(app)
    frame.init_app(app)
