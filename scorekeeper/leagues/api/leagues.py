"""API operations on leagues: read, export, print, create, change, archive."""

from __future__ import annotations

from typing import Any

from flask import Response

from scorekeeper.clubs.api import authorization as club_requests
from scorekeeper.core.api import requests, responses
from scorekeeper.core.api.operations import operation
from scorekeeper.core.http.downloads import CSV, PDF, XLSX, make_pdf_response, make_table_download
from scorekeeper.core.i18n.translation import LANGUAGES, language, t_for
from scorekeeper.core.i18n.translation import t as request_t
from scorekeeper.core.pdf.page_sizes import ALL_SIZES
from scorekeeper.formats.declared import copy_as
from scorekeeper.formats.tournament_options import number_json
from scorekeeper.leagues.api import models
from scorekeeper.leagues.commands import leagues
from scorekeeper.leagues.commands.leagues import Standing
from scorekeeper.leagues.commands.redacted_season import visible_season
from scorekeeper.leagues.commands.season import Season
from scorekeeper.leagues.printouts.league import league_html
from scorekeeper.tournaments.printouts.page import Paper

_PUBLIC: dict[str, Any] = {"tag": "season", "access": "club.public"}


def _league(one: leagues.League) -> models.League:
    rules = one.rules
    counted = {name: getattr(rules, name) for name in ("who", "counts", "points", "others", "best", "share")}
    return copy_as(models.League, one, **counted)


@operation(
    "GET",
    "/clubs/{club}/leagues",
    summary="List a club’s leagues",
    about="Lists active leagues, or archived ones if `away` is set.",
    query=("away",),
    answers={200: "LeagueList"},
    **_PUBLIC,
)
def list_leagues(club: int) -> Response:
    away = requests.flag("away")
    number = club_requests.club(club, "direct").club_id if away else club_requests.shown_club(club)[0].id
    return responses.respond(models.LeagueList([_league(one) for one in leagues.of_club(number, deleted=away)]))


@operation(
    "POST",
    "/clubs/{club}/leagues",
    tag="season",
    access="club.direct",
    summary="Create a league",
    about="Entrants score points by rank in each of the league’s `tournaments`.",
    headers=("key",),
    body="LeagueFacts",
    answers={201: "League"},
)
def create_league(club: int) -> Response:
    access = club_requests.club(club, "direct")
    made = leagues.create(access, requests.read_object(models.LeagueFacts), uuid=requests.key(required=True))
    return responses.respond(_league(made), 201)


@operation(
    "GET",
    "/clubs/{club}/leagues/{league}",
    summary="Read a league’s standings",
    about="Only finished tournaments count.",
    answers={200: "LeagueStanding"},
    **_PUBLIC,
)
def read_league(club: int, league: int) -> Response:
    season, standing = _standing(club, league)
    lines = [
        copy_as(
            models.LeagueLine,
            line,
            name=season.name(line.key),
            points=number_json(line.points),
            results=[
                copy_as(models.Collected, one, tournament=one.event, points=number_json(one.points)) for one in line.results
            ],
        )
        for line in standing.lines
    ]
    return responses.respond(models.LeagueStanding(_league(standing.league), lines, standing.to_come, standing.left_out))


def _standing(club: int, league: int) -> tuple[Season, Standing]:
    shown, access = club_requests.shown_club(club)
    season = visible_season(shown, inside=access is not None)
    return season, leagues.compute_standing(season, leagues.load(shown.id, league))


@operation(
    "GET",
    "/clubs/{club}/leagues/{league}/csv",
    summary="Export a league’s standings as CSV",
    about="Includes the points from each tournament and the total.",
    gives=CSV,
    answers={200: CSV},
    **_PUBLIC,
)
def export_league(club: int, league: int) -> Response:
    return _exported(club, league, "csv")


@operation(
    "GET",
    "/clubs/{club}/leagues/{league}/xlsx",
    summary="Export a league’s standings for Excel",
    about="Same columns as the CSV, in an .xlsx workbook.",
    gives=XLSX,
    answers={200: XLSX},
    **_PUBLIC,
)
def export_league_workbook(club: int, league: int) -> Response:
    return _exported(club, league, "xlsx")


def _exported(club: int, league: int, kind: str) -> Response:
    season, standing = _standing(club, league)
    t = request_t()
    return make_table_download(leagues.standings_rows(season, standing, t), [standing.league.name], kind, t("standings"))


@operation(
    "GET",
    "/clubs/{club}/leagues/{league}/paper",
    summary="Print a league’s standings",
    about="Returns a PDF. Send `If-None-Match` to get 304 while unchanged.",
    query=("size", "lang"),
    gives=PDF,
    answers={200: PDF, 202: "PrintingPlace", 304: None},
    problems=(503,),
    **_PUBLIC,
)
def print_league(club: int, league: int) -> Response:
    season, standing = _standing(club, league)
    name = club_requests.shown_club(club)[0].name
    size, lang = requests.choice("size", ALL_SIZES, "letter"), requests.choice("lang", LANGUAGES, language())
    names = {line.key: season.name(line.key) for line in standing.lines}
    return make_pdf_response(
        lambda: league_html(standing, names, name, size=Paper(size).base, lang=lang, t=t_for(lang)),
        name=[name, standing.league.name],
        of=("api", standing.league, standing.lines, sorted(names.items()), standing.events, name, size, lang),
    )


@operation(
    "PUT",
    "/clubs/{club}/leagues/{league}",
    tag="season",
    access="club.direct",
    summary="Replace a league’s settings",
    about="Omitted fields go back to their defaults.",
    headers=("revision", "key?"),
    body="LeagueFacts",
    answers={200: "League"},
    problems=(409,),
)
def change_league(club: int, league: int) -> Response:
    access = club_requests.club(club, "direct")
    facts, uuid = requests.read_object(models.LeagueFacts), requests.optional_key()
    revision = requests.revision(leagues.load(access.club_id, league).revision)
    changed = leagues.change(access, league, facts, revision=revision, uuid=uuid)
    return responses.respond(_league(changed), etag=f'"{changed.revision}"')


@operation(
    "DELETE",
    "/clubs/{club}/leagues/{league}",
    tag="season",
    access="club.direct",
    summary="Archive a league",
    about="Nothing is lost. POST to `/back` to restore the league.",
    answers={204: None},
)
def put_league_away(club: int, league: int) -> Response:
    leagues.archive_league(club_requests.club(club, "direct"), league)
    return Response(status=204)


@operation(
    "POST",
    "/clubs/{club}/leagues/{league}/back",
    tag="season",
    access="club.direct",
    summary="Restore an archived league",
    answers={200: "League"},
)
def put_league_back(club: int, league: int) -> Response:
    return responses.respond(_league(leagues.archive_league(club_requests.club(club, "direct"), league, False)))
