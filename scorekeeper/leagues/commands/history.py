"""The history of a club's leagues and merged names. Any change can be undone, whatever came after it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any

from sqlalchemy import select

from scorekeeper.clubs.commands.event_writer import change_club
from scorekeeper.clubs.commands.members.members import ClubAccess
from scorekeeper.clubs.store.log import ClubEvent, club_events, undone_numbers
from scorekeeper.core.api.json_schema import HIDDEN, Id, Ordinal, one_of
from scorekeeper.core.db.database import db
from scorekeeper.core.events.undo_chains import find_origin
from scorekeeper.core.refusals import NotFound, Refusal
from scorekeeper.leagues.commands import joined_players, leagues, season


@dataclass(frozen=True)
class SeasonStep:
    """A change of a league or player (`kind`) with the id `about`.

    `before`, `after`: the facts that changed.
    `redo`: the change undoes an undo. `ended`: its account has been deleted since.
    """

    number: Ordinal
    at: datetime
    who: str
    action: str
    kind: Annotated[str, one_of(("league", "player"))]
    about: Id
    before: dict[str, Any]
    after: dict[str, Any]
    undoes: Ordinal | None
    undone: bool
    redo: bool
    ended: Annotated[bool, HIDDEN] = False

    @property
    def may_undo(self) -> bool:
        """Return whether an undo can be offered. It may still be refused."""
        return self.action != "create" and not self.undone


def history(club: ClubAccess, *, kind: str | None = None, about: int | None = None) -> list[SeasonStep]:
    """Return changes, newest first, optionally of one kind or of one league or player. Directors only. Raises NotAllowed."""
    club.check("direct")
    changes = club_events(club.club_id)
    undone = undone_numbers(changes)
    undoes = {change.number: change.undoes for change in changes}
    steps = (_step(change, change.number in undone, find_origin(undoes, change.number)[1]) for change in reversed(changes))
    return [one for one in steps if kind in (None, one.kind) and about in (None, one.about)]


def number_of(club: ClubAccess, uuid: str) -> int | None:
    """Return the number of the change made under this key, or None if nothing changed. Directors only. Raises NotAllowed."""
    club.check("direct")
    condition = (ClubEvent.club_id == club.club_id) & (ClubEvent.uuid == uuid)
    return db.session.scalar(select(ClubEvent.number).where(condition))


def _step(change: ClubEvent, is_undone: bool, redo: bool) -> SeasonStep:
    kind, _, about = change.subject.partition("/")
    ended = change.account_id is not None and not change.who
    facts = (change.number, change.at, change.who, change.action)
    return SeasonStep(*facts, kind, int(about), change.before, change.after, change.undoes, is_undone, redo, ended)


def undo(club: ClubAccess, number: int, *, uuid: str) -> SeasonStep:
    """Undo a change by restoring the facts it changed. Undoing an undo repeats the change. Directors only.

    Idempotent by `uuid`. Raises NotAllowed, NotFound("season.change"), and Refusal if it is not possible or changes nothing.
    """
    club.check("direct")
    season.season_of(club.club_id)  # computed before the lock, so that no one waits for it
    with change_club(club, "undo", number, uuid) as turn:
        event = turn.made
        if event is None:
            row = turn.session.get(ClubEvent, (club.club_id, number))
            if row is None:
                raise NotFound("season.change")
            if row.action == "create":
                raise Refusal("season.undo_create")
            kind, _, about = row.subject.partition("/")
            event = (leagues if kind == "league" else joined_players).restore(turn, int(about), row)
        undoes = {change.number: change.undoes for change in club_events(club.club_id)}
        return _step(event, False, find_origin(undoes, event.number)[1])
