"""Removal of a person's name from all of a club's data.

It covers the roster, tournaments, games at their tables, leagues and all their logs. Scores, pairings, standings and ratings
stay the same, and every game replays the same.

Logs are append-only, and this is the one exception. It is sound because names decide nothing. Each row is rewritten with a
new name, in one transaction that locks the club and its tournaments. A further row, without the name, gives each log a new
revision, so that cached copies, open pages and printouts are reloaded. See docs/decisions/0002-names.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from scorekeeper.clubs.commands.accounts.accounts import Account
from scorekeeper.clubs.commands.members.members import ClubAccess, lock
from scorekeeper.clubs.commands.privacy import privacy
from scorekeeper.clubs.store.club import ClubPlayer
from scorekeeper.clubs.store.privacy import StoredPrivacyEvent
from scorekeeper.core.db.database import now, write_transaction
from scorekeeper.core.pdf import pdf_queue
from scorekeeper.core.refusals import Refusal
from scorekeeper.core.security.signing import normalize_text, same_name
from scorekeeper.tournaments.commands.printouts import printouts
from scorekeeper.tournaments.commands.privacy.name_rows import (
    PSEUDONYMISE,
    Person,
    Renaming,
    add_renaming_event,
    rename_in_club,
    rename_in_games,
    rename_in_tournaments,
    rows_of_logs,
)
from scorekeeper.tournaments.store.tournament import StoredTournament

RETENTION = "retention"
"""The action in the club's privacy log for names replaced at the end of their retention."""

Json = dict[str, Any]
Call = Callable[[int], str]
"""Returns the pseudonym for a number."""


@dataclass(frozen=True)
class ReplacedName:
    """The outcome of a replacement. `name`: the new name; `was`: the old ones; `rows`: the events changed."""

    name: str
    rows: int
    tournaments: int
    games: int
    was: tuple[str, ...]


@dataclass(frozen=True)
class PersonalData:
    """The data stored about a person. `names`: every spelling; `changes`: the rows of the logs, unchanged."""

    names: tuple[str, ...]
    rows: int
    tournaments: int
    games: int
    changes: tuple[Json, ...]


def pseudonymise(club: ClubAccess, name: object, call: Call) -> ReplacedName:
    """Replace a person's names everywhere in the club. For organizers. This cannot be undone.

    Raises NotAllowed, Refusal("pseudonym.none") for a name that is not in the club.
    """
    club.check("organise")
    with write_transaction() as session:
        done = _replace(session, club, name, call, [])
        numbers = _tournaments(session, club.club_id)
    forget_papers(numbers)
    return done


def personal_data(club: ClubAccess, name: object) -> PersonalData:
    """Return all data the club stores under a person's names, as in the logs. For organizers.

    It is the data that `pseudonymise` would change. Nothing is written. Raises as `pseudonymise`.
    """
    club.check("organise")
    rows: list[Json] = []
    try:
        with write_transaction() as session:
            done = _replace(session, club, name, "? {}".format, rows)
            raise _RollBack
    except _RollBack:
        return PersonalData(done.was, done.rows, done.tournaments, done.games, tuple(rows))


class _RollBack(Exception):
    """Rolls back the transaction after a look at the data."""


def _replace(session: Session, club: ClubAccess, name: object, call: Call, as_it_stood: list[Json]) -> ReplacedName:
    """Replace a person's names in the open transaction. Adds the rows found to `as_it_stood`, unchanged."""
    read = normalize_text(name) if isinstance(name, str) else ""
    numbers = lock_club(session, club.club_id)
    roster = roster_of(session, club.club_id)
    person = _person(session, roster, numbers, read)
    done = replace_all(session, club.club_id, [person], call, as_it_stood, by=club.account)
    if not person.ids and not done.rows:
        raise Refusal("pseudonym.none", "name", read=read[:60])
    privacy.note(session, club.club_id, PSEUDONYMISE.action, {}, done.told(), club)
    return ReplacedName(done.become[0], done.rows, done.tournaments, done.games, person.names)


@dataclass(frozen=True)
class ReplacedNames:
    """The outcome of replacing several people.

    `people`: their number; `become`: every new name, each person's main one first.
    """

    people: int
    become: tuple[str, ...]
    rows: int
    tournaments: int
    games: int

    def told(self) -> Json:
        """Return the counts and the pseudonyms, for the club's own log."""
        found = {name: getattr(self, name) for name in ("people", "rows", "tournaments", "games")}
        return {**found, "become": [*self.become]}


