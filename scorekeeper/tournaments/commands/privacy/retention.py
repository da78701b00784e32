"""Data retention in a club: the names of inactive players, expired sessions and invitations.

The names of players who have not been in a tournament for the club's chosen time are replaced everywhere, as by
`pseudonyms.pseudonymise`. Scores, pairings, standings and ratings stay. What is due is shown in advance. It is computed
again in the transaction that replaces it, with the club and its tournaments locked, so that a second process finds nothing
left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from functools import partial
from itertools import zip_longest
from typing import Any, TypeVar

from sqlalchemy import Text, cast, func, or_, select
from sqlalchemy.orm import Session

from scorekeeper.clubs.commands.privacy import privacy, public_names, retention_periods
from scorekeeper.clubs.commands.privacy.privacy import RetentionPeriods
from scorekeeper.clubs.store.club import Club, ClubPlayer
from scorekeeper.core.db.database import UNAVAILABLE, db, write_transaction
from scorekeeper.core.i18n import timezones
from scorekeeper.core.refusals import NotFound
from scorekeeper.core.security import rate_limits
from scorekeeper.core.security.signing import same_name
from scorekeeper.formats.declared import parse
from scorekeeper.tournaments.commands.privacy import pseudonyms
from scorekeeper.tournaments.commands.privacy.name_rows import PSEUDONYMISE, Person
from scorekeeper.tournaments.commands.privacy.pseudonyms import RETENTION
from scorekeeper.tournaments.store.parts import EntrantPart
from scorekeeper.tournaments.store.tournament import StoredTournament, StoredTournamentEvent

SOON = timedelta(days=60)
"""How far in advance due names are shown."""

TRIES = 10
"""How often to wait for a lock (`database.LOCK_TIMEOUT` each). At night no user is waiting."""

Found = TypeVar("Found")

Call = Callable[[int], str]
"""Returns the pseudonym for a number."""


@dataclass(frozen=True)
class DuePerson:
    """A person whose name will be replaced. `last`: when they last took part; `on`: the day it is due."""

    name: str
    last: date
    on: date
    person: Person


@dataclass(frozen=True)
class Due:
    """The data due in a club today and soon.

    `people`: in order of their day, up to `SOON` ahead; `sign_ins`, `invitations`: the numbers to delete today. `begins`:
    the first day on which anything is removed; None if everything is stored forever.
    """

    today: date
    begins: date | None
    people: tuple[DuePerson, ...] = ()
    sign_ins: int = 0
    invitations: int = 0

    @property
    def now(self) -> tuple[DuePerson, ...]:
        """The people whose names are replaced today."""
        return tuple(one for one in self.people if one.on <= self.today)

    @property
    def nothing(self) -> bool:
        return not (self.now or self.sign_ins or self.invitations)


@dataclass(frozen=True)
class RetentionOutcome:
    """The outcome in a club. `people`: the number of people whose names were replaced."""

    club_id: int
    club: str
    people: int
    sign_ins: int
    invitations: int


def due(club_id: int) -> Due:
    """Return the data due in the club now and soon. Nothing is written. Raises NotFound("club")."""
    numbers = db.session.scalars(select(StoredTournament.id).where(StoredTournament.club_id == club_id)).all()
    return _due(db.session(), club_id, numbers)


def clubs() -> list[tuple[int, str]]:
    """Return the id and name of every club that does not store everything forever."""
    query = select(Club.id, Club.name).where(Club.keep_since.is_not(None)).order_by(Club.id)
    return [(number, name) for number, name in db.session.execute(query)]


def run(club_id: int, call: Call) -> RetentionOutcome:
    """Remove the data due in the club and record it in the club's log. Raises NotFound("club")."""
    with write_transaction() as session:
        numbers = pseudonyms.lock_club(session, club_id)
        name = session.scalar(select(Club.name).where(Club.id == club_id)) or ""
        due = _due(session, club_id, numbers)
        if due.nothing:
            return RetentionOutcome(club_id, name, 0, 0, 0)
        event_facts: dict[str, Any] = {"people": 0, "become": []}
        if due.now:
            people = [one.person for one in due.now]
            event_facts = pseudonyms.replace_all(session, club_id, people, call, []).told()
        if due.sign_ins or due.invitations:
            months = privacy.privacy_of(club_id).keeping.sign_ins
            assert months is not None
            retention_periods.delete_ended(session, club_id, months, due.today)
        event_facts |= {"sign_ins": due.sign_ins, "invitations": due.invitations}
        privacy.note(session, club_id, RETENTION, {}, event_facts)
    if due.now:
        pseudonyms.forget_papers(numbers)
    return RetentionOutcome(club_id, name, len(due.now), due.sign_ins, due.invitations)


def run_all(call: Call) -> list[RetentionOutcome]:
    """Remove due data in every club, and the server's records of wrong passwords. Return the outcomes."""
    _retry_when_locked(rate_limits.delete_expired_counts)
    done = []
    for number, _name in clubs():
        try:
            done.append(_retry_when_locked(partial(run, number, call)))
        except NotFound:  # deleted in the meantime
            continue
    return [one for one in done if one.people or one.sign_ins or one.invitations]


