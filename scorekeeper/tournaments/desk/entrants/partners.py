"""Single players who look for a partner: two of them become a pair in one tap, at the door or in the list of entrants."""

from __future__ import annotations

from flask import Blueprint, Response

from scorekeeper.clubs.pages.signed_in import signed_in
from scorekeeper.core.forms.forms import Form, TextField
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.tournaments.commands.entrants import partners
from scorekeeper.tournaments.commands.event_writer import write
from scorekeeper.tournaments.desk.command_handler import report_refusals
from scorekeeper.tournaments.desk.common import announce, open_desk, redirect_to

blueprint = Blueprint("desk_partners", __name__, url_prefix="/desk/<int:tournament_id>/entrants")

PAGES = {"door": "desk_door.show", "pair": "desk_door.pairing", "entrants": "desk_entrants.show"}
"""The pages with the button, by the last part of its value."""


class MatchForm(Form):
    """The button that was pressed: both singles and the page, such as `e3-e7-door`."""

    match = TextField(most=40)


@blueprint.post("/match")
@signed_in
def match(tournament_id: int) -> Response:
    """Make two singles a pair."""
    desk = open_desk(tournament_id)
    one, _dash, rest = MatchForm.from_post().match.data.partition("-")
    other, _dash, page = rest.partition("-")
    back = desk.url(PAGES.get(page, "desk_entrants.show"))
    with report_refusals(back):
        # The page may be older than their check-ins: what counts is that both still look for a partner.
        written = write(desk.access, partners.match_singles(one, other), revision=desk.board.revision, uuid=desk.key)
    name = written.board.name_of(written.change.subject.partition("/")[2])
    announce(_("%(name)s are a pair now.", name=name), written.change.revision)
    return redirect_to(back)
