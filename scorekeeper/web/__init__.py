"""The pages: thin, server-rendered, whole without JavaScript. A module a noun, `templates/<noun>/<action>.html` beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask


def init_app(app: Flask) -> None:
    """Register the pages and what every page needs."""
    from scorekeeper.web import (
        account_page,
        accounts,
        adjusting,
        assets,
        at_table,
        dealing,
        desk,
        frame,
        hands,
        history,
        home,
        names,
        new_game,
        our_rules,
        pad,
        paper,
        people,
        phone_log,
        public,
        public_club,
        public_own,
        questionnaire,
        rulebook,
        rules,
        rulings,
        rulings_games,
        screen,
        season_common,
        settings,
        share,
        shared_rules,
        transfer,
    )

    assets.init_app(app)
    frame.init_app(app)
    for module in (
        pad,
        phone_log,
        hands,
        history,
        names,
        dealing,
        adjusting,
        home,
        new_game,
        share,
        rules,
        paper,
        settings,
        transfer,
    ):
        app.register_blueprint(module.blueprint)
    app.register_blueprint(rulings.blueprint)
    app.register_blueprint(rulings_games.blueprint)
    for module in (our_rules, shared_rules, questionnaire):
        app.register_blueprint(module.blueprint)
    for module in (accounts, account_page, people):
        app.register_blueprint(module.blueprint)
    for module in (public, public_club, public_own, screen, at_table):
        app.register_blueprint(module.blueprint)
    rulebook.init_app(app)
    season_common.init_app(app)
    desk.init_app(app)
