"""Finds clubs and tournaments of an archive that this account already has here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import orjson
from sqlalchemy import select

from scorekeeper.archives.export import files_of
from scorekeeper.archives.import_reader import Archive
from scorekeeper.clubs.commands.accounts.accounts import Account
from scorekeeper.clubs.commands.members import members
from scorekeeper.clubs.store.club import Club
from scorekeeper.core.db.database import db
from scorekeeper.core.security.signing import fold
from scorekeeper.tournaments.store.tournament import StoredTournament, TournamentChange


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
    row = TournamentChange
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
        here, there = ours[first], theirs[first]
        both = min(len(here.keys), len(there.keys))
        if here.keys[:both] != there.keys[:both]:
            kind = "apart"
        else:
            kind = "same" if len(here.keys) == len(there.keys) else "newer" if len(here.keys) > both else "older"
        kinds[kind].append(here.name)
    whole = len(kinds["same"]) == len(ours) == len(theirs)
    everything = whole and orjson.loads(orjson.dumps(files_of(club.id))) == _with_other_name(files, club.name)
    names_by_kind = {kind: tuple(names) for kind, names in kinds.items()}
    more, fewer = len(theirs) - len(shared), len(ours) - len(shared)
    return ExistingClub(
        club.slug, club.name, club.created_at, club.brought_in_at, everything, **names_by_kind, more=more, fewer=fewer
    )


def _with_other_name(files: Mapping[str, Any], name: str) -> dict[str, Any]:
    """Return `files` with another club name, because a club renamed on import still counts as the same."""
    return {**files, "club.json": {**files["club.json"], "name": name}}
