"""The pages: thin, rendered on the server, and complete without JavaScript."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.app import known
from scorekeeper.archives import files
from scorekeeper.base.pages import assets, frame, health, settings, unindented
from scorekeeper.clubs.pages import account_page, accounts, new_password, openid, second_step
from scorekeeper.copies import page as copies
from scorekeeper.games.pages import (
    adjusting,
    begun_here,
    conflicts,
    dealing,
    figures,
    handing,
    hands,
    history,
    home,
    household,
    joined_names,
    joining,
    library,
    merging,
    names,
    new_game,
    odds,
    pad,
    paper,
    phone_log,
    phones,
    rule_card,
    rules_of_game,
    score_board,
    share,
    story,
    transfer,
)
from scorekeeper.guide import pages as guide
from scorekeeper.laboratory.pages import club as club_laboratory
from scorekeeper.laboratory.pages import own as own_laboratory
from scorekeeper.rules.pages import (
    card_paper,
    our_rules,
    questionnaire,
    rulebook,
    rulebook_paper,
    rulebook_search,
    rules,
    shared_rules,
)
from scorekeeper.rulings.pages import code, games, rulings
from scorekeeper.seasons.pages import leagues, past, people, season
from scorekeeper.tournaments.desk import desk
from scorekeeper.tournaments.public import club, own, public, screen
from scorekeeper.tournaments.table import at_table

if TYPE_CHECKING:
    from flask import Flask


def init_app(app: Flask) -> None:
    """Register the pages and the helpers that every page needs."""
    assets.init_app(app)
    frame.init_app(app)
    known.init_app(app)
    unindented.init_app(app)
    app.register_blueprint(health.blueprint)
    conflicts.init_app(app)
    assert card_paper.blueprint is rules.blueprint
    for module in (
        pad,
        score_board,
        phone_log,
        begun_here,
        hands,
        history,
        names,
        dealing,
        adjusting,
        home,
        library,
        story,
        figures,
        joined_names,
        household,
        new_game,
        share,
        joining,
        phones,
        rules,
        rule_card,
        rules_of_game,
        odds,
        paper,
        settings,
        transfer,
        merging,
        handing,
    ):
        app.register_blueprint(module.blueprint)
    # Printouts and images are on the same blueprint as the page to which they belong.
    assert code.blueprint is rulings.blueprint
    app.register_blueprint(rulings.blueprint)
    app.register_blueprint(games.blueprint)
    app.register_blueprint(own_laboratory.blueprint)
    app.register_blueprint(club_laboratory.blueprint)
    for module in (our_rules, shared_rules, questionnaire):
        app.register_blueprint(module.blueprint)
    for module in (accounts, account_page, new_password, openid, second_step):
        app.register_blueprint(module.blueprint)
    for module in (public, club, own, screen, at_table):
        app.register_blueprint(module.blueprint)
    assert rulebook_paper.blueprint is rulebook_search.blueprint is rulebook.blueprint
    rulebook.init_app(app)
    # The pages of leagues, past results and people are on the season's blueprint.
    assert leagues.blueprint is past.blueprint is people.blueprint is season.blueprint
    app.register_blueprint(season.blueprint)
    app.register_blueprint(files.blueprint)
    copies.init_app(app)
    app.register_blueprint(guide.blueprint)
    desk.init_app(app)
