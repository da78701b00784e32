"""Imports a club archive as a new club, completely or not at all, and finds what the account already has."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import insert, select
from sqlalchemy.orm import Session

from scorekeeper.archives import import_reader as archive_read
from scorekeeper.archives.export import Numbers, files_of, renumber_facts, renumber_parts, renumber_subject
from scorekeeper.archives.import_reader import FACTS, Archive, ArchivedTournament
from scorekeeper.archives.shapes import ArchivedClubChange, ArchivedLeague, ArchivedPair, GameFile
from scorekeeper.archives.unpacking import UnpackedArchive
from scorekeeper.clubs.commands.accounts.accounts import Account
from scorekeeper.clubs.commands.members import members
from scorekeeper.clubs.commands.members.members import ClubAccess, check_club_name
from scorekeeper.clubs.commands.members.roster import keys_of
from scorekeeper.clubs.store.club import Club, ClubPair, ClubPlayer
from scorekeeper.clubs.store.league import StoredLeague
from scorekeeper.clubs.store.log import ClubEvent
from scorekeeper.core.db.database import db, now, write_transaction
from scorekeeper.core.refusals import NotAllowed, Refusal
from scorekeeper.core.security.signing import fold
from scorekeeper.core.validation import invalid_file_value
from scorekeeper.formats import strict_json
from scorekeeper.formats.declared import fields_as_dict
from scorekeeper.games.store.change import StoredGameEvent
from scorekeeper.games.store.game import Game
from scorekeeper.games.store.link import Link
from scorekeeper.games.store.log import GameEvent
from scorekeeper.tournaments.store.tournament import StoredTournament, StoredTournamentEvent, TableGame, TournamentLink


@dataclass(frozen=True)
class ExistingClub:
    """A club that has something in common with an archive.

    `everything`: both are identical. Names of tournaments in both are in `same` (identical), `newer` (continued here),
    `older` (continued in the archive) and `apart` (diverged). `more` and `fewer` count the tournaments that exist only in
    the archive and only here.
    """

    slug: str
    name: str
    created_at: datetime
    brought_in_at: datetime | None
    everything: bool
    same: tuple[str, ...]
    newer: tuple[str, ...]
    older: tuple[str, ...]
    apart: tuple[str, ...]
    more: int
    fewer: int

    @property
    def shared(self) -> int:
        """The number of tournaments in both."""
        return len(self.same) + len(self.newer) + len(self.older) + len(self.apart)


@dataclass(frozen=True)
class _ExistingTournament:
    """A tournament of a club: its name, and the keys of its changes in order."""

    name: str
    keys: tuple[str, ...]


def find_existing_clubs(account: Account, archive: Archive) -> list[ExistingClub]:
    """Return the account's clubs that resemble the archive, closest matches first.

    A club resembles it if it has the same origin, name or any of its tournaments. Two tournaments are the same if their
    first changes have the same key.
    """
    name = fold(archive.head.name)
    born = archive.head.created_at
    theirs = {
        one.rows[0].uuid: _ExistingTournament(one.board.name, tuple(row.uuid for row in one.rows)) for one in archive.tournaments
    }
    found = []
    for mine in members.clubs_of_account(account):
        club = db.session.get_one(Club, mine.club_id)
        ours = _tournaments(mine.club_id)
        if fold(club.name) == name or club.created_at == born or ours.keys() & theirs.keys():
            found.append(_compare_club(club, ours, theirs, archive.files))
    return sorted(found, key=lambda one: (not one.everything, -one.shared, one.name))


def _tournaments(club_id: int) -> dict[str, _ExistingTournament]:
    row = StoredTournamentEvent
    query = (
        select(row.tournament_id, StoredTournament.name, row.uuid)
        .join(StoredTournament, StoredTournament.id == row.tournament_id)
        .where(StoredTournament.club_id == club_id)
        .order_by(row.tournament_id, row.revision)
    )
    keys: dict[int, list[str]] = {}
    names: dict[int, str] = {}
    for number, name, uuid in db.session.execute(query):
        keys.setdefault(number, []).append(uuid)
        names[number] = name
    return {found[0]: _ExistingTournament(names[number], tuple(found)) for number, found in keys.items()}


def _compare_club(
    club: Club, ours: dict[str, _ExistingTournament], theirs: dict[str, _ExistingTournament], files: Mapping[str, Any]
) -> ExistingClub:
    shared = [first for first in theirs if first in ours]
    kinds: dict[str, list[str]] = {"same": [], "newer": [], "older": [], "apart": []}
    for first in shared:
        existing, archived = ours[first], theirs[first]
        both = min(len(existing.keys), len(archived.keys))
        if existing.keys[:both] != archived.keys[:both]:
            kind = "apart"
        else:
            kind = "same" if len(existing.keys) == len(archived.keys) else "newer" if len(existing.keys) > both else "older"
        kinds[kind].append(existing.name)
    all_same = len(kinds["same"]) == len(ours) == len(theirs)
    everything = all_same and strict_json.loads(strict_json.dumps(files_of(club.id))) == _with_other_name(files, club.name)
    names_by_kind = {kind: tuple(names) for kind, names in kinds.items()}
    more, fewer = len(theirs) - len(shared), len(ours) - len(shared)
    return ExistingClub(
        club.slug, club.name, club.created_at, club.brought_in_at, everything, **names_by_kind, more=more, fewer=fewer
    )


def _with_other_name(files: Mapping[str, Any], name: str) -> dict[str, Any]:
    """Return `files` with another club name, because a club renamed on import still counts as the same."""
    return {**files, "club.json": {**files["club.json"], "name": name}}


def check_archive(account: Account, data: bytes) -> Archive:
    """Check an archive for an account that may import it. Raises as `import_club` does."""
    mine = members.clubs_of_account(account)
    if not any(one.role == "organiser" for one in mine):
        raise NotAllowed("role.organise")
    if len(mine) >= members.MOST_CLUBS:
        raise Refusal("club.many", high=members.MOST_CLUBS)
    return archive_read.read(UnpackedArchive(data))


def import_club(account: Account, data: bytes | Archive, *, name: object = None) -> ClubAccess:
    """Create a club from an archive, with the account as organizer. Links of tables get new addresses.

    `name` replaces the archived name. Raises NotAllowed("role.organise") unless the account organizes a club, and
    Refusal("file.large", "archive…", "club.name").
    """
    archive = data if isinstance(data, Archive) else check_archive(account, data)
    club_name = check_club_name(archive.head.name if name is None else name)
    with write_transaction() as session:
        club = members.add_club(session, club_name, account.id, archive.head.zone)
        for field in ("public_names", "responsible", "responsible_reach", "responsible_since", "keep_names", "keep_sign_ins"):
            setattr(club, field, getattr(archive.head, field))
        if club.keep_names or club.keep_sign_ins:
            club.keep_since = now()
        club.created_at, club.brought_in_at = archive.head.created_at, now()
        session.flush()
        people = _add_people(session, club.id, archive)
        games = {n: _add_game(session, head, rows) for n, (head, rows) in enumerate(archive.games, 1)}
        numbers = {n: _add_tournament(session, club.id, one, people, games) for n, one in enumerate(archive.tournaments, 1)}
        leagues = _add_leagues(session, club.id, archive.leagues, numbers)
        session.add_all(_change(club.id, n, one, leagues, people, numbers) for n, one in enumerate(archive.changes, 1))
        return ClubAccess(club.id, club.slug, club.name, "organiser", club.zone, account)


def _add_people(session: Session, club_id: int, read: Archive) -> Numbers:
    people: Numbers = {}
    rows: list[ClubPlayer] = []
    keys: set[str] = set()
    for n, (one, key) in enumerate(zip(read.players, keys_of([p.name for p in read.players]), strict=True), 1):
        if key in keys:
            raise invalid_file_value(f"player {n}: name")
        keys.add(key)
        row = ClubPlayer(club_id=club_id, name=one.name, key=key, created_at=one.created_at, hidden_at=one.hidden_at)
        session.add(row)
        session.flush()
        people[n] = row.id
        rows.append(row)
    for row, one in zip(rows, read.players, strict=True):
        row.same_as_id = people.get(one.same_as or 0)
    _add_pairs(session, club_id, read.pairs, people)
    return people


def _add_pairs(session: Session, club_id: int, pairs: list[ArchivedPair], people: Numbers) -> None:
    seen: set[tuple[int, ...]] = set()
    for n, one in enumerate(pairs, 1):
        first, second = (people[p] for p in one.players)
        if (first, second) in seen:
            raise invalid_file_value(f"pair {n}: players")
        seen.add((first, second))
        times = {"created_at": one.created_at, "used_at": one.used_at, "hidden_at": one.hidden_at}
        session.add(ClubPair(club_id=club_id, first_id=first, second_id=second, **times))
        session.flush()


def _add_game(session: Session, head: GameFile, rows: list[GameEvent]) -> int:
    game = Game(revision=len(rows), created_at=head.created_at, changed_at=rows[-1].at)
    session.add(game)
    session.flush()
    session.execute(insert(StoredGameEvent), [{**row._asdict(), "game_id": game.id} for row in rows])
    session.add_all([Link(game_id=game.id, role=role) for role in ("score", "watch")])
    return game.id


def _add_tournament(session: Session, club_id: int, one: ArchivedTournament, people: Numbers, games: Numbers) -> int:
    row = StoredTournament(
        club_id=club_id,
        revision=len(one.rows),
        name=one.board.name,
        day=one.board.about.day,
        status=one.board.status,
        created_at=one.file.created_at,
        changed_at=one.rows[-1].at,
    )
    session.add(row)
    session.flush()
    links: Numbers = {}
    for n, link in enumerate(one.links, 1):
        stored_link = TournamentLink(tournament_id=row.id, **fields_as_dict(link))
        session.add(stored_link)
        session.flush()
        links[n] = stored_link.id
    for played in one.games:
        numbers = {"game_id": games[played.game], "link_id": links[played.link]}
        session.add(TableGame(**numbers, number=played.number, created_at=played.created_at))
    changes = [
        change._replace(
            tournament_id=row.id,
            link_id=links.get(change.link_id or 0),
            before=renumber_parts(change.before, people),
            after=renumber_parts(change.after, people),
        )._asdict()
        for change in one.rows
    ]
    session.execute(insert(StoredTournamentEvent), changes)
    return row.id


def _add_leagues(session: Session, club_id: int, leagues: list[ArchivedLeague], numbers: Numbers) -> Numbers:
    league_ids: Numbers = {}
    for n, one in enumerate(leagues, 1):
        columns = fields_as_dict(one)
        facts = {name: columns.pop(name) for name in FACTS if name != "name"}
        facts["tournaments"] = [numbers[t] for t in one.tournaments]
        row = StoredLeague(club_id=club_id, facts=facts, **columns)
        session.add(row)
        session.flush()
        league_ids[n] = row.id
    return league_ids


def _change(club_id: int, number: int, one: ArchivedClubChange, leagues: Numbers, people: Numbers, numbers: Numbers) -> ClubEvent:
    facts: dict[str, Any] = fields_as_dict(one)
    facts |= {name: renumber_facts(facts[name], people, numbers) for name in ("before", "after")}
    facts["subject"] = renumber_subject(one.subject, leagues, people)
    return ClubEvent(club_id=club_id, number=number, **facts)
