"""Operations on a club's members, their roles and invitations. Organizers only."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from scorekeeper.clubs.api.authorization import club_operations
from scorekeeper.clubs.api.clubs import _ROLE, Role
from scorekeeper.clubs.commands.members import invitations, members
from scorekeeper.clubs.commands.members.invitations import LONGEST_NOTE
from scorekeeper.clubs.commands.members.members import ClubAccess
from scorekeeper.core.api.json_schema import Id, text
from scorekeeper.core.http.site_root import rooted
from scorekeeper.formats.declared import copy_as


@dataclass(frozen=True, slots=True)
class Member:
    id: Id
    name: str
    role: Role
    since: datetime


@dataclass(frozen=True, slots=True)
class MemberList:
    members: list[Member]


@dataclass(frozen=True, slots=True)
class MemberRole:
    role: Annotated[object, _ROLE]


@dataclass(frozen=True, slots=True)
class InvitationFacts:
    """An invitation to create."""

    role: Annotated[object, _ROLE]
    note: Annotated[object, text(LONGEST_NOTE)] = ""


@dataclass(frozen=True, slots=True)
class Invitation:
    """A valid invitation."""

    id: Id
    role: Role
    note: str
    created_at: datetime
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class InvitationList:
    """Valid invitations, newest first."""

    invitations: list[Invitation]


@dataclass(frozen=True, slots=True)
class NewInvitation(Invitation):
    """A new invitation with its link."""

    token: str
    path: str


_ORGANISE = club_operations("people", "club.organise")


@_ORGANISE.get("/clubs/{club}/members")
def list_members(access: ClubAccess) -> MemberList:
    """List a club’s members.

    Members are the accounts that run the club, sorted by name.
    """
    return MemberList([copy_as(Member, one, id=one.account_id) for one in members.members(access)])


@_ORGANISE.put("/clubs/{club}/members/{member}")
def set_member_role(access: ClubAccess, member: int, sent: MemberRole) -> None:
    """Change a member’s role.

    A club’s only organizer must stay organizer.
    """
    members.set_role(access, member, sent.role)


@_ORGANISE.delete("/clubs/{club}/members/{member}", problems=(422,))
def remove_member(access: ClubAccess, member: int) -> None:
    """Remove a member from a club.

    Access ends immediately, including tokens. The history keeps what the member did.
    """
    members.remove(access, member)


@_ORGANISE.get("/clubs/{club}/invitations")
def list_invitations(access: ClubAccess) -> InvitationList:
    """List open invitations.

    Newest first. Links are not included: only the response that created an invitation has its link.
    """
    return InvitationList([copy_as(Invitation, one) for one in invitations.list_open(access)])


@_ORGANISE.post("/clubs/{club}/invitations", status=201)
def invite(access: ClubAccess, sent: InvitationFacts) -> NewInvitation:
    """Create an invitation.

    Only this response contains the link. The first person to open it within two weeks gets the role.
    """
    invitation = invitations.create(access, sent.role, sent.note)
    return copy_as(NewInvitation, invitation, path=rooted(f"/club/join/{invitation.token}"))


@_ORGANISE.delete("/clubs/{club}/invitations/{invitation}")
def revoke_invitation(access: ClubAccess, invitation: int) -> None:
    """Revoke an invitation."""
    invitations.revoke(access, invitation)


@_ORGANISE.post("/clubs/{club}/invitations/{invitation}/back")
def reopen_invitation(access: ClubAccess, invitation: int) -> None:
    """Restore a revoked invitation.

    The link works again unless it has expired or was used.
    """
    invitations.reopen(access, invitation)
