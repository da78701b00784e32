"""Operations on clubs and their players."""

from __future__ import annotations

from typing import Any

from flask import url_for

from scorekeeper.clubs.api import authorization as club_requests
from scorekeeper.clubs.api import models
from scorekeeper.clubs.api import responses as club_answers
from scorekeeper.clubs.api.authorization import ShownClub, club_operations
from scorekeeper.clubs.commands.accounts.accounts import Account
from scorekeeper.clubs.commands.members import members, roster
from scorekeeper.clubs.commands.members.members import ClubAccess
from scorekeeper.clubs.commands.privacy import privacy
from scorekeeper.core.api.operations import OperationGroup
from scorekeeper.core.api.problems import RequestProblem
from scorekeeper.core.api.schema import check_keys
from scorekeeper.formats.declared import copy_as

_PUBLIC = club_operations("clubs", "club.public")
_DIRECT = club_operations("clubs", "club.direct")
_ORGANISE = club_operations("clubs", "club.organise")


@OperationGroup("clubs", "club.read", club_requests.client_account).get("/account")
def read_account(access: tuple[Account, str | None]) -> models.WhoAsks:
    """Read the current account.

    Includes the token’s scope (null for a browser) and the clubs that it can access.
    """
    account, scope = access
    own = [club_answers.club(one) for one in club_requests.clubs()]
    return models.WhoAsks(account.id, account.name, scope, own)


@OperationGroup("clubs", "club.read", club_requests.clubs).get("/clubs")
def list_clubs(access: list[ClubAccess]) -> models.ClubList:
    """List your clubs.

    A token belongs to one club, so it lists only that one.
    """
    return models.ClubList([club_answers.club(one) for one in access])


@OperationGroup("clubs", "club.organise", club_requests.organiser).post("/clubs", status=201)
def create_club(access: Account, sent: models.NewClub) -> models.Club:
    """Create a club.

    Requires a signed-in browser, whose account becomes the organizer. A token cannot create clubs.
    """
    return club_answers.club(members.create_club(access, sent.name, sent.zone))


@_ORGANISE.put("/clubs/{club}/name")
def rename_club(access: ClubAccess, sent: models.ClubName) -> None:
    """Rename a club.

    The URLs of the club’s pages stay the same.
    """
    members.rename_club(access, sent.name)


@_ORGANISE.put("/clubs/{club}/private")
def set_club_private(access: ClubAccess, sent: models.ClubPrivate) -> None:
    """Make a club private or public.

    Only its own accounts and tokens can see a private club. Table and entrant links keep working.
    """
    members.set_private(access, sent.private)


@_ORGANISE.put("/clubs/{club}/zone")
def set_club_zone(access: ClubAccess, sent: models.ClubZone) -> None:
    """Set a club’s time zone.

    Applies to its pages, its printouts and the `day` and `starts` of its tournaments. Timestamps in the API have a UTC offset.
    """
    members.set_zone(access, sent.zone)


@_PUBLIC.get("/clubs/{club}/privacy")
def read_privacy(access: ShownClub) -> models.ClubPrivacy:
    """Read a club’s privacy settings.

    Includes the responsible person and how long personal information is stored.
    """
    shown = access[0]
    return _privacy(shown.id, shown.slug)


@_ORGANISE.patch("/clubs/{club}/privacy", body=models.ClubPrivacyFacts)
def change_privacy(access: ClubAccess, sent: dict[str, Any]) -> models.ClubPrivacy:
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
    check_keys(models.ResponsibleFacts, body)
    return body


def _privacy(club_id: int, slug: str) -> models.ClubPrivacy:
    chosen = privacy.privacy_of(club_id)
    named = chosen.responsible
    return models.ClubPrivacy(
        chosen.public_names,
        None if named is None else copy_as(models.Responsible, named),
        chosen.keeping.names,
        chosen.keeping.sign_ins,
        url_for("club_public.personal", slug=slug),
    )


@club_operations("clubs", "club.read").get("/clubs/{club}/players")
def read_roster(access: ClubAccess) -> models.Roster:
    """List a club’s players and pairs.

    Pairs are players who have entered together, most recent first.
    """
    people = [copy_as(models.ClubPlayer, one) for one in roster.players(access)]
    together = [models.Pair(pair.id, pair.name, [one.id for one in pair.players]) for pair in roster.pairs(access)]
    return models.Roster(people, together)


@_DIRECT.post("/clubs/{club}/players", status=201)
def add_player(access: ClubAccess, sent: models.PlayerName) -> models.ClubPlayer:
    """Add a player to a club.

    If the club already has a player of that name, returns that player.
    """
    return copy_as(models.ClubPlayer, roster.add_player(access, sent.name))


@_DIRECT.put("/clubs/{club}/players/{player}")
def rename_player(access: ClubAccess, player: int, sent: models.PlayerName) -> None:
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
