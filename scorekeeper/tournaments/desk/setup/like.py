"""“Like last Saturday”: the next tournament, or a series, from an earlier one."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from flask import Blueprint, Response, make_response, render_template, url_for

from scorekeeper.clubs.pages.signed_in import signed_in
from scorekeeper.clubs.store.league import leagues_of_tournament
from scorekeeper.core.forms import form_input
from scorekeeper.core.forms.form_input import submission_key
from scorekeeper.core.forms.forms import Form, SeveralFields, TextField, WholeNumberField
from scorekeeper.core.i18n import timezones
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.i18n.translation import ngettext
from scorekeeper.core.pages.live_parts import template_values
from scorekeeper.messages.marks import N_
from scorekeeper.messages.numbers import price
from scorekeeper.pairing.standings.what_counts import TITLES, what_counts
from scorekeeper.tournaments.commands.door.door_state import read_door
from scorekeeper.tournaments.commands.series import next_tournament
from scorekeeper.tournaments.commands.series.next_tournament import MOST_TIMES
from scorekeeper.tournaments.commands.series.regular_facts import copied_facts
from scorekeeper.tournaments.day_names import default_name, is_default_name, like_title
from scorekeeper.tournaments.desk.club.club import club_facts, require_club
from scorekeeper.tournaments.desk.command_handler import report_refusals
from scorekeeper.tournaments.desk.common import announce, redirect_to, refusal_message
from scorekeeper.tournaments.desk.format_summary import plan_of
from scorekeeper.tournaments.desk.setup.offers import time_of

if TYPE_CHECKING:
    from collections.abc import Collection

    from scorekeeper.clubs.commands.members.members import ClubAccess
    from scorekeeper.tournaments.commands.series.next_tournament import EarlierTournament

blueprint = Blueprint("desk_like", __name__, url_prefix="/desk/clubs/<slug>/like/<int:tournament_id>")


class LikeForm(Form):
    """The next tournament: its day and name, the number of weeks, and the regulars who are ticked."""

    name = TextField()
    day = TextField()
    times = WholeNumberField(N_("Weeks"), low=1, high=MOST_TIMES, needed=True)
    regular = SeveralFields()


@dataclass(frozen=True)
class LikePage:
    """The form. `copied`: what the next one has too, in words; `ticked`: values of regulars; `most`: times."""

    like: EarlierTournament
    title: str
    copied: list[str]
    day: str
    name: str
    default_name: str
    times: str
    ticked: Collection[str]
    most: int
    problem: str
    field: str | None
    key: str


@blueprint.get("")
@signed_in
def form(slug: str, tournament_id: int) -> Response:
    """Show what the next tournament will be, with the regulars ticked."""
    club = require_club(slug)
    like = next_tournament.earlier(club, tournament_id)
    ticked = {one.value for one in like.regulars if one.usual}
    name = "" if is_default_name(like.board.name, like.board.about.day) else like.board.name
    return _page(club, like, name=name, day=like.day, times="1", ticked=ticked)


def _page(
    club: ClubAccess,
    like: EarlierTournament,
    *,
    name: str,
    day: str,
    times: str,
    ticked: Collection[str],
    problem: str = "",
    field: str | None = None,
) -> Response:
    content = LikePage(
        like=like,
        title=like_title(like.board.about.day),
        copied=_copied(club, like),
        day=day,
        name=name,
        default_name=default_name(day),
        times=times,
        ticked=ticked,
        most=MOST_TIMES,
        problem=problem,
        field=field,
        key=submission_key(),
    )
    facts = {**club_facts(club), **template_values(content)}
    response = make_response(render_template("tournaments/desk/setup/like.html", **facts), 422 if problem else 200)
    response.headers["Cache-Control"] = "no-store"
    return response


def _copied(club: ClubAccess, like: EarlierTournament) -> list[str]:
    """Return what the next tournament has from the earlier one, in words."""
    board, door = like.board, read_door(like.board)
    about = board.about
    facts = [" · ".join(plan_of(board))]
    begin = time_of(about.starts)
    if begin is not None:
        starts = timezones.time_in_words(begin.time())
        end = begin + timedelta(minutes=about.minutes or 0)
        facts.append(
            _("%(start)s to %(end)s", start=starts, end=timezones.time_in_words(end.time())) if about.minutes else starts
        )
    counts = what_counts(board.options.tiebreaks)
    if counts and not board.pairing.knockout:
        facts.append(_(TITLES[counts]))
    if about.venue:
        facts.append(about.venue)
    if door is not None and door.price:
        facts.append(_("Check-in, entry fee %(price)s", price=price(_, door.price)))
    if about.prizes:
        facts.append(_("Prizes: %(text)s", text=" · ".join(about.prizes.splitlines())))
    if copied_facts(board, like.facts):
        facts.append(_("Tags, handicaps, fixed places, who should not meet"))
    leagues = [name for _id, name in leagues_of_tournament(club.club_id, like.id)]
    if leagues:
        facts.append(_("Counts in %(leagues)s", leagues=", ".join(leagues)))
    return facts


@blueprint.post("")
@signed_in
def create(slug: str, tournament_id: int) -> Response:
    """Create the next tournament and enter the ticked regulars; with `times`, one for every week."""
    club = require_club(slug)
    like = next_tournament.earlier(club, tournament_id)
    form = LikeForm.from_post()

    def show_again(problem: str, field: str | None) -> Response:
        return _page(
            club,
            like,
            name=form.name.data,
            day=form.day.data,
            times=form.times.text,
            ticked=set(form.regular.data),
            problem=problem,
            field=field,
        )

    if wrong := form.first_invalid_field():
        return show_again(wrong.text, wrong.field)
    name = form.name.data.strip()
    named = "" if name == default_name(form.day.data) else name
    with report_refusals(
        url_for("desk_club.show", slug=slug),
        lambda error: show_again(refusal_message(error), getattr(error, "field", None)),
    ):
        made = next_tournament.create_series(
            club,
            like,
            names=lambda day: named or default_name(day),
            day=form.day.data,
            times=form.times.data or 1,
            entering=[one for one in like.regulars if one.value in form.regular.data],
            uuid=form_input.key() or None,
        )
    if len(made) > 1:
        announce(ngettext("%(num)s tournament is created.", "%(num)s tournaments are created.", len(made)))
        return redirect_to(url_for("desk_club.show", slug=slug))
    return redirect_to(url_for("desk_entrants.show", tournament_id=made[0].tournament_id))
