"""Commands on the round clock. After time is called, players finish the hand in play and stop."""

from __future__ import annotations

from dataclasses import replace

from scorekeeper.core.db.database import now
from scorekeeper.core.refusals import Refusal
from scorekeeper.formats.declared import dump
from scorekeeper.messages.marks import N_
from scorekeeper.tournaments.commands.command import TournamentEffect, command
from scorekeeper.tournaments.commands.setup.validation import check_not_finished
from scorekeeper.tournaments.commands.snapshot import Board
from scorekeeper.tournaments.store.clock_part import Clock

MOST_MINUTES = 24 * 60


@command("clock_start", right="score", changes=("clock",), says=N_("Clock started"))
def start(board: Board, minutes: int | None) -> TournamentEffect:
    """Start a clock for the current round, replacing any other."""
    length = _check_minutes(minutes)
    check_not_finished(board)
    number = board.current.number if board.current else None
    return _set(Clock(number, length, now(), 0, None))


@command("clock_pause", right="score", changes=("clock",), says=N_("Clock paused"))
def pause(board: Board) -> TournamentEffect:
    """Pause the clock. Raises Refusal("clock.none", "clock.paused", "clock.called")."""
    clock = _clock(board)
    if clock.started_at is None:
        raise Refusal("clock.paused")
    return _set(replace(clock, started_at=None, spent=clock.used(now())))


@command("clock_resume", right="score", changes=("clock",), says=N_("Clock resumed"))
def resume(board: Board) -> TournamentEffect:
    """Resume the clock. Raises Refusal("clock.none", "clock.running", "clock.called")."""
    clock = _clock(board)
    if clock.started_at is not None:
        raise Refusal("clock.running")
    return _set(replace(clock, started_at=now()))


@command("clock_add", right="score", changes=("clock",), says=N_("Clock changed"))
def add(board: Board, minutes: int | None) -> TournamentEffect:
    """Add minutes to the clock, or remove some if `minutes` is negative."""
    if type(minutes) is not int or minutes == 0:
        raise Refusal("clock.minutes", "minutes", high=MOST_MINUTES)
    clock = _clock(board)
    return _set(replace(clock, minutes=_check_minutes(clock.minutes + minutes)))


@command("clock_call", right="score", changes=("clock",), says=N_("Last hand called"))
def call(board: Board) -> TournamentEffect:
    """Call time: the hand in play is the last. Raises Refusal("clock.none", "clock.called")."""
    return _set(replace(_clock(board), called_at=now()))


@command("clock_stop", right="score", changes=("clock",), says=N_("Clock removed"))
def stop(board: Board) -> TournamentEffect:
    """Remove the clock. Raises Refusal("clock.none")."""
    if board.clock is None:
        raise Refusal("clock.none")
    return TournamentEffect("clock", {"clock": None})


def _clock(board: Board) -> Clock:
    """Return the clock. Raises Refusal if there is none or time was called."""
    check_not_finished(board)
    if board.clock is None:
        raise Refusal("clock.none")
    if board.clock.called_at is not None:
        raise Refusal("clock.called")
    return board.clock


def _set(clock: Clock) -> TournamentEffect:
    return TournamentEffect("clock", {"clock": dump(clock)})


def _check_minutes(minutes: int | None) -> int:
    if type(minutes) is not int or not 1 <= minutes <= MOST_MINUTES:
        raise Refusal("clock.minutes", "minutes", high=MOST_MINUTES)
    return minutes
