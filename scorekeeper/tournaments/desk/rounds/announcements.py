"""Announcements at the desk: ready words or words of its own, for some minutes or until they are removed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from flask import Blueprint, Response

from scorekeeper.clubs.pages.signed_in import signed_in
from scorekeeper.core.forms.form_input import pressed_button
from scorekeeper.core.forms.forms import Form, TextField
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.numbers import parse_integer
from scorekeeper.core.pages.live_parts import wants_parts
from scorekeeper.tournaments.commands.calls import announcements
from scorekeeper.tournaments.desk.command_handler import carry_out, report_refusals
from scorekeeper.tournaments.desk.common import DeskContext, open_desk
from scorekeeper.tournaments.desk.rounds.live_round import new_parts

if TYPE_CHECKING:
    from scorekeeper.tournaments.commands.command import TournamentCommand

blueprint = Blueprint("desk_announcements", __name__, url_prefix="/desk/<int:tournament_id>/announcement")


class AnnouncementForm(Form):
    """Words of the desk's own, and the minutes until they end; empty until they are removed."""

    text = TextField(most=400)
    minutes = TextField()


@dataclass(frozen=True)
class _Press:
    """What a button of the form does, and the sentence about it."""

    command: TournamentCommand
    text: str


def _pressed(form: AnnouncementForm) -> _Press:
    kind = pressed_button()
    if kind == "remove":
        return _Press(announcements.remove(), _("The announcement is removed."))
    typed = form.minutes.data.strip()
    minutes = (parse_integer(typed, 1, announcements.MOST_MINUTES) or 0) if typed else None
    return _Press(announcements.post(kind, form.text.data, minutes), _("Announced on the screen and on every phone."))


@blueprint.post("")
@signed_in
def change(tournament_id: int) -> Response:
    """Announce something, or remove the announcement."""
    desk = open_desk(tournament_id)
    press, back = _pressed(AnnouncementForm.from_post()), desk.url("desk_live.show")
    if not wants_parts() or desk.board.current is None:
        return carry_out(desk, press.command, press.text, back)
    with report_refusals(back, both=False):
        fresh = DeskContext(desk.access, desk.do(press.command).board)
    round_view: Any = fresh.board.current
    return new_parts(fresh, round_view)
