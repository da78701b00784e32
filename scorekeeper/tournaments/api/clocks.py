"""API endpoints for the round clock and the timetable."""

from __future__ import annotations

from datetime import datetime, tzinfo

from scorekeeper.core.i18n import timezones
from scorekeeper.core.refusals import Refusal
from scorekeeper.tournaments.api import models, round_models
from scorekeeper.tournaments.api import responses as tournament_answers
from scorekeeper.tournaments.api.authorization import tournament_operations
from scorekeeper.tournaments.api.request_models import ClockAction
from scorekeeper.tournaments.commands.authorization import TournamentAccess
from scorekeeper.tournaments.commands.command import TournamentCommand
from scorekeeper.tournaments.commands.rounds import clock
from scorekeeper.tournaments.commands.setup import validation
from scorekeeper.tournaments.commands.snapshot import Board

_PUBLIC = tournament_operations("rounds", "club.public")
_SCORE = tournament_operations("rounds", "club.score")


@_PUBLIC.get("/tournaments/{tournament}/clock")
def read_clock(board: Board) -> models.TournamentClock:
    """Read the round clock.

    `clock` is null if none is set. `left` is in seconds, negative once time is up.
    """
    return models.TournamentClock(board.revision, tournament_answers.clock(board.clock))


@_SCORE.put("/tournaments/{tournament}/clock")
def run_clock(sent: ClockAction) -> TournamentCommand:
    """Control the round clock.

    `start` and `add` need `minutes`. After `call`, tables finish the current hand and stop.
    """
    plain = {"pause": clock.pause, "resume": clock.resume, "call": clock.call, "stop": clock.stop}
    timed = {"start": clock.start, "add": clock.add}
    if not isinstance(sent.action, str) or sent.action not in (*plain, *timed):
        raise Refusal("clock.action", "action", read=str(sent.action)[:20])
    return timed[sent.action](sent.minutes) if sent.action in timed else plain[sent.action]()


@_PUBLIC.get("/tournaments/{tournament}/timetable")
def read_timetable(access: TournamentAccess, board: Board) -> round_models.Timetable:
    """Read the round timetable.

    Times are in the club’s time zone, with a UTC offset. Empty until the start, number of rounds and match length are set.
    """
    starts = board.about.starts
    zone = timezones.club_zone(access.zone)
    rounds = validation.timetable(board, timezones.start_time(board.about.day, starts, zone)) if starts else []
    return round_models.Timetable(
        [round_models.RoundTimes(n, _local_time(one, zone), _local_time(other, zone)) for n, one, other in rounds]
    )


def _local_time(moment: datetime, zone: tzinfo) -> str:
    return moment.astimezone(zone).isoformat(timespec="seconds")