def replace_all(
    session: Session, club_id: int, people: Sequence[Person], call: Call, as_it_stood: list[Json], *, by: Account | None = None
) -> ReplacedNames:
    """Replace these people's names everywhere, in the open transaction, with the club and its tournaments `lock_club`.

    `by`: the account that asked, None for the program itself. Adds the rows found to `as_it_stood`, unchanged.
    """
    numbers, roster = _tournaments(session, club_id), roster_of(session, club_id)
    used_keys = {one.key for one in roster} | earlier_pseudonyms(session, club_id)
    number = 1 + _count_replaced(session, club_id)  # no pseudonym is given twice
    called = []
    for person in people:
        while same_name(call(number)) in used_keys:
            number += 1
        new = call(number)
        keys = dict.fromkeys(same_name(name) for name in person.names)
        called.append((person, {key: new if n == 0 else f"{new} ({n + 1})" for n, key in enumerate(keys)}))
        number += 1
    renamed = Renaming.of(called)
    touched = rename_in_tournaments(session, numbers, renamed, as_it_stood)
    games, more = rename_in_games(session, numbers, renamed.names, as_it_stood)
    rows = sum(touched.values()) + more + rename_in_club(session, club_id, renamed.names, as_it_stood)
    for person, own in called:
        _rename_on_roster(roster, person, own)
    for one in touched:
        add_renaming_event(session, one, by)
    become = tuple(name for _person, own in called for name in own.values())
    return ReplacedNames(len(called), become, rows, len(touched), games)


def earlier_pseudonyms(session: Session, club_id: int) -> set[str]:
    """Return the pseudonyms given so far, in the form used to compare names. They are not replaced again."""
    return {same_name(name) for after in _past_replacements(session, club_id) for name in after.get("become", ())}


def _count_replaced(session: Session, club_id: int) -> int:
    return sum(after.get("people", 1) for after in _past_replacements(session, club_id))


def _past_replacements(session: Session, club_id: int) -> Iterable[Json]:
    done = StoredPrivacyEvent.action.in_((PSEUDONYMISE.action, RETENTION))
    return session.scalars(select(StoredPrivacyEvent.after).where(StoredPrivacyEvent.club_id == club_id, done)).all()


def roster_of(session: Session, club_id: int) -> list[ClubPlayer]:
    """Return all players on a club's roster, including hidden ones."""
    return list(session.scalars(select(ClubPlayer).where(ClubPlayer.club_id == club_id).order_by(ClubPlayer.id)))


def lock_club(session: Session, club_id: int) -> list[int]:
    """Lock the club and its tournaments until the transaction ends, and return their ids. Raises NotFound("club")."""
    numbers = _tournaments(session, club_id)
    lock(session, club_id)
    return numbers


def forget_papers(numbers: Iterable[int]) -> None:
    """Remove printouts that contain the old names."""
    for number in numbers:
        printouts.forget(number)
    pdf_queue.delete_all()


def _tournaments(session: Session, club_id: int) -> list[int]:
    """Return the club's tournaments, locked before the club to avoid a deadlock."""
    query = select(StoredTournament.id).where(StoredTournament.club_id == club_id).order_by(StoredTournament.id)
    return list(session.scalars(query.with_for_update()))


def _person(session: Session, roster: Sequence[ClubPlayer], numbers: Sequence[int], read: str) -> Person:
    """Return the person with this name, with all their other names."""
    known = next((one for one in roster if one.key == same_name(read)), None)
    if not same_name(read):
        raise Refusal("pseudonym.none", "name", read=read[:60])
    if known is None:
        return Person((), (read,))
    same = {one.id: one.same_as_id for one in roster}
    root = known.id
    while (above := same.get(root)) is not None:
        root = above
    ids = [root]
    for number in ids:
        ids += [one for one, above in same.items() if above == number and one not in ids]
    names = {same_name(one.name): one.name for number in ids for one in roster if one.id == number}
    others = {one.key for one in roster if one.id not in ids}
    for value in _entries(session, numbers):
        for player, number in zip(value.get("players", ()), value.get("player_ids", ()), strict=False):
            if number in ids and same_name(player) not in others:
                names.setdefault(same_name(player), player)
    return Person(tuple(ids), tuple(names.values()))


def _entries(session: Session, numbers: Sequence[int]) -> Iterable[Json]:
    """Yield every entrant that was ever in a log."""
    for row in rows_of_logs(session, numbers):
        for touched in (row.before, row.after):
            for part, value in touched.items():
                if part.startswith("entrant/") and value is not None:
                    yield value


def _rename_on_roster(roster: Sequence[ClubPlayer], person: Person, become: Mapping[str, str]) -> None:
    used: set[str] = set()
    for one in roster:
        if one.id in person.ids:
            new = become[same_name(one.name)]
            # Names that once compared as different may now be equal, but not on one roster.
            one.name = new if same_name(new) not in used else f"{new} [{one.id}]"
            one.key, one.hidden_at = same_name(one.name), one.hidden_at or now()
            used.add(one.key)
