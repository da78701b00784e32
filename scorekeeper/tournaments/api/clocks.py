"""API endpoints for the round clock and the timetable."""

from __future__ import annotations

from datetime import datetime, tzinfo

from flask import Response

from scorekeeper.core.api import requests, responses
from scorekeeper.core.api.operations import operation
from scorekeeper.core.i18n import timezones
from scorekeeper.core.refusals import Refusal
from scorekeeper.tournaments.api import authorization as tournament_requests
from scorekeeper.tournaments.api import models, round_models
from scorekeeper.tournaments.api import responses as tournament_answers
from scorekeeper.tournaments.api.command_handler import COMMAND_OPTIONS, run_command
from scorekeeper.tournaments.api.request_models import ClockAction
from scorekeeper.tournaments.commands.redacted_view import load_redacted
from scorekeeper.tournaments.commands.rounds import clock
from scorekeeper.tournaments.commands.setup import validation


@operation(
    "GET",
    "/tournaments/{tournament}/clock",
    tag="rounds",
    access="club.public",
    summary="Read the round clock",
    about="`clock` is null if none is set. `left` is in seconds, negative once time is up.",
    answers={200: "TournamentClock"},
)
def read_clock(tournament: int) -> Response:
    board = load_redacted(tournament_requests.desk_or_public(tournament))
    return responses.respond(models.TournamentClock(board.revision, tournament_answers.clock(board.clock)))


@operation(
    "PUT",
    "/tournaments/{tournament}/clock",
    tag="rounds",
    access="club.score",
    summary="Control the round clock",
    about="`start` and `add` need `minutes`. After `call`, tables finish the current hand and stop.",
    body="ClockAction",
    **COMMAND_OPTIONS,
)
def run_clock(tournament: int) -> Response:
    access = tournament_requests.tournament(tournament, "score")
    asked = requests.read(ClockAction)
    action, minutes = asked.action, asked.minutes
    plain = {"pause": clock.pause, "resume": clock.resume, "call": clock.call, "stop": clock.stop}
    timed = {"start": clock.start, "add": clock.add}
    if not isinstance(action, str):
        raise Refusal("clock.action", "action", read=str(action)[:20])
    if action in timed:
        return run_command(access, timed[action], minutes)
    if action not in plain:
        raise Refusal("clock.action", "action", read=str(action)[:20])
    return run_command(access, plain[action])


@operation(
    "GET",
    "/tournaments/{tournament}/timetable",
    tag="rounds",
    access="club.public",
    summary="Read the round timetable",
    about=(
        "Times are in the club’s time zone, with a UTC offset. Empty until the start, number of rounds and match length are set."
    ),
    answers={200: "Timetable"},
)
def read_timetable(tournament: int) -> Response:
    access = tournament_requests.desk_or_public(tournament)
    board = load_redacted(access)
    starts = board.about.starts
    zone = timezones.club_zone(access.zone)
    rounds = validation.timetable(board, timezones.start_time(board.about.day, starts, zone)) if starts else []
    return responses.respond(
        round_models.Timetable(
            [round_models.RoundTimes(n, _local_time(one, zone), _local_time(other, zone)) for n, one, other in rounds]
        )
    )


def _local_time(moment: datetime, zone: tzinfo) -> str:
    return moment.astimezone(zone).isoformat(timespec="seconds")
