"""Operations on clubs and their players."""

from __future__ import annotations

from flask import Response, url_for

from scorekeeper.base.api import answers, requests
from scorekeeper.base.api.declared import check_keys
from scorekeeper.base.api.operations import operation
from scorekeeper.base.api.problems import RequestProblem
from scorekeeper.clubs.actions import members, privacy, roster
from scorekeeper.clubs.api import answers as club_answers
from scorekeeper.clubs.api import models
from scorekeeper.clubs.api import requests as club_requests
from scorekeeper.codec.declared import drawn
from scorekeeper.wording.marks import N_


@operation(
    "GET",
    "/account",
    tag="clubs",
    access="club.read",
    summary=N_("Tell who asks"),
    about=N_("The account, the scope of its token (null for a browser), and the clubs that are open to it: a token’s is one."),
    answers={200: "WhoAsks"},
)
def read_account() -> Response:
    account, scope = club_requests.me()
    own = [club_answers.club(one) for one in club_requests.clubs()]
    return answers.respond(models.WhoAsks(account.id, account.name, scope, own))


@operation(
    "GET",
    "/clubs",
    tag="clubs",
    access="club.read",
    summary=N_("List the clubs"),
    about=N_("Of a token: its one club."),
    answers={200: "ClubList"},
)
def list_clubs() -> Response:
    return answers.respond(models.ClubList([club_answers.club(one) for one in club_requests.clubs()]))


@operation(
    "POST",
    "/clubs",
    tag="clubs",
    access="club.organise",
    summary=N_("Make a club"),
    about=N_(
        "Its organiser is the account, which is signed in on the browser that asks: a token is for one club and makes no others."
        " `zone`: where it plays, an IANA name such as America/Moncton; else as the browser, or the server, has it."
    ),
    body="NewClub",
    answers={201: "Club"},
)
def create_club() -> Response:
    account = club_requests.organiser()
    asked = requests.read(models.NewClub)
    made = members.create_club(account, asked.name, asked.zone)
    return answers.respond(club_answers.club(made), 201)


@operation(
    "PUT",
    "/clubs/{club}/name",
    tag="clubs",
    access="club.organise",
    summary=N_("Rename a club"),
    about=N_("The addresses of its pages stay."),
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
    summary=N_("Say who sees a club"),
    about=N_("A private club is seen by its own accounts and tokens only; the links of tables and entrants open as ever."),
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
    summary=N_("Set the time zone of a club"),
    about=N_(
        "Its pages and papers show times there; `day` and `starts` of its tournaments are read there. An IANA name such as"
        " America/Moncton. Every other time of this API is a moment with its distance from UTC."
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
    summary=N_("Read what a club has decided about personal information"),
    about=N_(
        "How everybody sees names, who answers for what is kept (null where nobody is named), and for how many months it is kept."
        " `href`: the page that says it to everybody."
    ),
    answers={200: "ClubPrivacy"},
)
def read_privacy(club: int) -> Response:
    shown, _access = club_requests.shown_club(club)
    return answers.respond(_privacy(shown.id, shown.slug))


@operation(
    "PATCH",
    "/clubs/{club}/privacy",
    tag="clubs",
    access="club.organise",
    summary=N_("Decide about personal information in a club"),
    about=N_(
        "What is left out stays; `responsible` null names nobody, months null keep for ever. A time that was chosen is obeyed a"
        " week later at the soonest: names that it takes cannot be brought back."
    ),
    body="ClubPrivacyFacts",
    answers={200: "ClubPrivacy"},
)
def change_privacy(club: int) -> Response:
    access = club_requests.club(club, "organise")
    facts = requests.given(models.ClubPrivacyFacts)
    if facts.get("responsible") is not None:
        facts["responsible"] = _responsible(facts["responsible"])
    privacy.decide(access, facts)
    return answers.respond(_privacy(access.club_id, access.slug))


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
        None if named is None else drawn(models.Responsible, named),
        chosen.keeping.names,
        chosen.keeping.sign_ins,
        url_for("club_public.personal", slug=slug),
    )


@operation(
    "GET",
    "/clubs/{club}/players",
    tag="clubs",
    access="club.read",
    summary=N_("List the players and pairs of a club"),
    about=N_("Pairs are those who have entered together, the latest first."),
    answers={200: "Roster"},
)
def read_roster(club: int) -> Response:
    access = club_requests.club(club)
    people = [drawn(models.ClubPlayer, one) for one in roster.players(access)]
    together = [models.Pair(pair.id, pair.name, [one.id for one in pair.players]) for pair in roster.pairs(access)]
    return answers.respond(models.Roster(people, together))


@operation(
    "POST",
    "/clubs/{club}/players",
    tag="clubs",
    access="club.direct",
    summary=N_("Add a player to a club"),
    about=N_("Whoever has that name already is that player."),
    body="PlayerName",
    answers={201: "ClubPlayer"},
)
def add_player(club: int) -> Response:
    access = club_requests.club(club, "direct")
    made = roster.add_player(access, requests.read(models.PlayerName).name)
    return answers.respond(drawn(models.ClubPlayer, made), 201)


@operation(
    "PUT",
    "/clubs/{club}/players/{player}",
    tag="clubs",
    access="club.direct",
    summary=N_("Rename a player of a club"),
    about=N_("Tournaments that were played keep the old name."),
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
    summary=N_("Offer a player no more"),
    about=N_("Nothing that was played is lost; adding the name again brings the player back."),
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
    summary=N_("Offer a pair no more"),
    about=N_("Both stay players of the club; entering together brings the pair back."),
    answers={204: None},
)
def hide_pair(club: int, pair: int) -> Response:
    roster.hide_pair(club_requests.club(club, "direct"), pair)
    return Response(status=204)
