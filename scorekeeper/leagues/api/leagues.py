"""API operations on leagues: read, export, print, create, change, archive."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from flask import Response

from scorekeeper.clubs.api.authorization import ShownClub, club_access, club_operations, shown_club
from scorekeeper.clubs.commands.members.members import ClubAccess
from scorekeeper.clubs.store.league import LONGEST_LEAGUE_NAME
from scorekeeper.core.api import requests, responses
from scorekeeper.core.api.json_schema import FLAG, ID, Count, Description, Id, Ordinal, array, integer, nullable, one_of, text
from scorekeeper.core.api.operations import OperationGroup
from scorekeeper.core.http.downloads import CSV, PDF, XLSX, make_pdf_response, make_table_download
from scorekeeper.core.i18n.translation import LANGUAGES, language
from scorekeeper.core.i18n.translation import t as request_t
from scorekeeper.core.pdf.page_sizes import ALL_SIZES
from scorekeeper.core.pdf.sheet_options import SheetOptions
from scorekeeper.formats.declared import copy_as, number_json
from scorekeeper.leagues.api.season import season_of
from scorekeeper.leagues.commands import leagues
from scorekeeper.leagues.commands.leagues import MOST_RESULTS, Standing
from scorekeeper.leagues.commands.season import Season
from scorekeeper.leagues.printouts.league import league_html
from scorekeeper.ratings.league import BREAKS, COUNTS, MOST_PLACES, MOST_POINTS, WHO
from scorekeeper.tournaments.commands.setup.validation import LONGEST_NOTE
from scorekeeper.tournaments.printouts.page import Paper

_NAME, _NOTE, _WHO = text(LONGEST_LEAGUE_NAME, 1), text(LONGEST_NOTE), one_of(WHO)
_COUNTS = one_of(COUNTS)
_WORTH, _BEST = integer(0, MOST_POINTS), nullable(integer(1, MOST_RESULTS))
_POINTS, _CHOSEN = array(_WORTH, 1, MOST_PLACES), array(ID)


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueFacts:
    """The requested setup of a league."""

    name: Annotated[object, _NAME]
    note: Annotated[object, _NOTE] = None
    who: Annotated[object, _WHO] = None
    counts: Annotated[object, _COUNTS, Description("Points by rank, match points or points scored.")] = None
    points: Annotated[object, _POINTS, Description("Points for rank 1, rank 2 and so on.")]
    others: Annotated[object, _WORTH, Description("Points for every lower rank.")] = None
    best: Annotated[object, _BEST, Description("How many results count per entrant; null counts all.")] = None
    share: Annotated[object, FLAG] = None
    tournaments: Annotated[object, _CHOSEN] = None


@dataclass(frozen=True, slots=True)
class League:
    """A league's setup. `tournaments`: ids of the tournaments that count."""

    id: Id
    revision: Ordinal
    name: Annotated[str, _NAME]
    note: Annotated[str, _NOTE]
    who: Annotated[str, _WHO]
    counts: Annotated[str, _COUNTS]
    points: Annotated[tuple[int, ...], _POINTS]
    others: Annotated[int, _WORTH]
    best: Annotated[int | None, _BEST]
    share: bool
    tournaments: tuple[Id, ...]


@dataclass(frozen=True, slots=True)
class LeagueList:
    """Leagues, newest first."""

    leagues: list[League]


@dataclass(frozen=True, slots=True)
class Collected:
    """A player's or pair's result in one tournament. `counts`: whether it is among the best."""

    tournament: Id
    rank: Ordinal
    points: float
    counts: bool


@dataclass(frozen=True, slots=True)
class LeagueLine:
    """A line of a league's standings."""

    rank: Ordinal
    key: str
    name: str
    points: float
    separated_by: Annotated[str, one_of(BREAKS)] | None
    results: list[Collected]


@dataclass(frozen=True, slots=True)
class LeagueStanding:
    """A league with its standings."""

    league: League
    standings: list[LeagueLine]
    to_come: Annotated[Count, Description("Tournaments of the league that are not finished.")]
    left_out: Annotated[tuple[str, ...], Description("Entrants who cannot get points in this league.")]


_PUBLIC = club_operations("season", "club.public", season=season_of)
_DIRECT = club_operations("season", "club.direct")


def _league(one: leagues.League) -> League:
    rules = one.rules
    counted = {name: getattr(rules, name) for name in ("who", "counts", "points", "others", "best", "share")}
    return copy_as(League, one, **counted)


@OperationGroup("season", "club.public").get("/clubs/{club}/leagues", query=("away",))
def list_leagues(club: int) -> LeagueList:
    """List a club’s leagues.

    Lists active leagues, or archived ones if `away` is set.
    """
    away = requests.flag("away")
    number = club_access(club, "direct").club_id if away else shown_club(club)[0].id
    return LeagueList([_league(one) for one in leagues.of_club(number, deleted=away)])


@_DIRECT.post("/clubs/{club}/leagues", status=201, headers=("key",), body=LeagueFacts)
def create_league(access: ClubAccess, sent: dict[str, Any]) -> League:
    """Create a league.

    Entrants score points by rank in each of the league’s `tournaments`.
    """
    return _league(leagues.create(access, sent, uuid=requests.key(required=True)))


@_PUBLIC.get("/clubs/{club}/leagues/{league}")
def read_league(access: ShownClub, season: Season, league: int) -> LeagueStanding:
    """Read a league’s standings.

    Only finished tournaments count.
    """
    standing = _standing(access, season, league)
    lines = [
        copy_as(
            LeagueLine,
            line,
            name=season.name(line.key),
            points=number_json(line.points),
            results=[copy_as(Collected, one, tournament=one.event, points=number_json(one.points)) for one in line.results],
        )
        for line in standing.lines
    ]
    return LeagueStanding(_league(standing.league), lines, standing.to_come, standing.left_out)


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
    options = SheetOptions(Paper(size).base, lang)
    names = {line.key: season.name(line.key) for line in standing.lines}
    return make_pdf_response(
        lambda: league_html(standing, names, name, options),
        name=[name, standing.league.name],
        of=("api", standing.league, standing.lines, sorted(names.items()), standing.events, name, options),
    )


@_DIRECT.put(
    "/clubs/{club}/leagues/{league}",
    headers=("revision", "key?"),
    body=LeagueFacts,
    answers={200: League},
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
def put_league_back(access: ClubAccess, league: int) -> League:
    """Restore an archived league."""
    return _league(leagues.archive_league(access, league, False))
