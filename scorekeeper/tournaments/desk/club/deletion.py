"""Pages for a club's settings, and for deleting a tournament or a club, with confirmation and a download first."""

from __future__ import annotations

from flask import Blueprint, Response, make_response, render_template, request, url_for

from scorekeeper.clubs.commands.members import members, roster
from scorekeeper.clubs.commands.members.members import ClubAccess
from scorekeeper.clubs.commands.privacy import privacy
from scorekeeper.clubs.pages.signed_in import signed_in
from scorekeeper.clubs.store.league import league_count
from scorekeeper.core.forms.forms import Form, TextField, TickField
from scorekeeper.core.i18n import timezones
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.i18n.translation import language
from scorekeeper.tournaments.commands.privacy import deletion
from scorekeeper.tournaments.commands.setup import lifecycle
from scorekeeper.tournaments.desk.club.club import club_facts, require_club
from scorekeeper.tournaments.desk.command_handler import report_refusals
from scorekeeper.tournaments.desk.common import DeskContext, announce, open_desk, page, redirect_to, refusal_message
from scorekeeper.tournaments.words import name_ways

blueprint = Blueprint("desk_deleting", __name__, url_prefix="/desk")


class ClubForm(Form):
    """Settings of a club: its name, time zone, visibility or public names. Each part of the page sends one."""

    name = TextField()
    zone = TextField()
    private = TickField()
    public_names = TextField()


class DeleteForm(Form):
    """The typed name of the tournament or club to delete."""

    name = TextField()


@blueprint.route("/<int:tournament_id>/delete", methods=["GET", "POST"])
@signed_in
def tournament(tournament_id: int) -> Response:
    """Delete a tournament after confirmation. Once a round was published, its name must be typed."""
    desk = open_desk(tournament_id)
    back = url_for("desk_club.show", slug=desk.access.club_slug)
    if request.method != "POST":
        return _confirm_page(desk)
    with report_refusals(back, lambda error: _confirm_page(desk, refusal_message(error))):
        deletion.delete_tournament(desk.access, DeleteForm.from_post().name.data)
    announce(_("“%(name)s” is deleted.", name=desk.board.name))
    return redirect_to(back)


def _confirm_page(desk: DeskContext, problem: str = "") -> Response:
    right = "organise" if deletion.needs_name(desk.board) else "direct"
    page_values = {"problem": problem, "typed": deletion.needs_name(desk.board), "allowed": desk.access.may(right)}
    return page("tournaments/desk/club/delete.html", desk, 422 if problem else 200, **page_values)


@blueprint.route("/clubs/<slug>/setup", methods=["GET", "POST"])
@signed_in
def club(slug: str) -> Response:
    """Show or change the club's name, time zone and other settings. For organizers."""
    access = require_club(slug)
    access.check("organise")
    if request.method == "GET":
        return _page("tournaments/desk/club/settings.html", access)
    form, back = ClubForm.from_post(), url_for("desk_deleting.club", slug=slug)
    with report_refusals(back, lambda error: _page("tournaments/desk/club/settings.html", access, refusal_message(error))):
        if form.public_names.sent:
            privacy.set_names(access, form.public_names.data)
        elif form.zone.sent:
            members.set_zone(access, form.zone.data)
        else:
            members.rename_club(access, form.name.data)
    if form.public_names.sent:
        announce(_("Saved."))
        return redirect_to(back)
    text = _("Club renamed. Its addresses stay the same.")
    announce(_("Time zone saved.") if form.zone.sent else text)
    return redirect_to(back)


@blueprint.post("/clubs/<slug>/private")
@signed_in
def private(slug: str) -> Response:
    """Set whether everyone or only its own accounts see the club. For organizers."""
    access = require_club(slug)
    access.check("organise")
    is_private = ClubForm.from_post().private.data
    members.set_private(access, is_private)
    announce(_("Only the club’s accounts can see it now.") if is_private else _("Everyone can see the club now."))
    return redirect_to(url_for("desk_deleting.club", slug=slug))


@blueprint.route("/clubs/<slug>/delete", methods=["GET", "POST"])
@signed_in
def whole_club(slug: str) -> Response:
    """Delete a club with all its data once its name is typed, offering the archive first. For organizers."""
    access = require_club(slug)
    access.check("organise")
    if request.method == "GET":
        return _page("tournaments/desk/club/delete_club.html", access)
    back = url_for("desk_club.index")
    with report_refusals(back, lambda error: _page("tournaments/desk/club/delete_club.html", access, refusal_message(error))):
        deletion.delete_club(access, DeleteForm.from_post().name.data)
    announce(_("“%(name)s” is deleted.", name=access.name))
    return redirect_to(back)


def _page(template: str, access: ClubAccess, problem: str = "") -> Response:
    counts = {
        "tournaments": len(lifecycle.of_club(access)),
        "players": len(roster.players(access)),
        "leagues": league_count(access.club_id),
    }
    zone = timezones.club_zone(access.zone)
    zones = timezones.zone_choices(language())
    listed = any(zone.key == name for part in zones for name, _title in part)
    clock = {"zone": zone, "zones": zones, "unlisted": None if listed else (zone.key, timezones.zone_title(zone))}
    html = render_template(
        template,
        **club_facts(access),
        **clock,
        problem=problem,
        counts=counts,
        private=members.is_private(access),
        ways=name_ways(),
        way=privacy.public_names_of(access),
        responsible=privacy.privacy_of(access.club_id).responsible,
        typed=DeleteForm.from_post().typed().get("name"),
    )
    return make_response(html, 422 if problem else 200)
