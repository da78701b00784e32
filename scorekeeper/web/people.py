"""Who runs a club: its accounts, their roles, and invitations. For organisers."""

from __future__ import annotations

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from scorekeeper.i18n import t
from scorekeeper.storage.account import ROLES
from scorekeeper.web.signed_in import account, signed_in
from scorekeeper.workflows import club_members, invitations
from scorekeeper.workflows.club_members import ClubWay
from scorekeeper.workflows.refusals import Refusal, refusal_text

blueprint = Blueprint("people", __name__)


def _club(slug: str) -> ClubWay:
    way = club_members.club_way(slug, account())
    way.check("organise")
    return way


def _page(club: ClubWay, refusal: Refusal | None = None) -> ResponseReturnValue:
    urls = [(i, url_for("accounts.join", token=i.token, _external=True)) for i in invitations.open_ones(club)]
    shown = render_template(
        "accounts/people.html",
        club=club,
        account=account(),
        members=club_members.members(club),
        invitations=urls,
        roles=ROLES,
        errors={} if refusal is None else {refusal.field or "form": refusal_text(t(), refusal)},
    )
    return shown, refusal.status if refusal else 200


def _back(club: ClubWay) -> ResponseReturnValue:
    return redirect(url_for("people.show", slug=club.slug), 303)


@blueprint.get("/clubs/<slug>/people")
@signed_in
def show(slug: str) -> ResponseReturnValue:
    """Members and open invitations."""
    return _page(_club(slug))


@blueprint.post("/clubs/<slug>/people/invitations")
@signed_in
def invite(slug: str) -> ResponseReturnValue:
    """Make an invitation; its link is on the page until it is used."""
    club = _club(slug)
    try:
        invitations.create(club, request.form.get("role"), request.form.get("note"))
    except Refusal as refusal:
        return _page(club, refusal)
    return _back(club)


@blueprint.post("/clubs/<slug>/people/invitations/<int:invitation_id>/end")
@signed_in
def end_invitation(slug: str, invitation_id: int) -> ResponseReturnValue:
    """End an invitation."""
    club = _club(slug)
    invitations.revoke(club, invitation_id)
    return _back(club)


@blueprint.post("/clubs/<slug>/people/<int:account_id>")
@signed_in
def change(slug: str, account_id: int) -> ResponseReturnValue:
    """Give a member another role, or take them out of the club."""
    club = _club(slug)
    try:
        if request.form.get("role") == "none":
            club_members.remove(club, account_id)
        else:
            club_members.set_role(club, account_id, request.form.get("role"))
    except Refusal as refusal:
        if refusal.status == 404:
            raise
        return _page(club, refusal)
    return _back(club)
