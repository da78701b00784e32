"""Show this device's games under other rules."""

from __future__ import annotations

from flask import Blueprint, Response, make_response, render_template, url_for

from scorekeeper.core.pages.layout import visitor
from scorekeeper.formats.rules import rules_to_link
from scorekeeper.games.commands.library import game_lists
from scorekeeper.rules.pages.words import when
from scorekeeper.what_if.pages import results

blueprint = Blueprint("laboratory", __name__)


@blueprint.get("/laboratory")
def own() -> Response:
    """Show the totals, then the games that another side wins."""
    query = results.requested_query()
    found = {str(one.access.game_id): one for one in game_lists.newest_games(visitor(), results.MOST)}
    page = render_template(
        "what_if/own.html",
        **results.page(
            [results.game_of(one.access.game_id, one.game) for one in found.values()],
            query,
            lambda label: when(found[label].access.created_at),
            lambda label, rules: url_for("game_rulings.under", game_id=int(label), rules=rules and rules_to_link(rules)),
        ),
        most=results.MOST if len(found) == results.MOST else 0,
    )
    return make_response(page, 422 if query.errors else 200)
