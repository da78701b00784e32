"""Show this device's games under other rules."""

from __future__ import annotations

from flask import Blueprint, Response, make_response, render_template, url_for

from scorekeeper.base.pages.frame import visitor
from scorekeeper.codec.rules_link import rules_to_link
from scorekeeper.games.actions import lists
from scorekeeper.laboratory.pages import shown
from scorekeeper.rules.pages.words import when

blueprint = Blueprint("laboratory", __name__)


@blueprint.get("/laboratory")
def own() -> Response:
    """Show the totals, then the games that another side wins."""
    asked = shown.requested_query()
    found = {str(one.access.game_id): one for one in lists.newest_games(visitor(), shown.MOST)}
    page = render_template(
        "laboratory/own.html",
        **shown.page(
            [shown.game_of(one.access.game_id, one.game) for one in found.values()],
            asked,
            lambda label: when(found[label].access.created_at),
            lambda label, rules: url_for("game_rulings.under", game_id=int(label), rules=rules and rules_to_link(rules)),
        ),
        most=shown.MOST if len(found) == shown.MOST else 0,
    )
    return make_response(page, 422 if asked.errors else 200)
