"""The round clock: set, stopped, lengthened, called. When time is called the hand in play is finished; it is the last."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from scorekeeper.base.db import now
from scorekeeper.base.refusals import Refusal
from scorekeeper.tournaments.actions.board import Board
from scorekeeper.tournaments.actions.clock_state import Clock
from scorekeeper.tournaments.actions.setup import check_going
from scorekeeper.tournaments.actions.way import TournamentWay
from scorekeeper.tournaments.actions.writing import Draft, Written, write

MOST_MINUTES = 24 * 60


def start(way: TournamentWay, minutes: int, *, revision: int, uuid: str) -> Written:
    """Start a clock for the current round, in place of the one there is."""
    _check_minutes(minutes)

    def plan(board: Board) -> Draft:
        check_going(board)
        number = board.current.number if board.current else None
        return Draft("clock_start", "clock", {"clock": Clock(number, minutes, now(), 0, None).as_json()})

    return write(way, plan, right="score", action="clock_start", asked=minutes, revision=revision, uuid=uuid)


def pause(way: TournamentWay, *, revision: int, uuid: str) -> Written:
    """Let time stand still. Raises Refusal("clock.none", "clock.paused", "clock.called")."""

    def to(clock: Clock, moment: datetime) -> Clock:
        if clock.started_at is None:
            raise Refusal("clock.paused")
        return replace(clock, started_at=None, spent=clock.used(moment))

    return _change(way, "clock_pause", to, revision, uuid)


def resume(way: TournamentWay, *, revision: int, uuid: str) -> Written:
    """Let time go on. Raises Refusal("clock.none", "clock.running", "clock.called")."""

    def to(clock: Clock, moment: datetime) -> Clock:
        if clock.started_at is not None:
            raise Refusal("clock.running")
        return replace(clock, started_at=moment)

    return _change(way, "clock_resume", to, revision, uuid)


def add(way: TournamentWay, minutes: int, *, revision: int, uuid: str) -> Written:
    """Give some minutes more, or fewer (below zero)."""

    def to(clock: Clock, moment: datetime) -> Clock:  # noqa: ARG001 (as the others)
        _check_minutes(clock.minutes + minutes)
        return replace(clock, minutes=clock.minutes + minutes)

    if type(minutes) is not int or minutes == 0:
        raise Refusal("clock.minutes", "minutes", high=MOST_MINUTES)
    return _change(way, "clock_add", to, revision, uuid, minutes)


def call(way: TournamentWay, *, revision: int, uuid: str) -> Written:
    """Call time: the hand in play is the last. Raises Refusal("clock.none", "clock.called")."""

    def to(clock: Clock, moment: datetime) -> Clock:
        return replace(clock, called_at=moment)

    return _change(way, "clock_call", to, revision, uuid)


def stop(way: TournamentWay, *, revision: int, uuid: str) -> Written:
    """Take the clock away. Raises Refusal("clock.none")."""

    def plan(board: Board) -> Draft:
        if board.clock is None:
            raise Refusal("clock.none")
        return Draft("clock_stop", "clock", {"clock": None})

    return write(way, plan, right="score", action="clock_stop", revision=revision, uuid=uuid)


def _change(
    way: TournamentWay, action: str, to: Callable[[Clock, datetime], Clock], revision: int, uuid: str, asked: object = None
) -> Written:
    def plan(board: Board) -> Draft:
        check_going(board)
        clock = board.clock
        if clock is None:
            raise Refusal("clock.none")
        if clock.called_at is not None:
            raise Refusal("clock.called")
        return Draft(action, "clock", {"clock": to(clock, now()).as_json()})

    return write(way, plan, right="score", action=action, asked=asked, revision=revision, uuid=uuid)


def _check_minutes(minutes: object) -> None:
    if type(minutes) is not int or not 1 <= minutes <= MOST_MINUTES:
        raise Refusal("clock.minutes", "minutes", high=MOST_MINUTES)
