"""A club's season: its leagues and how they stand, and the ratings."""

from __future__ import annotations

from typing import Any

from flask import Response

from scorekeeper.api import answers, club_requests, requests
from scorekeeper.api.operations import operation
from scorekeeper.codec.tournament_options import number_json
from scorekeeper.season.ratings import SETTLED, History, ranked
from scorekeeper.wording.marks import N_
from scorekeeper.workflows import season_leagues
from scorekeeper.workflows.season_events import Season, season_of
from scorekeeper.workflows.season_leagues import League

FACTS = ("name", "note", "who", "points", "others", "best", "share", "tournaments")


def _league(one: League) -> dict[str, Any]:
    rules = one.rules
    return {
        "id": one.id,
        "revision": one.revision,
        "name": one.name,
        "note": one.note,
        "who": rules.who,
        "points": list(rules.points),
        "others": rules.others,
        "best": rules.best,
        "share": rules.share,
        "tournaments": list(one.tournaments),
    }


@operation(
    "GET",
    "/clubs/{club}/leagues",
    tag="season",
    access="club.read",
    summary=N_("List the leagues of a club"),
    about=N_("Those that are put away are left out."),
    answers={200: "LeagueList"},
)
def list_leagues(club: int) -> Response:
    way = club_requests.club(club)
    return answers.respond({"leagues": [_league(one) for one in season_leagues.of_club(way.club_id)]})


@operation(
    "POST",
    "/clubs/{club}/leagues",
    tag="season",
    access="club.direct",
    summary=N_("Make a league"),
    about=N_(
        "`points`: of the first, second … place; `others`: of everybody after them; `best`: how many results count, null for all."
    ),
    headers=("key",),
    body="LeagueFacts",
    answers={201: "League"},
)
def create_league(club: int) -> Response:
    way = club_requests.club(club, "direct")
    made = season_leagues.create(way, requests.object_body(*FACTS), uuid=requests.key(required=True))
    return answers.respond(_league(made), 201)


@operation(
    "GET",
    "/clubs/{club}/leagues/{league}",
    tag="season",
    access="club.read",
    summary=N_("Read a league’s standings"),
    about=N_("Finished tournaments count. `to_come`: how many chosen ones are not finished yet."),
    answers={200: "LeagueStanding"},
)
def read_league(club: int, league: int) -> Response:
    way = club_requests.club(club)
    season = season_of(way.club_id)
    standing = season_leagues.standing(season, season_leagues.load(way.club_id, league))
    lines = [
        {
            "rank": line.rank,
            "key": line.key,
            "name": season.name(line.key),
            "points": number_json(line.points),
            "separated_by": line.separated_by,
            "results": [
                {"tournament": r.event, "rank": r.rank, "points": number_json(r.points), "counts": r.counts} for r in line.results
            ],
        }
        for line in standing.lines
    ]
    return answers.respond({"league": _league(standing.league), "standings": lines, "to_come": standing.to_come})


@operation(
    "PUT",
    "/clubs/{club}/leagues/{league}",
    tag="season",
    access="club.direct",
    summary=N_("Set up a league anew"),
    about=N_("All of it: what is left out is as in a new one."),
    headers=("revision",),
    body="LeagueFacts",
    answers={200: "League"},
    problems=(409,),
)
def change_league(club: int, league: int) -> Response:
    way = club_requests.club(club, "direct")
    facts = requests.object_body(*FACTS)
    return answers.respond(_league(season_leagues.change(way, league, facts, revision=requests.revision())))


@operation(
    "DELETE",
    "/clubs/{club}/leagues/{league}",
    tag="season",
    access="club.direct",
    summary=N_("Put a league away"),
    about=N_("Nothing of it is lost: the club’s own pages put it back."),
    answers={204: None},
)
def put_league_away(club: int, league: int) -> Response:
    season_leagues.put_away(club_requests.club(club, "direct"), league)
    return Response(status=204)


@operation(
    "GET",
    "/clubs/{club}/ratings/players",
    tag="season",
    access="club.read",
    summary=N_("Read the ratings of players"),
    about=N_("By Glicko-2. Settled ones first, the highest first; `deviation` says how sure a rating is."),
    answers={200: "Ratings"},
)
def player_ratings(club: int) -> Response:
    season = season_of(club_requests.club(club).club_id)
    return _ratings(season, season.player_ratings)


@operation(
    "GET",
    "/clubs/{club}/ratings/pairs",
    tag="season",
    access="club.read",
    summary=N_("Read the ratings of pairs"),
    about=N_("As those of players."),
    answers={200: "Ratings"},
)
def pair_ratings(club: int) -> Response:
    season = season_of(club_requests.club(club).club_id)
    return _ratings(season, season.team_ratings)


def _ratings(season: Season, found: dict[str, History]) -> Response:
    lines = [
        {
            "key": one.key,
            "name": season.name(one.key),
            "rating": round(one.now.rating, 1),
            "deviation": round(one.now.deviation, 1),
            "settled": one.now.deviation <= SETTLED,
            "matches": one.matches,
            "history": [
                {"tournament": s.event, "rating": round(s.rating.rating, 1), "deviation": round(s.rating.deviation, 1)}
                for s in one.steps
            ],
        }
        for one in ranked(found.values())
    ]
    return answers.respond({"ratings": lines})
