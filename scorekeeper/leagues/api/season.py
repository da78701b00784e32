"""API operations on a club's season: ratings, records, careers, merged names and the history of changes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask import Response

from scorekeeper.clubs.api import authorization as club_requests
from scorekeeper.core.api import paging, requests, responses
from scorekeeper.core.api.operations import operation
from scorekeeper.core.refusals import NotFound
from scorekeeper.formats.declared import copy_as
from scorekeeper.leagues.api import models
from scorekeeper.leagues.commands import history as season_history
from scorekeeper.leagues.commands import joined_players as season_people
from scorekeeper.leagues.commands.redacted_season import visible_season
from scorekeeper.leagues.commands.season import Season
from scorekeeper.ratings import careers, records
from scorekeeper.ratings.facts import PlayedMatch, SeasonSeat
from scorekeeper.ratings.ratings import SETTLED_DEVIATION, History, rank_histories

_PUBLIC: dict[str, Any] = {"tag": "season", "access": "club.public"}
_DIRECT: dict[str, Any] = {"tag": "season", "access": "club.direct"}


def _season(club: int) -> Season:
    shown, access = club_requests.shown_club(club)
    return visible_season(shown, inside=access is not None)


@operation(
    "GET",
    "/clubs/{club}/ratings/players",
    summary="Read player ratings",
    about="Glicko-2 ratings, settled ones first, then by rating. `deviation` is the uncertainty.",
    answers={200: "Ratings"},
    **_PUBLIC,
)
def player_ratings(club: int) -> Response:
    season = _season(club)
    return _ratings(season, season.player_ratings)


@operation(
    "GET",
    "/clubs/{club}/ratings/pairs",
    summary="Read pair ratings",
    about="Same format and order as player ratings.",
    answers={200: "Ratings"},
    **_PUBLIC,
)
def pair_ratings(club: int) -> Response:
    season = _season(club)
    return _ratings(season, season.team_ratings)


def _ratings(season: Season, histories: dict[str, History]) -> Response:
    return responses.respond(models.Ratings([_rating(season, one) for one in rank_histories(histories.values())]))


def _rating(season: Season, one: History) -> models.Rating:
    steps = [models.RatingStep(s.event, round(s.rating.rating, 1), round(s.rating.deviation, 1)) for s in one.steps]
    now = one.now
    rating, deviation, settled = round(now.rating, 1), round(now.deviation, 1), now.deviation <= SETTLED_DEVIATION
    return models.Rating(one.key, season.name(one.key), rating, deviation, settled, one.matches, steps)


_MARKS = {
    "biggest_wins": records.biggest_wins,
    "highest_scores": records.highest_scores,
    "lowest_scores": records.lowest_scores,
    "most_boxed": records.most_boxed,
}
_STREAKS = {"players": records.player_streaks, "pairs": records.team_streaks}
_COUNTS = {"titles": records.titles, "evenings": records.evenings, "hundreds": records.hundreds_made}


@operation(
    "GET",
    "/clubs/{club}/season/records",
    summary="Read a club’s records",
    about="Lists the top five for each record, such as biggest win, highest score, longest streak and most titles.",
    answers={200: "SeasonRecords"},
    **_PUBLIC,
)
def read_records(club: int) -> Response:
    season = _season(club)
    events = season.events
    marks = {name: [_mark(season, one) for one in found(events)] for name, found in _MARKS.items()}
    streaks = {
        name: [copy_as(models.Streak, one, name=season.name(one.key)) for one in of(events)] for name, of in _STREAKS.items()
    }
    counts = {
        name: [copy_as(models.Counted, one, name=season.name(one.key)) for one in of(events)] for name, of in _COUNTS.items()
    }
    return responses.respond(models.SeasonRecords(models.Marks(**marks), models.Streaks(**streaks), models.Counts(**counts)))


def _mark(season: Season, one: records.Mark) -> models.Mark:
    return copy_as(models.Mark, one, tournament=one.event, side=_seat(season, one.side), against=_seat(season, one.other))


def _named(season: Season, key: str) -> models.Named:
    return models.Named(key, season.name(key))


def _seat(season: Season, seat: SeasonSeat) -> list[models.Named]:
    return [_named(season, key) for key in ((seat.team,) if seat.team else seat.players)]


@operation(
    "GET",
    "/clubs/{club}/season/people/{person}",
    summary="Read a player’s or pair’s career",
    about="Includes every tournament and match, with partners and opponents.",
    answers={200: "Career"},
    **_PUBLIC,
)
def read_career(club: int, person: str) -> Response:
    season = _season(club)
    pair = "+" in person or person.startswith("=")
    career = (careers.of_team if pair else careers.of_player)(season.events, person)
    if not career.evenings:
        raise NotFound("season.pair" if pair else "season.player")
    history = (season.team_ratings if pair else season.player_ratings).get(person)
    won, tied, lost = career.tally
    body = models.Career(
        key=person,
        name=season.name(person),
        members=[_named(season, key) for key in person.split("+")] if "+" in person else [],
        rating=None if history is None else _rating(season, history),
        won=won,
        tied=tied,
        lost=lost,
        evenings=[_evening(season, one, person) for one in career.evenings],
        partners=_company(season, career.partners),
        opponents=_company(season, career.opponents),
    )
    return responses.respond(body)


def _evening(season: Season, one: careers.Evening, person: str) -> models.Evening:
    matches = [_match(season, match, side, person) for match, side in one.matches]
    return models.Evening(one.event.id, one.event.name, one.event.day, None if one.place is None else one.place.rank, matches)


def _match(season: Season, match: PlayedMatch, side: int, key: str) -> models.OwnMatch:
    scores = match.scores or ()
    return models.OwnMatch(
        match.round,
        match.table,
        match.outcome(side) if match.played else "forfeit",
        [scores[side], *scores[:side], *scores[side + 1 :]] if scores else [],
        partners=[_named(season, p) for p in match.sides[side].players if p != key and p not in key.split("+")],
        against=[who for n, seat in enumerate(match.sides) if n != side for who in _seat(season, seat)],
    )


def _company(season: Season, company: Sequence[careers.HeadToHead]) -> list[models.Company]:
    return [copy_as(models.Company, one, name=season.name(one.key)) for one in company]


@operation(
    "GET",
    "/clubs/{club}/season/names",
    summary="List player names",
    about="Each of `names` is a different person. `joined` lists names merged into another.",
    answers={200: "SeasonNames"},
    **_DIRECT,
)
def list_names(club: int) -> Response:
    access = club_requests.club(club, "direct")
    return responses.respond(models.SeasonNames(season_people.names(access), season_people.merged_names(access)))


@operation(
    "POST",
    "/clubs/{club}/season/names",
    summary="Merge two names of one player",
    about="`other` becomes another name for `keep`. Tournaments show the name as entered, and undo separates the two again.",
    headers=("key",),
    body="JoinedNames",
    answers={204: None},
    **_DIRECT,
)
def join_names(club: int) -> Response:
    access = club_requests.club(club, "direct")
    asked = requests.read(models.JoinedNames)
    season_people.merge_names(access, asked.keep, asked.other, uuid=requests.key(required=True))
    return Response(status=204)


@operation(
    "GET",
    "/clubs/{club}/season/changes",
    summary="Read a season’s history",
    about="Lists changes to leagues and merged names, newest first.",
    query=paging.PAGING,
    answers={200: "SeasonHistory"},
    **_DIRECT,
)
def read_season_history(club: int) -> Response:
    changes = season_history.history(club_requests.club(club, "direct"))
    return responses.respond(models.SeasonHistory(*paging.select_page(changes, lambda step: (-step.number,))))


@operation(
    "POST",
    "/clubs/{club}/season/changes/{change}/undo",
    summary="Undo a season change",
    about="Restores the earlier state, even after later changes. Undoing an undo makes the change again.",
    headers=("key",),
    answers={200: "SeasonChange"},
    **_DIRECT,
)
def undo_season_change(club: int, change: int) -> Response:
    access = club_requests.club(club, "direct")
    return responses.respond(season_history.undo(access, change, uuid=requests.key(required=True)))
