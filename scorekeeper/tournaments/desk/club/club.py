"""Pages of a club at the desk: its tournaments, and its roster of players and pairs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import Blueprint, Response, flash, jsonify, render_template, request, url_for

from scorekeeper.clubs.commands.members import members, roster
from scorekeeper.clubs.pages.signed_in import account, signed_in
from scorekeeper.core.forms.form_input import pressed_list_button
from scorekeeper.core.forms.forms import Form, SeveralFields, TextField
from scorekeeper.core.i18n import timezones
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.security.signing import same_name
from scorekeeper.rules.pages.words import when
from scorekeeper.tournaments.commands.series import next_tournament
from scorekeeper.tournaments.commands.setup import lifecycle
from scorekeeper.tournaments.day_names import like_title
from scorekeeper.tournaments.desk.command_handler import report_refusals
from scorekeeper.tournaments.desk.common import announce, link, redirect_to

if TYPE_CHECKING:
    from scorekeeper.clubs.commands.accounts.accounts import Account
    from scorekeeper.clubs.commands.members.members import ClubAccess

blueprint = Blueprint("desk_club", __name__, url_prefix="/desk")


class NewClubForm(Form):
    """The name of a new club."""

    name = TextField()


class PlayersForm(Form):
    """New players, one on each line, or a new name for an existing player."""

    names = TextField()
    name = SeveralFields()


STATUSES = {
    "draft": lambda: _("being prepared"),
    "open": lambda: _("announced"),
    "running": lambda: _("being played"),
    "finished": lambda: _("finished"),
}


def require_account() -> Account:
    """Return the account that is signed in. Only for pages that require one."""
    mine = account()
    assert mine is not None
    return mine


def require_club(slug: str) -> ClubAccess:
    """Return access to the club in the address. Raises NotFound if there is none, or if the account is not in it."""
    club = members.club_access(slug, account())
    timezones.use_club_zone(club.zone)
    return club


def long_day(day: str) -> str:
    """Return a date in the page's long form."""
    return timezones.iso_date_in_words(day, "long")


def club_facts(club: ClubAccess) -> dict[str, Any]:
    """Return the values that every page about a club gets."""
    return {"club": club, "when": when, "day": long_day, "link": link, "status": lambda s: STATUSES[s]()}


@blueprint.get("")
@signed_in
def index() -> Response | str:
    """Show the account's clubs, or the page of its only club."""
    mine = members.clubs_of_account(require_account())
    if len(mine) == 1 and "all" not in request.args:
        return redirect_to(url_for("desk_club.show", slug=mine[0].slug))
    return render_template(
        "tournaments/desk/club/clubs.html", clubs=mine, link=link, may_create=members.may_create(require_account())
    )


@blueprint.get("/clubs/<slug>")
@signed_in
def show(slug: str) -> str:
    """Show the club's tournaments, with current and coming ones first."""
    club = require_club(slug)
    listed = lifecycle.of_club(club)
    current = [t for t in listed if t.status != "finished"]
    past = [t for t in listed if t.status == "finished"]
    repeated = {"recent": next_tournament.recent(club), "like_title": like_title}
    return render_template("tournaments/desk/club/club.html", **club_facts(club), current=current, past=past, **repeated)


@blueprint.get("/clubs/<slug>/players")
@signed_in
def players(slug: str) -> str:
    """Show the club's players and pairs."""
    club = require_club(slug)
    pairs = sorted(roster.pairs(club), key=lambda pair: same_name(pair.name))
    return render_template("tournaments/desk/club/players.html", **club_facts(club), players=roster.players(club), pairs=pairs)


@blueprint.get("/clubs/<slug>/players/suggest")
@signed_in
def suggest(slug: str) -> Response:
    """Return names that match the text typed so far."""
    return jsonify(roster.suggest(require_club(slug), request.args.get("q", "")[:60]))


@blueprint.post("/clubs/<slug>/players")
@signed_in
def change_players(slug: str) -> Response:
    """Add players, rename one, or hide a player or pair."""
    club = require_club(slug)
    form = PlayersForm.from_post()
    what, number = pressed_list_button("add")
    chosen = number or 0
    back = url_for("desk_club.players", slug=slug)
    with report_refusals(back):
        if what == "add":
            names = [line for line in form.names.data.splitlines() if line.strip()][:500]
            for name in names:
                roster.add_player(club, name)
            announce(
                _("Added: %(names)s.", names=", ".join(n.strip() for n in names[:8])) if names else _("Type a name first."),
                bad=not names,
            )
        elif what == "rename":
            roster.rename_player(club, chosen, form.name.of(chosen))
            announce(_("Renamed. Past tournaments still show the old name."))
        elif what == "hide":
            roster.hide_player(club, chosen)
            _flash_undo("show", chosen, _("Removed from the list."))
        elif what == "show":
            roster.hide_player(club, chosen, hidden=False)
        elif what == "hidepair":
            roster.hide_pair(club, chosen)
            _flash_undo("showpair", chosen, _("Pair no longer suggested."))
        elif what == "showpair":
            roster.hide_pair(club, chosen, hidden=False)
    return redirect_to(back)


def _flash_undo(what: str, number: int, text: str) -> None:
    flash({"text": text, "back": f"{what}-{number}", "bad": False}, "desk")  # type: ignore[arg-type]


@blueprint.post("/clubs")
@signed_in
def create() -> Response:
    """Create another club."""
    with report_refusals(url_for("desk_club.index")):
        club = members.create_club(require_account(), NewClubForm.from_post().name.data)
    return redirect_to(url_for("desk_club.show", slug=club.slug))
