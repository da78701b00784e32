"""Tournaments in one hall: of one club, on one day and at one venue."""

from __future__ import annotations

from dataclasses import dataclass, replace

from sqlalchemy import bindparam, select

from scorekeeper.core.db.database import now, rows
from scorekeeper.tournaments.commands.authorization import TournamentAccess
from scorekeeper.tournaments.commands.snapshot import Board, load
from scorekeeper.tournaments.store.tournament import StoredTournament

CLOCK_SECONDS = 3
"""Clocks that differ by at most this many seconds were set together."""

_SAME_DAY = (
    select(StoredTournament.id, StoredTournament.revision, StoredTournament.changed_at)
    .where(StoredTournament.club_id == bindparam("club"), StoredTournament.day == bindparam("day"))
    .where(StoredTournament.status.in_(("open", "running")), StoredTournament.id != bindparam("own"))
    .order_by(StoredTournament.id)
)


@dataclass(frozen=True)
class HallEvent:
    """A tournament in the hall, with the caller's access to it."""

    access: TournamentAccess
    board: Board

    @property
    def id(self) -> int:
        return self.access.tournament_id


def others_in_hall(access: TournamentAccess, board: Board) -> list[HallEvent]:
    """Return the other tournaments in the hall that are open or running, in order of creation.

    The access to one of a club's tournaments gives the same rights to its others.
    """
    found = []
    for number, revision, changed_at in rows(_SAME_DAY, club=access.club_id, day=board.about.day, own=access.tournament_id):
        own_access = replace(access, tournament_id=number, revision=revision, changed_at=changed_at)
        other = load(own_access)
        if _venue(other) == _venue(board):
            found.append(HallEvent(own_access, other))
    return found


def _venue(board: Board) -> str:
    return " ".join(board.about.venue.split()).casefold()


def have_same_clock(one: Board, other: Board) -> bool:
    """Return whether neither has a clock, or both clocks show the same."""
    a, b = one.clock, other.clock
    if a is None or b is None:
        return a is b
    moment = now()
    alike = (a.minutes, a.running, a.called_at is None) == (b.minutes, b.running, b.called_at is None)
    return alike and abs(a.used(moment) - b.used(moment)) <= CLOCK_SECONDS
