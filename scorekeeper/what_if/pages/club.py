"""Show the games recorded on the score pad at a club's tournaments, under other rules."""

from __future__ import annotations

from flask import Blueprint, Response, make_response, render_template, url_for

from scorekeeper.base.i18n import gettext as _
from scorekeeper.clubs.pages.signed_in import signed_in
from scorekeeper.games.actions.game_state import load_many
from scorekeeper.laboratory.pages import shown
from scorekeeper.tournaments.actions import club_games
from scorekeeper.tournaments.desk.club import club_facts, require_club

blueprint = Blueprint("club_laboratory", __name__, url_prefix="/desk/clubs/<slug>/laboratory")


@blueprint.get("")
@signed_in
def show(slug: str) -> Response:
    """Show the totals, then the games that another side wins."""
    club = require_club(slug)
    asked = shown.requested_query()
    found = {str(one.access.game_id): one for one in club_games.of_club(club, shown.MOST)}
    games = load_many([one.access for one in found.values()])

    def about(label: str) -> str:
        one = found[label]
        return _("%(tournament)s, round %(round)s, table %(table)s", tournament=one.name, round=one.round, table=one.table)

    page = render_template(
        "laboratory/club.html",
        **club_facts(club),
        heading=_("Games under other rules"),
        **shown.page(
            [shown.game_of(int(label), game) for label, game in zip(found, games, strict=True)],
            asked,
            about,
            lambda label, _rules: url_for(
                "desk_live.earlier", tournament_id=found[label].tournament_id, number=found[label].round
            ),
        ),
        most=shown.MOST if len(found) == shown.MOST else 0,
    )
    return make_response(page, 422 if asked.errors else 200)
