"""Operations on clubs and their players."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from flask import url_for

from scorekeeper.clubs.api import authorization as club_requests
from scorekeeper.clubs.api.authorization import ShownClub, club_operations
from scorekeeper.clubs.commands.accounts.accounts import Account
from scorekeeper.clubs.commands.members import members, roster
from scorekeeper.clubs.commands.members.members import ClubAccess
from scorekeeper.clubs.commands.privacy import privacy
from scorekeeper.clubs.commands.privacy.privacy import MOST_MONTHS
from scorekeeper.clubs.commands.privacy.public_names import CHOICES
from scorekeeper.clubs.store.account import ROLES, SCOPES
from scorekeeper.clubs.store.club import LONGEST_CLUB_NAME, LONGEST_PLAYER_NAME, LONGEST_REACH, LONGEST_RESPONSIBLE, LONGEST_ZONE
from scorekeeper.core.api.json_schema import DAY, Description, Id, integer, list_bounds, nullable, one_of, ref, text
from scorekeeper.core.api.operations import OperationGroup
from scorekeeper.core.api.problems import RequestProblem
from scorekeeper.core.api.schema import LEFT_OUT, check_keys, name_schemas
from scorekeeper.core.i18n import timezones
from scorekeeper.formats.declared import copy_as

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


name_schemas(ResponsibleFacts=ResponsibleFacts, ClubRole=one_of(ROLES))

_PUBLIC = club_operations("clubs", "club.public")
_DIRECT = club_operations("clubs", "club.direct")
_ORGANISE = club_operations("clubs", "club.organise")


@OperationGroup("clubs", "club.read", club_requests.client_account).get("/account")
def read_account(access: tuple[Account, str | None]) -> WhoAsks:
    """Read the current account.

    Includes the token’s scope (null for a browser) and the clubs that it can access.
    """
    account, scope = access
    own = [club_answer(one) for one in club_requests.clubs()]
    return WhoAsks(account.id, account.name, scope, own)


@OperationGroup("clubs", "club.read", club_requests.clubs).get("/clubs")
def list_clubs(access: list[ClubAccess]) -> ClubList:
    """List your clubs.

    A token belongs to one club, so it lists only that one.
    """
    return ClubList([club_answer(one) for one in access])


@OperationGroup("clubs", "club.organise", club_requests.organiser).post("/clubs", status=201)
def create_club(access: Account, sent: NewClub) -> Club:
    """Create a club.

    Requires a signed-in browser, whose account becomes the organizer. A token cannot create clubs.
    """
    return club_answer(members.create_club(access, sent.name, sent.zone))


@_ORGANISE.put("/clubs/{club}/name")
def rename_club(access: ClubAccess, sent: ClubName) -> None:
    """Rename a club.

    The URLs of the club’s pages stay the same.
    """
    members.rename_club(access, sent.name)


@_ORGANISE.put("/clubs/{club}/private")
def set_club_private(access: ClubAccess, sent: ClubPrivate) -> None:
    """Make a club private or public.

    Only its own accounts and tokens can see a private club. Table and entrant links keep working.
    """
    members.set_private(access, sent.private)


@_ORGANISE.put("/clubs/{club}/zone")
def set_club_zone(access: ClubAccess, sent: ClubZone) -> None:
    """Set a club’s time zone.

    Applies to its pages, its printouts and the `day` and `starts` of its tournaments. Timestamps in the API have a UTC offset.
    """
    members.set_zone(access, sent.zone)


@_PUBLIC.get("/clubs/{club}/privacy")
def read_privacy(access: ShownClub) -> ClubPrivacy:
    """Read a club’s privacy settings.

    Includes the responsible person and how long personal information is stored.
    """
    club = access[0]
    return _privacy(club.id, club.slug)


@_ORGANISE.patch("/clubs/{club}/privacy", body=ClubPrivacyFacts)
def change_privacy(access: ClubAccess, sent: dict[str, Any]) -> ClubPrivacy:
    """Change a club’s privacy settings.

    Omitted fields keep their value. A new retention period applies after a week at the earliest, because removed names cannot be
    restored.
    """
    if sent.get("responsible") is not None:
        sent["responsible"] = _responsible(sent["responsible"])
    privacy.set_decisions(access, sent)
    return _privacy(access.club_id, access.slug)


def _responsible(body: object) -> dict[str, object]:
    if not isinstance(body, dict):
        raise RequestProblem(422, "event", "object")
    check_keys(ResponsibleFacts, body)
    return body


def _privacy(club_id: int, slug: str) -> ClubPrivacy:
    chosen = privacy.privacy_of(club_id)
    responsible = chosen.responsible
    return ClubPrivacy(
        chosen.public_names,
        None if responsible is None else copy_as(Responsible, responsible),
        chosen.keeping.names,
        chosen.keeping.sign_ins,
        url_for("club_public.personal", slug=slug),
    )


@club_operations("clubs", "club.read").get("/clubs/{club}/players")
def read_roster(access: ClubAccess) -> Roster:
    """List a club’s players and pairs.

    Pairs are players who have entered together, most recent first.
    """
    people = [copy_as(ClubPlayer, one) for one in roster.players(access)]
    together = [Pair(pair.id, pair.name, [one.id for one in pair.players]) for pair in roster.pairs(access)]
    return Roster(people, together)


@_DIRECT.post("/clubs/{club}/players", status=201)
def add_player(access: ClubAccess, sent: PlayerName) -> ClubPlayer:
    """Add a player to a club.

    If the club already has a player of that name, returns that player.
    """
    return copy_as(ClubPlayer, roster.add_player(access, sent.name))


@_DIRECT.put("/clubs/{club}/players/{player}")
def rename_player(access: ClubAccess, player: int, sent: PlayerName) -> None:
    """Rename a player.

    Tournaments already played keep the old name.
    """
    roster.rename_player(access, player, sent.name)


@_DIRECT.delete("/clubs/{club}/players/{player}")
def hide_player(access: ClubAccess, player: int) -> None:
    """Hide a player.

    Results stay. Adding the same name again restores the player.
    """
    roster.hide_player(access, player)


@_DIRECT.delete("/clubs/{club}/pairs/{pair}")
def hide_pair(access: ClubAccess, pair: int) -> None:
    """Hide a pair.

    Both players stay in the club. Entering together restores the pair.
    """
    roster.hide_pair(access, pair)


def club_answer(access: ClubAccess) -> Club:
    return copy_as(Club, access, id=access.club_id, zone=timezones.club_zone(access.zone).key)
