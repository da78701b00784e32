"""Identify people across tournaments by keys.

A player's key is the roster id for the name, or `~` and the name as compared. Someone with several names has the id of the
one that stays. A pair's key is its players' keys in order, joined by `+`. A team without known players has `=` and its name
as compared.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from sqlalchemy import select

from scorekeeper.clubs.commands.members.roster import pair_name
from scorekeeper.clubs.store.club import ClubPlayer
from scorekeeper.core.db.database import db
from scorekeeper.core.security.signing import same_name
from scorekeeper.ratings.facts import SeasonSeat
from scorekeeper.tournaments.commands.snapshot import Board

UNLISTED, NAMED = "~", "="


@dataclass
class RosterPeople:
    """A club's roster, and the names of everyone met while reading tournaments. `same` maps a merged name to the name it
    belongs to.
    """

    listed: dict[int, str]
    by_name: dict[str, int]
    same: dict[int, int] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)

    @property
    def stamp(self) -> int:
        """Return a hash that changes whenever someone's key or name would."""
        return hash((tuple(self.listed.items()), tuple(self.by_name.items()), tuple(self.same.items())))

    def root(self, number: int) -> int:
        """Return the id that a roster id was merged into, or the id itself."""
        while number in self.same:
            number = self.same[number]
        return number

    def also(self) -> dict[str, tuple[str, ...]]:
        """Return players' other names, by key."""
        by_person: dict[str, list[str]] = {}
        for number in self.same:
            by_person.setdefault(str(self.root(number)), []).append(self.listed[number])
        return {key: tuple(sorted(names, key=same_name)) for key, names in by_person.items()}

    def current_key(self, key: str) -> str:
        """Return the current key of the player or pair that once had this one."""
        if key.startswith(NAMED):
            return key
        return "+".join(sorted((self._key_now(part) for part in key.split("+")), key=_key_order))

    def _key_now(self, key: str) -> str:
        number = int(key) if key.isdecimal() and len(key) < 10 else self.by_name.get(same_name(key.removeprefix(UNLISTED)))
        return str(self.root(number)) if number in self.listed else key

    def player(self, name: str, number: int | None = None) -> str:
        """Return a player's key, by roster id if known, else by name."""
        person = number if number in self.listed else self.by_name.get(same_name(name))
        person = None if person is None else self.root(person)
        key = UNLISTED + same_name(name) if person is None else str(person)
        self.names[key] = name if person is None else self.listed[person]
        return key

    def team(self, players: Sequence[str], name: str) -> str:
        """Return the key of players who enter together."""
        if len(players) > 1:
            key = "+".join(sorted(players, key=_key_order))
            self.names[key] = pair_name(self.names[p] for p in sorted(players, key=_key_order))
        else:
            key = NAMED + same_name(name)
            self.names.setdefault(key, name)
        return key

    def seat(self, board: Board, ids: Iterable[str], number: int | None = None) -> SeasonSeat:
        """Return a side of a table with the players of that round, or an entrant as entered if `number` is None."""
        players: list[str] = []
        team = ""
        for entrant in ids:
            entry = board.entrant(entrant)
            name = board.name_of(entrant, number)
            if entry is not None and name == entry.name:
                numbers = entry.player_ids if len(entry.player_ids) == len(entry.players) else (None,) * len(entry.players)
                seated = [self.player(p, n) for p, n in zip(entry.players, numbers, strict=True)]
            else:
                seated = self._stand_ins(name, 1 if board.individuals else len(entry.players) if entry else 2)
            players += seated
            team = "" if board.individuals else self.team(seated, name)
        return SeasonSeat(team, tuple(players))

    def _stand_ins(self, name: str, seats: int) -> list[str]:
        parts = [part.strip() for part in name.split("&")]
        return [self.player(p) for p in parts] if len(parts) == max(1, seats) and all(parts) else []


def _key_order(key: str) -> tuple[int, str]:
    return (int(key), "") if key.isdecimal() else (1 << 40, key)


def people_of(club_id: int) -> RosterPeople:
    """Return the club's roster, including players off the list. Takes one query."""
    row = ClubPlayer
    query = select(row.id, row.name, row.key, row.same_as_id).where(row.club_id == club_id).order_by(row.id)
    rows = db.session.execute(query).all()
    same = {one.id: one.same_as_id for one in rows if one.same_as_id is not None}
    return RosterPeople({one.id: one.name for one in rows}, {one.key: one.id for one in rows}, same)