def _retry_when_locked(do: Callable[[], Found]) -> Found:
    """Return the result of `do`, trying again while another process holds a lock."""
    for _try in range(TRIES - 1):
        try:
            return do()
        except UNAVAILABLE:
            db.session.rollback()
    return do()


def _due(session: Session, club_id: int, numbers: Sequence[int]) -> Due:
    chosen: RetentionPeriods = privacy.privacy_of(club_id).keeping
    zone = timezones.club_zone(session.scalar(select(Club.zone).where(Club.id == club_id)))
    today = timezones.today(zone)
    if chosen.begins is None:
        return Due(today, None)
    begins = chosen.begins.astimezone(zone).date()
    people = tuple(_people(session, club_id, numbers, chosen.names, begins, today)) if chosen.names else ()
    ended = (0, 0)
    if chosen.sign_ins and begins <= today:
        ended = retention_periods.count_ended(session, club_id, chosen.sign_ins, today)
    return Due(today, begins, people, *ended)


def _people(
    session: Session, club_id: int, numbers: Sequence[int], months: int, begins: date, today: date
) -> Iterator[DuePerson]:
    nobody = pseudonyms.earlier_pseudonyms(session, club_id)
    listed = []
    for one in _find_people(session, club_id, numbers):
        names = tuple(one.names.values())
        if any(same_name(name) in nobody for name in names[:1]):
            continue
        on = max(retention_periods.months_after(one.last, months), begins)
        if on <= today + SOON:
            listed.append(DuePerson(names[0], one.last, on, Person(tuple(one.ids), names)))
    yield from sorted(listed, key=lambda one: (one.on, same_name(one.name)))


@dataclass
class _FoundPerson:
    """A person found in the logs. `names`: by name key, starting with the name that stays."""

    ids: list[int]
    names: dict[str, str]
    last: date = field(default=date.min)


def _find_people(session: Session, club_id: int, numbers: Sequence[int]) -> Iterable[_FoundPerson]:
    """Return everyone in the club, with the last day they were on the roster, entered, or a substitute."""
    roster = pseudonyms.roster_of(session, club_id)
    root = _roots(roster)
    people: dict[object, _FoundPerson] = {}
    known: dict[str, int] = {}
    for one in sorted(roster, key=lambda one: (root[one.id] != one.id, one.id)):
        person = people.setdefault(root[one.id], _FoundPerson([], {}))
        person.ids.append(one.id)
        person.names[one.key] = one.name
        person.last = max(person.last, one.created_at.date())
        known[one.key] = root[one.id]
    for name, number, day in _mentions(session, numbers):
        key = same_name(name)
        if not key:
            continue
        who = root.get(number) if number is not None else None
        who = known.get(key) if who is None else who
        person = people.setdefault(key if who is None else who, _FoundPerson([], {}))
        if key not in known:
            person.names.setdefault(key, name)
        person.last = max(person.last, day)
    return people.values()


def _roots(roster: Iterable[ClubPlayer]) -> dict[int, int]:
    same = {one.id: one.same_as_id for one in roster}
    found = {}
    for number in same:
        at = number
        while (above := same.get(at)) is not None:
            at = above
        found[number] = at
    return found


def _mentions(session: Session, numbers: Sequence[int]) -> Iterator[tuple[str, int | None, date]]:
    """Yield every entered player and substitute: name, roster number if known, and the tournament's last day."""
    days = _days(session, numbers)
    row = StoredTournamentEvent
    entered = or_(*(cast(column, Text).contains("entrant/") for column in (row.before, row.after)))
    query = select(row.tournament_id, row.before, row.after).where(row.tournament_id.in_(numbers), entered)
    for number, before, after in session.execute(query):
        for part, value in (*before.items(), *after.items()):
            if part.startswith("entrant/") and value is not None:
                for name, player in _named_people(parse(EntrantPart, value)):
                    yield name, player, days[number]


def _named_people(one: EntrantPart) -> Iterator[tuple[str, int | None]]:
    ids = one.player_ids if len(one.player_ids) == len(one.players) else ()
    yield from zip_longest(one.players or together(one.name), ids)
    for stand_in in one.substitute_names:
        for name in together(stand_in):
            yield name, None


def together(name: str) -> list[str]:
    """Return the people in a name of several; a team name such as `Poirier & fils` counts as one."""
    found = public_names.split_pair(name)
    return found if all(" " in one for one in found) else [name]


def _days(session: Session, numbers: Sequence[int]) -> dict[int, date]:
    """Return the last day of each tournament.

    For an unfinished one, the day of the last event by its players if that is later.
    """
    row = StoredTournamentEvent
    changed = select(row.tournament_id, func.max(row.at)).where(row.tournament_id.in_(numbers), row.action != PSEUDONYMISE.action)
    moments: dict[int, datetime] = dict(iter(session.execute(changed.group_by(row.tournament_id))))
    heads = select(StoredTournament.id, StoredTournament.day, StoredTournament.status).where(StoredTournament.id.in_(numbers))
    found = {}
    for number, day, status in session.execute(heads):
        found[number] = date.fromisoformat(day)
        if status != "finished" and number in moments:
            found[number] = max(found[number], moments[number].astimezone(UTC).date())
    return found
