"""Operations on a club's members, their roles and invitations. Organizers only."""

from __future__ import annotations

from typing import Any

from flask import Response

from scorekeeper.clubs.api import authorization as club_requests
from scorekeeper.clubs.api import models
from scorekeeper.clubs.commands.members import invitations, members
from scorekeeper.clubs.commands.members.members import ClubAccess
from scorekeeper.core.api import requests, responses
from scorekeeper.core.api.operations import operation
from scorekeeper.core.http.site_root import rooted
from scorekeeper.formats.declared import copy_as

_ORGANISE: dict[str, Any] = {"tag": "people", "access": "club.organise"}


def _organizer_access(club: int) -> ClubAccess:
    return club_requests.club(club, "organise")


@operation(
    "GET",
    "/clubs/{club}/members",
    summary="List a club’s members",
    about="Members are the accounts that run the club, sorted by name.",
    answers={200: "MemberList"},
    **_ORGANISE,
)
def list_members(club: int) -> Response:
    people = members.members(_organizer_access(club))
    return responses.respond(models.MemberList([copy_as(models.Member, one, id=one.account_id) for one in people]))


@operation(
    "PUT",
    "/clubs/{club}/members/{member}",
    summary="Change a member’s role",
    about="A club’s only organizer must stay organizer.",
    body="MemberRole",
    answers={204: None},
    **_ORGANISE,
)
def set_member_role(club: int, member: int) -> Response:
    members.set_role(_organizer_access(club), member, requests.read(models.MemberRole).role)
    return Response(status=204)


@operation(
    "DELETE",
    "/clubs/{club}/members/{member}",
    summary="Remove a member from a club",
    about="Access ends immediately, including tokens. The history keeps what the member did.",
    answers={204: None},
    problems=(422,),
    **_ORGANISE,
)
def remove_member(club: int, member: int) -> Response:
    members.remove(_organizer_access(club), member)
    return Response(status=204)


@operation(
    "GET",
    "/clubs/{club}/invitations",
    summary="List open invitations",
    about="Newest first. Links are not included: only the response that created an invitation has its link.",
    answers={200: "InvitationList"},
    **_ORGANISE,
)
def list_invitations(club: int) -> Response:
    return responses.respond(
        models.InvitationList([copy_as(models.Invitation, one) for one in invitations.list_open(_organizer_access(club))])
    )


@operation(
    "POST",
    "/clubs/{club}/invitations",
    summary="Create an invitation",
    about="Only this response contains the link. The first person to open it within two weeks gets the role.",
    body="InvitationFacts",
    answers={201: "NewInvitation"},
    **_ORGANISE,
)
def invite(club: int) -> Response:
    access = _organizer_access(club)
    asked = requests.read(models.InvitationFacts)
    made = invitations.create(access, asked.role, asked.note)
    return responses.respond(copy_as(models.NewInvitation, made, path=rooted(f"/club/join/{made.token}")), 201)


@operation(
    "DELETE",
    "/clubs/{club}/invitations/{invitation}",
    summary="Revoke an invitation",
    answers={204: None},
    **_ORGANISE,
)
def revoke_invitation(club: int, invitation: int) -> Response:
    invitations.revoke(_organizer_access(club), invitation)
    return Response(status=204)


@operation(
    "POST",
    "/clubs/{club}/invitations/{invitation}/back",
    summary="Restore a revoked invitation",
    about="The link works again unless it has expired or was used.",
    answers={204: None},
    **_ORGANISE,
)
def reopen_invitation(club: int, invitation: int) -> Response:
    invitations.reopen(_organizer_access(club), invitation)
    return Response(status=204)
