"""Show the games recorded on the score pad at a club's tournaments, under other rules."""

from __future__ import annotations

from flask import Blueprint, Response, make_response, render_template, url_for

from scorekeeper.clubs.pages.signed_in import signed_in
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.games.commands.game_state import load_many
from scorekeeper.tournaments.commands.live import live_games
from scorekeeper.tournaments.desk.club.club import club_facts, require_club
from scorekeeper.what_if.pages import results

blueprint = Blueprint("club_laboratory", __name__, url_prefix="/desk/clubs/<slug>/laboratory")


@blueprint.get("")
@signed_in
def show(slug: str) -> Response:
    """Show the totals, then the games that another side wins."""
    club = require_club(slug)
    query = results.requested_query()
    found = {str(one.access.game_id): one for one in live_games.games_of_club(club, results.MOST)}
    games = load_many([one.access for one in found.values()])

    def about(label: str) -> str:
        one = found[label]
        return _("%(tournament)s, round %(round)s, table %(table)s", tournament=one.name, round=one.round, table=one.table)

    page = render_template(
        "what_if/club.html",
        **club_facts(club),
        heading=_("Games under other rules"),
        **results.page(
            [results.game_of(int(label), game) for label, game in zip(found, games, strict=True)],
            query,
            about,
            lambda label, _rules: url_for(
                "desk_live.earlier", tournament_id=found[label].tournament_id, number=found[label].round
            ),
        ),
        most=results.MOST if len(found) == results.MOST else 0,
    )
    return make_response(page, 422 if query.errors else 200)
