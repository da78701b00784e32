"""The pages: thin, server-rendered, whole without JavaScript. A module a noun, `templates/<noun>/<action>.html` beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask


def init_app(app: Flask) -> None:
    """Register the pages and what every page needs."""
    from scorekeeper.web import assets, frame, home, new_game, pad, paper, rules, settings, share, transfer

    assets.init_app(app)
    frame.init_app(app)
    app.register_blueprint(pad.blueprint)
    for module in (home, new_game, share, rules, paper, settings, transfer):
        app.register_blueprint(module.blueprint)
    app.jinja_env.globals["rule_url"] = rules.rule_url
