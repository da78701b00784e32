"""What happened to a club's leagues and to who is who; every change can be taken back, whatever came after it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any

from sqlalchemy import select

from scorekeeper.base.api.shapes import HIDDEN, Id, Ordinal, one_of
from scorekeeper.base.db import db
from scorekeeper.base.refusals import NotFound, Refusal
from scorekeeper.base.undoing import origin
from scorekeeper.clubs.actions.log import changing
from scorekeeper.clubs.actions.members import ClubAccess
from scorekeeper.clubs.store.log import ClubChange, club_changes, undone
from scorekeeper.seasons.actions import events, leagues, people


@dataclass(frozen=True)
class SeasonStep:
    """A change of a league or a player (`kind`), `about`: its id. `before`, `after`: the facts that changed.

    `redo`: it takes another back, and undoing it does that again. `ended`: by an account that has ended since.
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
        """Whether it can be taken back, as far as is plain before it is tried."""
        return self.action != "create" and not self.undone


def history(club: ClubAccess, *, kind: str | None = None, about: int | None = None) -> list[SeasonStep]:
    """The changes, the newest first; of one kind, of one league or player, where that is said. Directors. Raises NotAllowed."""
    club.check("direct")
    changes = club_changes(club.club_id)
    gone = undone(changes)
    undoes = {change.number: change.undoes for change in changes}
    steps = (_step(change, change.number in gone, origin(undoes, change.number)[1]) for change in reversed(changes))
    return [one for one in steps if kind in (None, one.kind) and about in (None, one.about)]


def number_of(club: ClubAccess, uuid: str) -> int | None:
    """The number of the change that was made under this key; None where nothing was changed. Directors. Raises NotAllowed."""
    club.check("direct")
    made = (ClubChange.club_id == club.club_id) & (ClubChange.uuid == uuid)
    return db.session.scalar(select(ClubChange.number).where(made))


def _step(change: ClubChange, is_undone: bool, redo: bool) -> SeasonStep:
    kind, _, about = change.subject.partition("/")
    ended = change.account_id is not None and not change.who
    facts = (change.number, change.at, change.who, change.action)
    return SeasonStep(*facts, kind, int(about), change.before, change.after, change.undoes, is_undone, redo, ended)


def undo(club: ClubAccess, number: int, *, uuid: str) -> SeasonStep:
    """Take a change back: the facts that it changed stand again as before it. Undoing an undo does it again. Directors.

    The same `uuid` does it once. Raises NotAllowed, NotFound("season.change"), Refusal where it cannot be or changes nothing.
    """
    club.check("direct")
    events.season_of(club.club_id)  # what takes long is done before anybody has to wait
    with changing(club, "undo", number, uuid) as turn:
        made = turn.made
        if made is None:
            row = turn.session.get(ClubChange, (club.club_id, number))
            if row is None:
                raise NotFound("season.change")
            if row.action == "create":
                raise Refusal("season.undo_create")
            kind, _, about = row.subject.partition("/")
            made = (leagues if kind == "league" else people).restore(turn, int(about), row)
        undoes = {change.number: change.undoes for change in club_changes(club.club_id)}
        return _step(made, False, origin(undoes, made.number)[1])
