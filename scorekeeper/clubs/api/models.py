"""API schemas of clubs, their players and the people who run them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from scorekeeper.clubs.commands.members.invitations import LONGEST_NOTE
from scorekeeper.clubs.commands.privacy.privacy import MOST_MONTHS
from scorekeeper.clubs.commands.privacy.public_names import CHOICES
from scorekeeper.clubs.store.account import ROLES, SCOPES
from scorekeeper.clubs.store.club import (
    LONGEST_CLUB_NAME,
    LONGEST_PLAYER_NAME,
    LONGEST_REACH,
    LONGEST_RESPONSIBLE,
    LONGEST_ZONE,
)
from scorekeeper.core.api.json_schema import DAY, Description, Id, integer, list_bounds, nullable, one_of, ref, text
from scorekeeper.core.api.schema import LEFT_OUT, name_schemas

_ROLE = ref("ClubRole")
Role = Annotated[str, _ROLE]


@dataclass(frozen=True, slots=True)
class Club:
    """A club of the client."""

    id: Id
    slug: str
    name: str
    role: Role
    zone: str


@dataclass(frozen=True, slots=True)
class ClubList:
    clubs: list[Club]


@dataclass(frozen=True, slots=True)
class ClubPrivate:
    """Whether only its members see a club."""

    private: bool


@dataclass(frozen=True, slots=True)
class ClubName:
    name: Annotated[object, text(LONGEST_CLUB_NAME, 1)]


@dataclass(frozen=True, slots=True)
class NewClub:
    name: Annotated[object, text(LONGEST_CLUB_NAME, 1)]
    zone: Annotated[
        object,
        text(LONGEST_ZONE, 1),
        Description("IANA time zone, such as America/Moncton. By default, that of the browser or server."),
    ] = None


@dataclass(frozen=True, slots=True)
class ClubZone:
    zone: Annotated[object, text(LONGEST_ZONE, 1), Description("IANA time zone, such as America/Moncton.")]


@dataclass(frozen=True, slots=True)
class Responsible:
    """The person responsible for a club's personal data. `reach`: e-mail, phone or address. `since`: a date."""

    name: Annotated[str, text(LONGEST_RESPONSIBLE, 1)]
    reach: Annotated[str, text(LONGEST_REACH, 1)]
    since: Annotated[str, DAY]


@dataclass(frozen=True, slots=True)
class ResponsibleFacts:
    """The person to name as responsible. `since`: today by default."""

    name: Annotated[object, text(LONGEST_RESPONSIBLE, 1)]
    reach: Annotated[object, text(LONGEST_REACH, 1)]
    since: Annotated[object, DAY] = None


_MONTHS = nullable(integer(1, MOST_MONTHS))


@dataclass(frozen=True, slots=True)
class ClubPrivacy:
    """A club's decisions on personal data. `public_names`: how the public sees its players.

    `keep_names`, `keep_sign_ins`: months for which inactive players' names and ended sessions are stored, or null for no
    limit.
    """

    public_names: Annotated[str, one_of(CHOICES), Description("How the public sees players’ names.")]
    responsible: Annotated[Responsible | None, Description("The person responsible for personal information, if one is named.")]
    keep_names: Annotated[
        int | None, _MONTHS, Description("Months to store names of inactive players; null stores them forever.")
    ]
    keep_sign_ins: Annotated[int | None, _MONTHS, Description("Months to store ended sessions; null stores them forever.")]
    href: Annotated[str, Description("The public page that shows these settings.")]


@dataclass(frozen=True, slots=True)
class ClubPrivacyFacts:
    """Decisions to change. Missing ones stay as they are."""

    public_names: Annotated[object, one_of(CHOICES)] = LEFT_OUT
    responsible: Annotated[object, nullable(ref("ResponsibleFacts"))] = LEFT_OUT
    keep_names: Annotated[object, _MONTHS] = LEFT_OUT
    keep_sign_ins: Annotated[object, _MONTHS] = LEFT_OUT


@dataclass(frozen=True, slots=True)
class WhoAsks:
    """The client's account. `scope`: of its token, or None for a browser."""

    id: Id
    name: str
    scope: Annotated[str, one_of(SCOPES)] | None
    clubs: list[Club]


@dataclass(frozen=True, slots=True)
class ClubPlayer:
    id: Id
    name: str


@dataclass(frozen=True, slots=True)
class PlayerName:
    name: Annotated[object, text(LONGEST_PLAYER_NAME, 1)]


@dataclass(frozen=True, slots=True)
class Pair:
    """Two players who have entered together, by id."""

    id: Id
    name: str
    players: Annotated[list[Id], list_bounds(2, 2)]


@dataclass(frozen=True, slots=True)
class Roster:
    players: list[ClubPlayer]
    pairs: list[Pair]


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


name_schemas(ResponsibleFacts=ResponsibleFacts, ClubRole=one_of(ROLES))
