"""API operations on leagues: read, export, print, create, change, archive."""

from __future__ import annotations

from typing import Any

from flask import Response

from scorekeeper.clubs.api.authorization import ShownClub, club_access, club_operations, shown_club
from scorekeeper.clubs.commands.members.members import ClubAccess
from scorekeeper.core.api import requests, responses
from scorekeeper.core.api.operations import OperationGroup
from scorekeeper.core.http.downloads import CSV, PDF, XLSX, make_pdf_response, make_table_download
from scorekeeper.core.i18n.translation import LANGUAGES, language, t_for
from scorekeeper.core.i18n.translation import t as request_t
from scorekeeper.core.pdf.page_sizes import ALL_SIZES
from scorekeeper.formats.declared import copy_as
from scorekeeper.formats.tournament_options import number_json
from scorekeeper.leagues.api import models
from scorekeeper.leagues.api.season import season_of
from scorekeeper.leagues.commands import leagues
from scorekeeper.leagues.commands.leagues import Standing
from scorekeeper.leagues.commands.season import Season
from scorekeeper.leagues.printouts.league import league_html
from scorekeeper.tournaments.printouts.page import Paper

_PUBLIC = club_operations("season", "club.public", season=season_of)
_DIRECT = club_operations("season", "club.direct")


def _league(one: leagues.League) -> models.League:
    rules = one.rules
    counted = {name: getattr(rules, name) for name in ("who", "counts", "points", "others", "best", "share")}
    return copy_as(models.League, one, **counted)


@OperationGroup("season", "club.public").get("/clubs/{club}/leagues", query=("away",))
def list_leagues(club: int) -> models.LeagueList:
    """List a club’s leagues.

    Lists active leagues, or archived ones if `away` is set.
    """
    away = requests.flag("away")
    number = club_access(club, "direct").club_id if away else shown_club(club)[0].id
    return models.LeagueList([_league(one) for one in leagues.of_club(number, deleted=away)])


@_DIRECT.post("/clubs/{club}/leagues", status=201, headers=("key",), body=models.LeagueFacts)
def create_league(access: ClubAccess, sent: dict[str, Any]) -> models.League:
    """Create a league.

    Entrants score points by rank in each of the league’s `tournaments`.
    """
    return _league(leagues.create(access, sent, uuid=requests.key(required=True)))


@_PUBLIC.get("/clubs/{club}/leagues/{league}")
def read_league(access: ShownClub, season: Season, league: int) -> models.LeagueStanding:
    """Read a league’s standings.

    Only finished tournaments count.
    """
    standing = _standing(access, season, league)
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
    return models.LeagueStanding(_league(standing.league), lines, standing.to_come, standing.left_out)


def _standing(access: ShownClub, season: Season, league: int) -> Standing:
    return leagues.compute_standing(season, leagues.load(access[0].id, league))


@_PUBLIC.get("/clubs/{club}/leagues/{league}/csv", gives=CSV)
def export_league(access: ShownClub, season: Season, league: int) -> Response:
    """Export a league’s standings as CSV.

    Includes the points from each tournament and the total.
    """
    return _exported(access, season, league, "csv")


@_PUBLIC.get("/clubs/{club}/leagues/{league}/xlsx", gives=XLSX)
def export_league_workbook(access: ShownClub, season: Season, league: int) -> Response:
    """Export a league’s standings for Excel.

    Same columns as the CSV, in an .xlsx workbook.
    """
    return _exported(access, season, league, "xlsx")


def _exported(access: ShownClub, season: Season, league: int, kind: str) -> Response:
    standing, t = _standing(access, season, league), request_t()
    return make_table_download(leagues.standings_rows(season, standing, t), [standing.league.name], kind, t("standings"))


@_PUBLIC.get(
    "/clubs/{club}/leagues/{league}/paper",
    query=("size", "lang"),
    gives=PDF,
    answers={200: PDF, 202: "PrintingPlace", 304: None},
    problems=(503,),
)
def print_league(access: ShownClub, season: Season, league: int) -> Response:
    """Print a league’s standings.

    Returns a PDF. Send `If-None-Match` to get 304 while unchanged.
    """
    standing, name = _standing(access, season, league), access[0].name
    size, lang = requests.choice("size", ALL_SIZES, "letter"), requests.choice("lang", LANGUAGES, language())
    names = {line.key: season.name(line.key) for line in standing.lines}
    return make_pdf_response(
        lambda: league_html(standing, names, name, size=Paper(size).base, lang=lang, t=t_for(lang)),
        name=[name, standing.league.name],
        of=("api", standing.league, standing.lines, sorted(names.items()), standing.events, name, size, lang),
    )


@_DIRECT.put(
    "/clubs/{club}/leagues/{league}",
    headers=("revision", "key?"),
    body=models.LeagueFacts,
    answers={200: models.League},
    problems=(409,),
)
def change_league(access: ClubAccess, league: int, sent: dict[str, Any]) -> Response:
    """Replace a league’s settings.

    Omitted fields go back to their defaults.
    """
    uuid = requests.optional_key()
    revision = requests.revision(leagues.load(access.club_id, league).revision)
    changed = leagues.change(access, league, sent, revision=revision, uuid=uuid)
    return responses.respond(_league(changed), etag=f'"{changed.revision}"')


@_DIRECT.delete("/clubs/{club}/leagues/{league}")
def put_league_away(access: ClubAccess, league: int) -> None:
    """Archive a league.

    Nothing is lost. POST to `/back` to restore the league.
    """
    leagues.archive_league(access, league)


@_DIRECT.post("/clubs/{club}/leagues/{league}/back")
def put_league_back(access: ClubAccess, league: int) -> models.League:
    """Restore an archived league."""
    return _league(leagues.archive_league(access, league, False))
