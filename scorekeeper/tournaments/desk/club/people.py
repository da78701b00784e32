"""The people who run a club: its accounts, their roles, and invitations. For organizers."""

from __future__ import annotations

from functools import partial

from flask import Blueprint, flash, redirect, render_template, session, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.clubs.commands.members import invitations, members
from scorekeeper.clubs.commands.members.members import ClubAccess
from scorekeeper.clubs.pages.signed_in import account, signed_in
from scorekeeper.clubs.store.account import ROLES
from scorekeeper.core.forms.forms import Form, TextField
from scorekeeper.core.i18n.translation import gettext as _
from scorekeeper.core.i18n.translation import t
from scorekeeper.core.pages.lan_address import reachable_root
from scorekeeper.core.pages.layout import show_refusals_on
from scorekeeper.core.refusals import Refusal, refusal_text
from scorekeeper.tournaments.desk.club.club import club_facts, require_club
from scorekeeper.tournaments.desk.common import announce

blueprint = Blueprint("people", __name__)


class MemberForm(Form):
    """A member's new role (`none` removes them), or the note on an invitation."""

    role = TextField()
    note = TextField()


_LAST = "people-last"
"""In the session: the last change made on this page, as club, kind, id and previous value."""


def _club(slug: str) -> ClubAccess:
    access = require_club(slug)
    access.check("organise")
    return access


def _page(club: ClubAccess, refusal: Refusal | None = None) -> ResponseReturnValue:
    urls = [(i, reachable_root() + url_for("accounts.join", token=i.token)) for i in invitations.list_open(club)]
    html = render_template(
        "tournaments/desk/club/people.html",
        **club_facts(club),
        account=account(),
        members=members.members(club),
        invitations=urls,
        roles=ROLES,
        errors={} if refusal is None else {refusal.field or "form": refusal_text(t(), refusal)},
    )
    return html, refusal.status if refusal else 200


def _redirect_to_people(club: ClubAccess) -> ResponseReturnValue:
    return redirect(url_for("people.show", slug=club.slug), 303)


@blueprint.get("/clubs/<slug>/people")
@signed_in
def show(slug: str) -> ResponseReturnValue:
    """Show members and open invitations."""
    return _page(_club(slug))


@blueprint.post("/clubs/<slug>/people/invitations")
@signed_in
def invite(slug: str) -> ResponseReturnValue:
    """Create an invitation. The page shows its link until it is used."""
    club = _club(slug)
    form = MemberForm.from_post()
    show_refusals_on(partial(_page, club))
    invitations.create(club, form.role.data, form.note.data)
    return _redirect_to_people(club)


@blueprint.post("/clubs/<slug>/people/invitations/<int:invitation_id>/end")
@signed_in
def end_invitation(slug: str, invitation_id: int) -> ResponseReturnValue:
    club = _club(slug)
    invitations.revoke(club, invitation_id)
    return _report_change(club, _("The invitation is revoked. Its link no longer works."), ("invitation", invitation_id, ""))


@blueprint.post("/clubs/<slug>/people/<int:account_id>")
@signed_in
def change(slug: str, account_id: int) -> ResponseReturnValue:
    """Change a member's role, or remove them from the club."""
    club = _club(slug)
    before, role = members.role_of(club, account_id), MemberForm.from_post().role.data
    show_refusals_on(partial(_page, club))
    if role == "none":
        members.remove(club, account_id)
        text = _("They no longer belong to the club.")
    else:
        members.set_role(club, account_id, role)
        text = _("Their role is changed.")
    return _report_change(club, text, ("role", account_id, before or ""))


def _report_change(club: ClubAccess, text: str, was: tuple[str, int, str]) -> ResponseReturnValue:
    """Report a change with an undo button. The session stores what to restore, so that a form cannot forge it."""
    session[_LAST] = [club.club_id, *was]
    flash({"text": text, "back": "last", "bad": False}, "desk")  # type: ignore[arg-type]
    return _redirect_to_people(club)


@blueprint.post("/clubs/<slug>/people")
@signed_in
def put_back(slug: str) -> ResponseReturnValue:
    """Undo the last change made on this page."""
    club = _club(slug)
    number, kind, who, role = session.pop(_LAST, (0, "", 0, ""))
    if number != club.club_id:
        return _redirect_to_people(club)
    show_refusals_on(partial(_page, club))
    if kind == "invitation":
        invitations.reopen(club, who)
    else:
        members.restore_role(club, who, role)
    announce(_("Everything is back as it was."))
    return _redirect_to_people(club)
