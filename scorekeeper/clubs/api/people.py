"""Operations on a club's members, their roles and invitations. Organizers only."""

from __future__ import annotations

from typing import Any

from flask import Response

from scorekeeper.base.api import answers, requests
from scorekeeper.base.api.operations import operation
from scorekeeper.base.root import rooted
from scorekeeper.clubs.actions import invitations, members
from scorekeeper.clubs.actions.members import ClubAccess
from scorekeeper.clubs.api import models
from scorekeeper.clubs.api import requests as club_requests
from scorekeeper.codec.declared import drawn
from scorekeeper.wording.marks import N_

_ORGANISE: dict[str, Any] = {"tag": "people", "access": "club.organise"}


def _way(club: int) -> ClubAccess:
    return club_requests.club(club, "organise")


@operation(
    "GET",
    "/clubs/{club}/members",
    summary=N_("List who runs a club"),
    about=N_("Everybody with an account in it, by name."),
    answers={200: "MemberList"},
    **_ORGANISE,
)
def list_members(club: int) -> Response:
    people = members.members(_way(club))
    return answers.respond(models.MemberList([drawn(models.Member, one, id=one.account_id) for one in people]))


@operation(
    "PUT",
    "/clubs/{club}/members/{member}",
    summary=N_("Give a member another role"),
    about=N_("The last organiser stays one."),
    body="MemberRole",
    answers={204: None},
    **_ORGANISE,
)
def set_member_role(club: int, member: int) -> Response:
    members.set_role(_way(club), member, requests.read(models.MemberRole).role)
    return Response(status=204)


@operation(
    "DELETE",
    "/clubs/{club}/members/{member}",
    summary=N_("Take a member out of a club"),
    about=N_("At once and everywhere, their tokens too. What they did stays in the histories."),
    answers={204: None},
    problems=(422,),
    **_ORGANISE,
)
def remove_member(club: int, member: int) -> Response:
    members.remove(_way(club), member)
    return Response(status=204)


@operation(
    "GET",
    "/clubs/{club}/invitations",
    summary=N_("List the open invitations"),
    about=N_("The newest first, without their links: those were told when they were made."),
    answers={200: "InvitationList"},
    **_ORGANISE,
)
def list_invitations(club: int) -> Response:
    return answers.respond(models.InvitationList([drawn(models.Invitation, one) for one in invitations.open_ones(_way(club))]))


@operation(
    "POST",
    "/clubs/{club}/invitations",
    summary=N_("Invite somebody"),
    about=N_("The answer holds the link, this once: whoever opens it first, within two weeks, gets the role."),
    body="InvitationFacts",
    answers={201: "NewInvitation"},
    **_ORGANISE,
)
def invite(club: int) -> Response:
    access = _way(club)
    asked = requests.read(models.InvitationFacts)
    made = invitations.create(access, asked.role, asked.note)
    return answers.respond(drawn(models.NewInvitation, made, path=rooted(f"/club/join/{made.token}")), 201)


@operation(
    "DELETE",
    "/clubs/{club}/invitations/{invitation}",
    summary=N_("End an invitation"),
    answers={204: None},
    **_ORGANISE,
)
def revoke_invitation(club: int, invitation: int) -> Response:
    invitations.revoke(_way(club), invitation)
    return Response(status=204)


@operation(
    "POST",
    "/clubs/{club}/invitations/{invitation}/back",
    summary=N_("Take the end of an invitation back"),
    about=N_("Its link works again, if it is not too old and nobody has used it."),
    answers={204: None},
    **_ORGANISE,
)
def reopen_invitation(club: int, invitation: int) -> Response:
    invitations.reopen(_way(club), invitation)
    return Response(status=204)
