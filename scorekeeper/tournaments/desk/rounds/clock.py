"""The round clock at the desk."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import Blueprint, Response, abort

from scorekeeper.clubs.pages.signed_in import signed_in
from scorekeeper.core.forms.form_input import pressed_button
from scorekeeper.core.forms.forms import Form, Ticks, WholeNumberField
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.i18n.translation import ngettext, t
from scorekeeper.core.numbers import parse_integer
from scorekeeper.core.pages.live_parts import wants_parts
from scorekeeper.messages.marks import N_
from scorekeeper.messages.numbers import listing
from scorekeeper.tournaments.commands.rounds import clock
from scorekeeper.tournaments.desk.command_handler import carry_out, report_refusals
from scorekeeper.tournaments.desk.common import DeskContext, announce, open_desk, redirect_to
from scorekeeper.tournaments.desk.rounds.hall import do_elsewhere
from scorekeeper.tournaments.desk.rounds.live_round import new_parts

if TYPE_CHECKING:
    from scorekeeper.tournaments.commands.command import TournamentCommand

blueprint = Blueprint("desk_clock", __name__, url_prefix="/desk/<int:tournament_id>/clock")

MOST_MORE = 9999


class ClockForm(Form):
    """The length of the round, or the minutes to add. `also`: other tournaments in the hall that have the same clock."""

    minutes = WholeNumberField(N_("Clock, minutes"), low=1, high=clock.MOST_MINUTES, needed=True)
    also = Ticks()


def _commands(minutes: int) -> dict[str, tuple[TournamentCommand, str]]:
    more = (
        ngettext("%(num)s minute more.", "%(num)s minutes more.", minutes)
        if minutes > 0
        else ngettext("%(num)s minute less.", "%(num)s minutes less.", -minutes)
    )
    return {
        "start": (clock.start(minutes), _("The clock is running.")),
        "pause": (clock.pause(), _("The clock is paused.")),
        "resume": (clock.resume(), _("The clock is running again.")),
        "add": (clock.add(minutes), more),
        "call": (clock.call(), _("Last hand called. Tables finish the hand in play.")),
        "stop": (clock.stop(), _("The clock is removed.")),
    }


@blueprint.post("")
@signed_in
def change(tournament_id: int) -> Response:
    """Carry out a command on the clock."""
    desk = open_desk(tournament_id)
    form = ClockForm.from_post()
    what, _dash, amount = pressed_button().partition("-")
    minutes = parse_integer(amount or form.minutes.text, -MOST_MORE, MOST_MORE) or 0
    command, text = _commands(minutes).get(what) or abort(404)
    back = desk.url("desk_live.show") + "#clock"
    if what == "start" and (wrong := form.first_invalid_field()):
        announce(wrong.text, bad=True)
        return redirect_to(back)
    if not wants_parts() or desk.board.current is None:
        return carry_out(desk, command, lambda _written: " ".join([text, *_elsewhere(desk, command, form)[0]]), back)
    with report_refusals(back, both=False):
        fresh = DeskContext(desk.access, desk.do(command).board)
    if _elsewhere(desk, command, form)[1]:
        return redirect_to(back)
    round_view: Any = fresh.board.current
    return new_parts(fresh, round_view)


def _elsewhere(desk: DeskContext, command: TournamentCommand, form: ClockForm) -> tuple[list[str], bool]:
    """Carry out the command in the other tournaments that were ticked, and announce where it was refused.

    Return a sentence about the others, and whether one refused.
    """
    done = do_elsewhere(desk, command, form.also.data)
    for why in done.refused:
        announce(why, bad=True)
    return [_("Also in %(names)s.", names=listing(t(), done.names))] if done.names else [], bool(done.refused)
