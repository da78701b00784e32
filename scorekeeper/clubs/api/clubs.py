"""Operations on clubs and their players."""

from __future__ import annotations

from flask import Response, url_for

from scorekeeper.clubs.api import authorization as club_requests
from scorekeeper.clubs.api import models
from scorekeeper.clubs.api import responses as club_answers
from scorekeeper.clubs.commands.members import members, roster
from scorekeeper.clubs.commands.privacy import privacy
from scorekeeper.core.api import requests, responses
from scorekeeper.core.api.operations import operation
from scorekeeper.core.api.problems import RequestProblem
from scorekeeper.core.api.schema import check_keys
from scorekeeper.formats.declared import copy_as


@operation(
    "GET",
    "/account",
    tag="clubs",
    access="club.read",
    summary="Read the current account",
    about="Includes the token’s scope (null for a browser) and the clubs that it can access.",
    answers={200: "WhoAsks"},
)
def read_account() -> Response:
    account, scope = club_requests.client_account()
    own = [club_answers.club(one) for one in club_requests.clubs()]
    return responses.respond(models.WhoAsks(account.id, account.name, scope, own))


@operation(
    "GET",
    "/clubs",
    tag="clubs",
    access="club.read",
    summary="List your clubs",
    about="A token belongs to one club, so it lists only that one.",
    answers={200: "ClubList"},
)
def list_clubs() -> Response:
    return responses.respond(models.ClubList([club_answers.club(one) for one in club_requests.clubs()]))


@operation(
    "POST",
    "/clubs",
    tag="clubs",
    access="club.organise",
    summary="Create a club",
    about="Requires a signed-in browser, whose account becomes the organizer. A token cannot create clubs.",
    body="NewClub",
    answers={201: "Club"},
)
def create_club() -> Response:
    account = club_requests.organiser()
    asked = requests.read(models.NewClub)
    made = members.create_club(account, asked.name, asked.zone)
    return responses.respond(club_answers.club(made), 201)


@operation(
    "PUT",
    "/clubs/{club}/name",
    tag="clubs",
    access="club.organise",
    summary="Rename a club",
    about="The URLs of the club’s pages stay the same.",
    body="ClubName",
    answers={204: None},
)
def rename_club(club: int) -> Response:
    members.rename_club(club_requests.club(club, "organise"), requests.read(models.ClubName).name)
    return Response(status=204)


@operation(
    "PUT",
    "/clubs/{club}/private",
    tag="clubs",
    access="club.organise",
    summary="Make a club private or public",
    about="Only its own accounts and tokens can see a private club. Table and entrant links keep working.",
    body="ClubPrivate",
    answers={204: None},
)
def set_club_private(club: int) -> Response:
    access = club_requests.club(club, "organise")
    members.set_private(access, requests.read(models.ClubPrivate).private)
    return Response(status=204)


@operation(
    "PUT",
    "/clubs/{club}/zone",
    tag="clubs",
    access="club.organise",
    summary="Set a club’s time zone",
    about=(
        "Applies to its pages, its printouts and the `day` and `starts` of its tournaments. Timestamps in the API have a"
        " UTC offset."
    ),
    body="ClubZone",
    answers={204: None},
)
def set_club_zone(club: int) -> Response:
    members.set_zone(club_requests.club(club, "organise"), requests.read(models.ClubZone).zone)
    return Response(status=204)


@operation(
    "GET",
    "/clubs/{club}/privacy",
    tag="clubs",
    access="club.public",
    summary="Read a club’s privacy settings",
    about="Includes the responsible person and how long personal information is stored.",
    answers={200: "ClubPrivacy"},
)
def read_privacy(club: int) -> Response:
    shown, _access = club_requests.shown_club(club)
    return responses.respond(_privacy(shown.id, shown.slug))


@operation(
    "PATCH",
    "/clubs/{club}/privacy",
    tag="clubs",
    access="club.organise",
    summary="Change a club’s privacy settings",
    about=(
        "Omitted fields keep their value. A new retention period applies after a week at the earliest, because removed"
        " names cannot be restored."
    ),
    body="ClubPrivacyFacts",
    answers={200: "ClubPrivacy"},
)
def change_privacy(club: int) -> Response:
    access = club_requests.club(club, "organise")
    facts = requests.read_object(models.ClubPrivacyFacts)
    if facts.get("responsible") is not None:
        facts["responsible"] = _responsible(facts["responsible"])
    privacy.set_decisions(access, facts)
    return responses.respond(_privacy(access.club_id, access.slug))


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


@operation(
    "GET",
    "/clubs/{club}/players",
    tag="clubs",
    access="club.read",
    summary="List a club’s players and pairs",
    about="Pairs are players who have entered together, most recent first.",
    answers={200: "Roster"},
)
def read_roster(club: int) -> Response:
    access = club_requests.club(club)
    people = [copy_as(models.ClubPlayer, one) for one in roster.players(access)]
    together = [models.Pair(pair.id, pair.name, [one.id for one in pair.players]) for pair in roster.pairs(access)]
    return responses.respond(models.Roster(people, together))


@operation(
    "POST",
    "/clubs/{club}/players",
    tag="clubs",
    access="club.direct",
    summary="Add a player to a club",
    about="If the club already has a player of that name, returns that player.",
    body="PlayerName",
    answers={201: "ClubPlayer"},
)
def add_player(club: int) -> Response:
    access = club_requests.club(club, "direct")
    made = roster.add_player(access, requests.read(models.PlayerName).name)
    return responses.respond(copy_as(models.ClubPlayer, made), 201)


@operation(
    "PUT",
    "/clubs/{club}/players/{player}",
    tag="clubs",
    access="club.direct",
    summary="Rename a player",
    about="Tournaments already played keep the old name.",
    body="PlayerName",
    answers={204: None},
)
def rename_player(club: int, player: int) -> Response:
    access = club_requests.club(club, "direct")
    roster.rename_player(access, player, requests.read(models.PlayerName).name)
    return Response(status=204)


@operation(
    "DELETE",
    "/clubs/{club}/players/{player}",
    tag="clubs",
    access="club.direct",
    summary="Hide a player",
    about="Results stay. Adding the same name again restores the player.",
    answers={204: None},
)
def hide_player(club: int, player: int) -> Response:
    roster.hide_player(club_requests.club(club, "direct"), player)
    return Response(status=204)


@operation(
    "DELETE",
    "/clubs/{club}/pairs/{pair}",
    tag="clubs",
    access="club.direct",
    summary="Hide a pair",
    about="Both players stay in the club. Entering together restores the pair.",
    answers={204: None},
)
def hide_pair(club: int, pair: int) -> Response:
    roster.hide_pair(club_requests.club(club, "direct"), pair)
    return Response(status=204)
