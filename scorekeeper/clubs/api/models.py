"""What the API takes and gives about clubs, their players, and those who run them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from scorekeeper.base.api.declared import named
from scorekeeper.base.api.shapes import Id, many, one_of, text
from scorekeeper.clubs.actions.invitations import LONGEST_NOTE
from scorekeeper.clubs.store.account import ROLES, SCOPES
from scorekeeper.clubs.store.club import LONGEST_CLUB_NAME, LONGEST_PLAYER_NAME, LONGEST_ZONE

_ROLE = one_of(ROLES)
Role = Annotated[str, _ROLE]


@dataclass(frozen=True, slots=True)
class Club:
    """A club of whoever asks."""

    id: Id
    slug: str
    name: str
    role: Role
    zone: str


@dataclass(frozen=True, slots=True)
class ClubList:
    """Clubs."""

    clubs: list[Club]


@dataclass(frozen=True, slots=True)
class ClubPrivate:
    """Whether only a club's own see it."""

    private: bool


@dataclass(frozen=True, slots=True)
class ClubName:
    """What a club is to be called."""

    name: Annotated[object, text(LONGEST_CLUB_NAME, 1)]


@dataclass(frozen=True, slots=True)
class NewClub:
    """A club to be made."""

    name: Annotated[object, text(LONGEST_CLUB_NAME, 1)]
    zone: Annotated[object, text(LONGEST_ZONE, 1)] = None


@dataclass(frozen=True, slots=True)
class ClubZone:
    """Where a club plays."""

    zone: Annotated[object, text(LONGEST_ZONE, 1)]


@dataclass(frozen=True, slots=True)
class WhoAsks:
    """The account that asks. `scope`: of its token, None for a browser."""

    id: Id
    name: str
    scope: Annotated[str, one_of(SCOPES)] | None
    clubs: list[Club]


@dataclass(frozen=True, slots=True)
class ClubPlayer:
    """A player of the club."""

    id: Id
    name: str


@dataclass(frozen=True, slots=True)
class PlayerName:
    """What a player is to be called."""

    name: Annotated[object, text(LONGEST_PLAYER_NAME, 1)]


@dataclass(frozen=True, slots=True)
class Pair:
    """Two players who have entered together, by id."""

    id: Id
    name: str
    players: Annotated[list[Id], many(2, 2)]


@dataclass(frozen=True, slots=True)
class Roster:
    """The players and pairs of a club."""

    players: list[ClubPlayer]
    pairs: list[Pair]


@dataclass(frozen=True, slots=True)
class Member:
    """An account of a club."""

    id: Id
    name: str
    role: Role
    since: datetime


@dataclass(frozen=True, slots=True)
class MemberList:
    """Who runs a club."""

    members: list[Member]


@dataclass(frozen=True, slots=True)
class MemberRole:
    """What a member is to be."""

    role: Annotated[object, _ROLE]


@dataclass(frozen=True, slots=True)
class InvitationFacts:
    """An invitation to be made."""

    role: Annotated[object, _ROLE]
    note: Annotated[object, text(LONGEST_NOTE)] = ""


@dataclass(frozen=True, slots=True)
class Invitation:
    """An invitation that is open."""

    id: Id
    role: Role
    note: str
    created_at: datetime
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class InvitationList:
    """Invitations, the newest first."""

    invitations: list[Invitation]


@dataclass(frozen=True, slots=True)
class NewInvitation(Invitation):
    """An invitation with its link."""

    token: str
    path: str


CLUB_SHAPES = named(
    *(Club, ClubList, ClubPrivate, ClubName, NewClub, ClubZone, WhoAsks, ClubPlayer, PlayerName, Roster),
    *(MemberList, MemberRole, InvitationFacts, Invitation, InvitationList, NewInvitation),
)
