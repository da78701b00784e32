"""The pages: thin, rendered on the server, and complete without JavaScript."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scorekeeper.app import known_visitors
from scorekeeper.archives import files_page
from scorekeeper.backup import page as copies
from scorekeeper.clubs.pages import account_page, accounts, new_password, openid, two_factor
from scorekeeper.core.http import minify
from scorekeeper.core.pages import assets, device_settings, health, layout
from scorekeeper.games.pages import odds, printouts, rule_card, rules_of_game
from scorekeeper.games.pages.history import adjustments, conflicts, dealers, hands, history, names
from scorekeeper.games.pages.library import game_files, home, library, new_game, story
from scorekeeper.games.pages.offline import offline_games, offline_log, qr_transfer, version_merge
from scorekeeper.games.pages.pad import pad, score_board
from scorekeeper.games.pages.sharing import household, join_phrase, share_links, shared_phones
from scorekeeper.games.pages.stats import joined_names, stats
from scorekeeper.guide import pages as guide
from scorekeeper.leagues.pages import league_history, leagues, people, season
from scorekeeper.rules.pages import (
    card_pdf,
    questionnaire,
    rulebook,
    rulebook_pdf,
    rulebook_search,
    rules,
    saved_rules,
    shared_rules,
)
from scorekeeper.rulings.pages import code, games, rulings
from scorekeeper.tournaments.desk import desk
from scorekeeper.tournaments.public import club, my_page, screen, tournament
from scorekeeper.tournaments.table import at_table
from scorekeeper.what_if.pages import club as club_laboratory
from scorekeeper.what_if.pages import own as own_laboratory

if TYPE_CHECKING:
    from flask import Flask


def init_app(app: Flask) -> None:
    """Register the pages and the helpers that every page needs."""
    assets.init_app(app)
    layout.init_app(app)
    known_visitors.init_app(app)
    minify.remove_indentation(app)
    app.register_blueprint(health.blueprint)
    conflicts.init_app(app)
    assert card_pdf.blueprint is rules.blueprint
    for module in (
        pad,
        score_board,
        offline_log,
        offline_games,
        hands,
        history,
        names,
        dealers,
        adjustments,
        home,
        library,
        story,
        stats,
        joined_names,
        household,
        new_game,
        share_links,
        join_phrase,
        shared_phones,
        rules,
        rule_card,
        rules_of_game,
        odds,
        printouts,
        device_settings,
        game_files,
        version_merge,
        qr_transfer,
    ):
        app.register_blueprint(module.blueprint)
    # Printouts and images are on the same blueprint as the page to which they belong.
    assert code.blueprint is rulings.blueprint
    app.register_blueprint(rulings.blueprint)
    app.register_blueprint(games.blueprint)
    app.register_blueprint(own_laboratory.blueprint)
    app.register_blueprint(club_laboratory.blueprint)
    for module in (saved_rules, shared_rules, questionnaire):
        app.register_blueprint(module.blueprint)
    for module in (accounts, account_page, new_password, openid, two_factor):
        app.register_blueprint(module.blueprint)
    for module in (tournament, club, my_page, screen, at_table):
        app.register_blueprint(module.blueprint)
    assert rulebook_pdf.blueprint is rulebook_search.blueprint is rulebook.blueprint
    rulebook.init_app(app)
    # The pages of leagues, past results and people are on the season's blueprint.
    assert leagues.blueprint is league_history.blueprint is people.blueprint is season.blueprint
    app.register_blueprint(season.blueprint)
    app.register_blueprint(files_page.blueprint)
    copies.init_app(app)
    app.register_blueprint(guide.blueprint)
    desk.init_app(app)
